//! Chooses the part of a board that fits the terminal, and makes the texts around this part.

use crate::cli::theme::{Charset, Look};
use broadside::board::{Coord, Dims};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    dims: Dims,
    rows: Range<i64>,
    cols: Range<i64>,
    /// The number of columns that the row numbers take.
    label: usize,
    /// The width of a field, in columns: 1 or 2.
    pub(super) width: usize,
}

impl Window {
    /// Chooses the part around `centre`. `look` has the size of the room for the part and the texts
    /// around it.
    pub(super) fn new(dims: Dims, centre: Coord, look: Look, width: usize) -> Self {
        let header = if dims.cols() > 10 { 2 } else { 1 };
        // A board whose rows all fit needs no lines that count hidden rows.
        let is_whole = dims.rows().cast_unsigned() <= look.rows.saturating_sub(header) as u64;
        let other_lines = header + if is_whole { 0 } else { 2 };
        let rows = part(dims.rows(), look.rows.saturating_sub(other_lines), centre.row);
        let label = (rows.end - 1).to_string().len();
        // A row also needs its number, a blank or an arrow after it, and an arrow at the end.
        let cols = part(dims.cols(), look.columns.saturating_sub(label + 2) / width, centre.col);
        Self { dims, rows, cols, label, width }
    }

    pub(super) fn rows(&self) -> Range<i64> {
        self.rows.clone()
    }

    pub(super) fn cols(&self) -> Range<i64> {
        self.cols.clone()
    }

    /// Returns the texts before and after a row. The text before the row has the row's number. At
    /// an end where columns are hidden, the text has an arrow.
    pub(super) fn row_ends(&self, row: i64, charset: Charset) -> (String, &'static str) {
        let [left, right] = charset.choose(["◂", "▸"], ["<", ">"]);
        let before = if self.cols.start > 0 { left } else { " " };
        let after = if self.cols.end < self.dims.cols() { right } else { "" };
        (format!("{row:>width$}{before}", width = self.label), after)
    }

    pub(super) const fn margin(&self) -> usize {
        self.label + 1
    }

    pub(super) fn hidden_rows(&self, charset: Charset) -> [Option<String>; 2] {
        let [up, down] = charset.choose(["▴", "▾"], ["^", "v"]);
        let hidden = [(up, self.rows.start), (down, self.dims.rows() - self.rows.end)];
        let indent = " ".repeat(self.margin());
        hidden.map(|(arrow, count)| {
            let rows = if count == 1 { "row" } else { "rows" };
            (count > 0).then(|| format!("{indent}{arrow} {count} more {rows}"))
        })
    }

    /// Returns the lines with the column numbers. The last line has the last digit of each number.
    /// If any number has more digits, there is a first line with the other digits.
    pub(super) fn header(&self) -> Vec<String> {
        let indent = " ".repeat(self.margin());
        let digits: Vec<_> = self.cols().map(|col| (col % 10).to_string()).collect();
        let digits = format!("{indent}{}", digits.join(&" ".repeat(self.width - 1)));
        if self.cols.end <= 10 {
            return vec![digits];
        }
        vec![format!("{indent}{}", self.tens()).trim_end().to_owned(), digits]
    }

    /// Returns the line with the column numbers without their last digits. Ten columns share one
    /// such number. It is written above the first shown column of the ten, if there is room.
    fn tens(&self) -> String {
        let (mut line, width) = (String::new(), self.width);
        let end = self.cols().count() * width;
        for (index, col) in self.cols().enumerate().filter(|(_, col)| *col >= 10) {
            let tens = (col / 10).to_string();
            let is_first = index == 0 || col % 10 == 0;
            let next_ten = index * width + usize::try_from(10 - col % 10).unwrap_or(10) * width;
            if is_first && index * width + tens.len() < next_ten.min(end + 1) {
                line = format!("{line:<at$}{tens}", at = index * width);
            }
        }
        line
    }
}

/// Returns the part of `length` rows or columns that fits into `room`, around `centre`.
fn part(length: i64, room: usize, centre: i64) -> Range<i64> {
    let room = i64::try_from(room).unwrap_or(i64::MAX).clamp(1, length);
    let start = centre.saturating_sub(room / 2).clamp(0, length - room);
    start..start + room
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(dims: (i64, i64), centre: (i64, i64), columns: usize, rows: usize) -> Window {
        let look = Look::plain(columns, rows);
        let dims = Dims::new(dims.0, dims.1).unwrap();
        let width = if columns >= 80 { 2 } else { 1 };
        Window::new(dims, Coord::new(centre.0, centre.1), look, width)
    }

    #[test]
    fn a_small_board_is_whole_and_a_large_one_is_shown_around_its_centre() {
        let whole = window((21, 10), (0, 0), 80, 40);
        assert_eq!((whole.rows(), whole.cols()), (0..21, 0..10));
        let part = window((i64::MAX, 1000), (i64::MAX - 1, 500), 80, 23);
        assert_eq!(part.rows(), i64::MAX - 19..i64::MAX);
        assert_eq!(part.cols(), 486..515);
    }

    #[test]
    fn the_centre_may_lie_beside_the_board_and_the_terminal_may_be_tiny() {
        let window = window((5, 5), (i64::MIN, i64::MAX), 1, 1);
        assert_eq!((window.rows(), window.cols()), (0..1, 4..5));
    }

    #[test]
    fn tens_stand_above_their_columns() {
        let header = window((3, 25), (0, 0), 80, 24).header();
        let digits = "  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4";
        assert_eq!(header, [format!("{:22}1{:19}2", "", ""), digits.to_owned()]);
    }
}
