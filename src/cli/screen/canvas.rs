//! Holds the cells of a window, and makes the escapes that draw them in place: the new picture
//! replaces the old one.

use crate::cli::theme::Theme;
use anstyle::Style;
use broadside::text::width;
use std::fmt::Write as _;

pub(in crate::cli) type Line = Vec<(String, Style)>;

/// The cells of a window. A wide character takes two cells, and the second one is empty. Text that
/// does not fit is cut.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Canvas {
    columns: usize,
    cells: Vec<Line>,
}

impl Canvas {
    pub(in crate::cli) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, cells: vec![vec![(" ".to_owned(), Style::new()); columns]; rows] }
    }

    pub(in crate::cli) fn put(&mut self, (row, col): (usize, usize), text: &str, style: Style) {
        let Some(cells) = self.cells.get_mut(row) else { return };
        let mut end = col;
        for c in text.chars().map(String::from) {
            let begin = end;
            end += width(&c);
            let Some(taken) = cells.get_mut(begin..end) else { return };
            taken.fill((String::new(), style));
            // A character without width, such as an accent, joins the cell before it.
            let at = begin.min(end.saturating_sub(1));
            cells[at].0.push_str(&c);
        }
    }

    /// Writes a text at the right end of a row, but leaves the last column free.
    pub(in crate::cli) fn put_right(&mut self, row: usize, text: &str, style: Style) {
        self.put((row, self.columns.saturating_sub(width(text) + 1)), text, style);
    }

    /// Writes at most `rows` lines, one below the other.
    pub(in crate::cli) fn list(
        &mut self,
        (top, left): (usize, usize),
        lines: impl IntoIterator<Item = Line>,
        rows: usize,
    ) {
        for (row, parts) in lines.into_iter().take(rows).enumerate() {
            let mut col = left;
            for (text, style) in parts {
                self.put((top + row, col), &text, style);
                col += width(&text);
            }
        }
    }

    /// Returns the rows as text with styles. Leaves out blanks without a style at the ends of rows.
    pub(in crate::cli) fn lines(&self, theme: Theme) -> Vec<String> {
        let painted = |run: &[(String, Style)]| {
            let text: String = run.iter().map(|(text, _)| &**text).collect();
            theme.paint(run[0].1, text)
        };
        let line = |cells: &Line| -> String {
            let is_seen = |(text, style): &(String, Style)| text != " " || *style != Style::new();
            let end = cells.iter().rposition(is_seen).map_or(0, |last| last + 1);
            cells[..end].chunk_by(|one, other| one.1 == other.1).map(painted).collect()
        };
        self.cells.iter().map(line).collect()
    }

    /// Returns the escapes that draw all rows except the last `kept`.
    pub(in crate::cli) fn drawn(&self, kept: usize, theme: Theme) -> String {
        let shown = self.cells.len().saturating_sub(kept);
        in_place(&self.lines(theme)[..shown])
    }
}

/// Returns the escapes that draw lines into the first `rows` rows. If there are too many lines, the
/// first ones are left out. Missing lines are blank, so the prompt below never moves.
pub(in crate::cli) fn above_prompt(mut lines: Vec<String>, rows: usize) -> String {
    lines.drain(..lines.len().saturating_sub(rows));
    lines.resize(rows, String::new());
    in_place(&lines)
}

/// Returns the escapes that draw lines from the first row of the terminal down. They leave the
/// cursor where it was.
pub(in crate::cli) fn in_place(lines: &[String]) -> String {
    // DECSC (`ESC 7`) and DECRC (`ESC 8`) save and restore the place of the cursor. BSU (`2026h`)
    // and ESU (`2026l`) make the terminal show all changes between them at once.
    let mut text = String::from("\x1b[?2026h\x1b7");
    for (line, number) in lines.iter().zip(1..) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\x1b[{number};1H{line}\x1b[K");
    }
    text + "\x1b8\x1b[?2026l"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_does_not_fit_is_cut_off_and_cells_of_one_style_are_painted_together() {
        let mut canvas = Canvas::new(5, 2);
        canvas.put((0, 1), "abcdefgh", Style::new().bold());
        canvas.put((0, 2), "-", Style::new());
        canvas.put((9, 9), "x", Style::new());
        canvas.put_right(1, "r", Style::new());
        assert_eq!(canvas.lines(Theme::Plain), [" a-cd", "   r"]);
        let painted = " \u{1b}[1ma\u{1b}[0m-\u{1b}[1mcd\u{1b}[0m";
        assert_eq!(canvas.lines(Theme::True)[0], painted);
        let drawn = "\x1b[?2026h\x1b7\x1b[1;1H a-cd\x1b[K\x1b8\x1b[?2026l";
        assert_eq!(canvas.drawn(1, Theme::Plain), drawn);
    }

    #[test]
    fn a_wide_character_takes_two_cells_and_an_accent_none() {
        let mut canvas = Canvas::new(7, 3);
        canvas.put((0, 0), "日本語!?", Style::new());
        canvas.put((1, 0), "e\u{301}-日本語", Style::new());
        canvas.put_right(2, "日本", Style::new());
        assert_eq!(canvas.lines(Theme::Plain), ["日本語!", "e\u{301}-日本", "  日本"]);
    }
}
