//! The size of a board, in rows and columns.

use super::{Coord, Rect};

/// The size of a board. Rows and columns are both positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dims {
    rows: i64,
    cols: i64,
}

impl Dims {
    /// Creates a size. Returns `None` if a number is not positive.
    pub const fn new(rows: i64, cols: i64) -> Option<Self> {
        if rows > 0 && cols > 0 { Some(Self { rows, cols }) } else { None }
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> i64 {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn cols(self) -> i64 {
        self.cols
    }

    /// Returns the number of fields.
    #[doc(hidden)]
    pub fn area(self) -> u128 {
        u128::from(self.rows.unsigned_abs()) * u128::from(self.cols.unsigned_abs())
    }

    /// Returns the rectangle of all fields.
    #[doc(hidden)]
    pub const fn rect(self) -> Rect {
        Rect { top: 0, left: 0, bottom: self.rows - 1, right: self.cols - 1 }
    }

    /// Returns whether the field `at` exists.
    pub const fn holds(self, at: Coord) -> bool {
        0 <= at.row && at.row < self.rows && 0 <= at.col && at.col < self.cols
    }
}
