//! The cells of a window.

use anstyle::Style;
use std::fmt::Write as _;

/// A window as cells, each a character in a style. What does not fit is cut off.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Canvas {
    columns: usize,
    cells: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// An empty window.
    pub(in crate::cli) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, cells: vec![vec![(' ', Style::new()); columns]; rows] }
    }

    /// Writes `text` from a cell on. Characters are taken to be one column wide.
    pub(in crate::cli) fn put(&mut self, (row, col): (usize, usize), text: &str, style: Style) {
        let Some(cells) = self.cells.get_mut(row) else { return };
        for (cell, c) in cells.iter_mut().skip(col).zip(text.chars()) {
            *cell = (c, style);
        }
    }

    /// Writes `text` so that it ends at the right edge.
    pub(in crate::cli) fn put_right(&mut self, row: usize, text: &str, style: Style) {
        let width = text.chars().count();
        self.put((row, self.columns.saturating_sub(width + 1)), text, style);
    }

    /// The rows, with the escapes of their colours where `is_coloured`, without blanks at their ends.
    pub(in crate::cli) fn lines(&self, is_coloured: bool) -> Vec<String> {
        let line = |cells: &Vec<(char, Style)>| {
            let is_seen = |cell: &(char, Style)| *cell != (' ', Style::new());
            let end = cells.iter().rposition(is_seen).map_or(0, |last| last + 1);
            let runs = cells[..end].chunk_by(|one, other| one.1 == other.1);
            runs.fold(String::new(), |line, run| line + &painted(run, is_coloured))
        };
        self.cells.iter().map(line).collect()
    }

    /// What draws the window in place. The cursor stays where it is, and the last rows, so many, too.
    pub(in crate::cli) fn drawn(&self, kept: usize, is_coloured: bool) -> String {
        let shown = self.cells.len().saturating_sub(kept);
        in_place(&self.lines(is_coloured)[..shown])
    }
}

/// What draws these lines from the first row on. The cursor stays where it is.
pub(in crate::cli) fn in_place(lines: &[String]) -> String {
    // DECSC and DECRC keep the cursor; what is drawn while BSU holds is shown at once.
    let mut text = String::from("\x1b[?2026h\x1b7");
    for (row, line) in lines.iter().enumerate() {
        let number = row + 1;
        // A string takes all.
        let _ = write!(text, "\x1b[{number};1H{line}\x1b[K");
    }
    text + "\x1b8\x1b[?2026l"
}

fn painted(run: &[(char, Style)], is_coloured: bool) -> String {
    let text: String = run.iter().map(|(c, _)| c).collect();
    let style = run.first().map_or_else(Style::new, |(_, style)| *style);
    if is_coloured && style != Style::new() { format!("{style}{text}{style:#}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut_off_and_runs_are_painted_at_once() {
        let mut canvas = Canvas::new(5, 2);
        canvas.put((0, 1), "abcdefgh", Style::new().bold());
        canvas.put((0, 2), "-", Style::new());
        canvas.put((9, 9), "x", Style::new());
        canvas.put_right(1, "r", Style::new());
        assert_eq!(canvas.lines(false), [" a-cd", "   r"]);
        let painted = " \u{1b}[1ma\u{1b}[0m-\u{1b}[1mcd\u{1b}[0m";
        assert_eq!(canvas.lines(true)[0], painted);
        assert_eq!(canvas.drawn(1, false), "\x1b[?2026h\x1b7\x1b[1;1H a-cd\x1b[K\x1b8\x1b[?2026l");
    }
}
