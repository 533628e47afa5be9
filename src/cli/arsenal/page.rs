//! The page that one person sees: the last moves in words, two grids, and a question.
//!
//! This file makes the lines of a page for a window without room for a picture. They fit the
//! current width of the window. The module `picture` draws a page that fills a large window.

use super::aim::{Mark, Wanted};
use super::grid::{Pen, Sea};
use super::words::{FIRST_MOVE_HELP, Notes};
use crate::cli::prompt::text::{cut, lines};
use crate::cli::screen::canvas::Line;
use crate::cli::theme::{self, Look};
use broadside::rules::arsenal::{Class, SIZE};
use broadside::text::padding;

/// The gap between the two grids, in columns.
pub(super) const GAP: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The title, and the state of the game.
    pub(super) head: [String; 2],
    /// The owner of each fleet. If the text is empty, the picture does not list the fleet.
    pub(super) sides: [String; 2],
    /// The lines of the table of statistics. Empty until the game is over.
    pub(super) statistics: Vec<String>,
    /// The last moves in words, one line for each. While ships are placed, the line says who plays
    /// first.
    pub(super) moves: Vec<String>,
    pub(super) notes: Notes,
    pub(super) captions: [&'static str; 2],
    /// The grid of the other side, and then the person's own grid.
    pub(super) seas: [Sea; 2],
    pub(super) allowed: String,
    pub(super) question: String,
    pub(super) wanted: Wanted,
    /// The index of the grid that is drawn if there is room for only one grid.
    pub(super) focus: usize,
}

enum Part {
    Line(String),
    /// A line that a low window leaves out. Lines with the greatest number are left out first.
    Spare(u8, String),
    Grids,
}

impl Page {
    /// Returns the lines of the page. They fit into the window if the window has room for the text
    /// without the grids.
    pub(super) fn lines(&self, look: Look) -> Vec<String> {
        let wide = Pen { look, cell: 2, is_solid: false };
        let cell = if look.columns >= 2 * wide.width() + GAP { 2 } else { 1 };
        let pen = Pen { cell, ..wide };
        let mut parts = self.parts(pen);
        while parts.len() - 1 + height(SIZE) > look.rows
            && let Some(rank) = parts.iter().filter_map(Part::rank).max()
        {
            parts.retain(|part| part.rank() != Some(rank));
        }
        let room = look.rows.saturating_sub(parts.len() - 1);
        let drawn = |part| match part {
            Part::Line(line) | Part::Spare(_, line) => vec![line],
            Part::Grids => self.grids(pen, room),
        };
        parts.into_iter().flat_map(drawn).collect()
    }

    /// Returns a page with a mark on some cells, and without a help text that could hide these
    /// cells.
    pub(super) fn aimed(&self, mark: Mark, columns: usize) -> Self {
        let mut page = self.clone();
        page.seas[mark.grid].aim = mark.cells;
        page.focus = mark.grid;
        page.close_help(columns);
        page
    }

    /// Closes a long help text, which may be shown in place of the grids. Returns whether there was
    /// such a text.
    pub(super) const fn close_help(&mut self, columns: usize) -> bool {
        let is_long = self.notes.help.is_long(columns);
        if is_long {
            self.notes.help = FIRST_MOVE_HELP;
        }
        is_long
    }

    fn parts(&self, pen: Pen) -> Vec<Part> {
        let columns = pen.look.columns;
        let dim = |line: String| pen.look.theme.paint(theme::DIM, line);
        let wrapped = |line: &String| broken(line, columns);
        let mut question = wrapped(&self.question);
        question.last_mut().into_iter().for_each(|last| last.push(' '));
        let notes = self.notes(columns);
        let allowed = if self.allowed.is_empty() { Vec::new() } else { wrapped(&self.allowed) };
        let mut parts: Vec<_> = self.moves.iter().flat_map(wrapped).map(Part::Line).collect();
        if parts.len() + notes.len() + allowed.len() + question.len() > pen.look.rows {
            parts.clear();
        }
        parts.extend(notes.into_iter().map(Part::Line));
        if !parts.is_empty() {
            parts.push(Part::Spare(4, String::new()));
        }
        parts.push(Part::Grids);
        let afloat = self.seas.iter().map(|sea| {
            let placed = if self.has_begun() { Class::ALL.len() } else { sea.ships.len() };
            pen.padded(&pen.afloat(sea, placed))
        });
        let afloat = cut(&self.beside(pen, afloat.collect()), columns);
        parts.push(Part::Spare(2, dim(afloat)));
        let legend = cut(&pen.legend(&self.seas).join("  "), columns);
        parts.push(Part::Spare(3, dim(legend)));
        parts.push(Part::Spare(4, String::new()));
        parts.extend(allowed.into_iter().map(Part::Line));
        parts.extend(question.into_iter().map(Part::Line));
        parts
    }

    fn notes(&self, columns: usize) -> Vec<String> {
        let Notes { remark, help, .. } = &self.notes;
        let remark = (!remark.is_empty()).then(|| broken(remark, columns));
        let help = help.lines(columns).iter().flat_map(|line| broken(line, columns));
        remark.into_iter().flatten().chain(help).collect()
    }

    /// Draws both grids, or one in a narrow window, in at most `room` lines. Leaves out rows that
    /// do not fit. Returns nothing if no row fits, or if the window is too narrow for one grid.
    fn grids(&self, pen: Pen, room: usize) -> Vec<String> {
        let rows = (1..=SIZE).rev().find(|rows| height(*rows) <= room);
        let Some(rows) = rows.filter(|_| pen.width() < pen.look.columns) else { return Vec::new() };
        let blocks = self.seas.iter().zip(self.captions).map(|(sea, caption)| {
            let theme = pen.look.theme;
            let painted = |(text, style)| theme.paint(style, text);
            let row = |(label, runs): (String, Line)| {
                let cells: String = runs.into_iter().map(painted).collect();
                theme.paint(theme::DIM, label) + &cells
            };
            let mut block = vec![pen.padded(caption), theme.paint(theme::DIM, pen.letters())];
            block.extend(pen.rows(sea, rows).into_iter().map(row));
            block
        });
        let blocks: Vec<_> = blocks.collect();
        let line = |row: usize| blocks.iter().map(|block| block[row].clone()).collect();
        (0..height(rows)).map(|row| self.beside(pen, line(row))).collect()
    }

    fn beside(&self, pen: Pen, parts: Vec<String>) -> String {
        if 2 * pen.width() + GAP <= pen.look.columns {
            parts.join(&" ".repeat(GAP)).trim_end().to_owned()
        } else {
            parts.into_iter().nth(self.focus).unwrap_or_default()
        }
    }
}

impl Part {
    fn rank(&self) -> Option<u8> {
        match self {
            Self::Spare(rank, _) => Some(*rank),
            Self::Line(_) | Self::Grids => None,
        }
    }
}

impl Pen {
    fn padded(self, text: &str) -> String {
        let text = cut(text, self.width() - 1);
        format!(" {text}{}", padding(&text, self.width() - 1))
    }
}

/// Breaks a text into lines. Each line has the indent of the first one.
pub(super) fn broken(text: &str, columns: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    lines(words, &text[..text.len() - words.len()], columns)
}

/// Returns the number of lines of a grid: its caption, its letters, and its rows.
const fn height(rows: u32) -> usize {
    rows as usize + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::theme::Theme;

    /// Regression: a low window showed the rows of the last move, and hid the cell aimed at.
    #[test]
    fn a_low_window_shows_the_row_at_which_the_person_aims() {
        let seas = [Sea { last: 1 << 99, ..Sea::default() }, Sea::default()];
        let page = Page { seas, question: "Alice, your move:".to_owned(), ..Page::default() };
        let look = Look::plain(60, 12);
        let aimed = page.aimed(Mark { grid: 0, cells: 1 }, look.columns);
        assert!(aimed.lines(look).iter().any(|line| line.starts_with(" 1 []")), "{aimed:?}");
        assert!(page.lines(look).iter().any(|line| line.starts_with("10")), "{page:?}");
    }

    #[test]
    fn no_window_is_too_small_and_no_line_is_too_long() {
        let page = Page {
            moves: vec!["You: Fire A1 - hit".to_owned(); 2],
            notes: Notes {
                remark: "a note ".repeat(9),
                help: crate::cli::arsenal::words::PLACING_HELP,
                may_undo: true,
            },
            captions: ["Enemy waters", "Your fleet"],
            seas: [Sea { last: 1 << 99, ..Sea::default() }, Sea::default()],
            allowed: "Moves: Fire, Radar (3 left), Smoke (1 left)".to_owned(),
            question: "Alice, place your Battleship (4 cells):".to_owned(),
            focus: 0,
            ..Page::default()
        };
        for (columns, rows) in (1..90).flat_map(|columns| (1..40).map(move |rows| (columns, rows)))
        {
            let look = Look::plain(columns, rows);
            let lines = page.lines(look);
            let fits = |line: &String| line.chars().count() <= columns + 1;
            assert!(lines.iter().all(fits), "{columns} {rows} {lines:#?}");
            assert!(columns < 40 || rows < 15 || lines.len() <= rows, "{columns} {rows}");
            let shows_the_last = lines.iter().any(|line| line.contains("10"));
            assert!(columns < 40 || rows < 15 || shows_the_last, "{columns} {rows} {lines:#?}");
            assert_eq!(page.picture(look).lines(Theme::Plain).len(), rows);
        }
    }
}
