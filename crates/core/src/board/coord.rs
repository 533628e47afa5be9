//! The coordinates of a field.

use super::Heading;

/// A field by its row and column, counted from 0 at the top left. The numbers are signed, because
/// an order may name a field off the board, and a move may lead off the board. Only
/// [`Dims`](super::Dims) says which fields exist. Fields are ordered by row, then by column.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coord {
    /// The row. Rows count downwards.
    pub row: i64,
    /// The column. Columns count to the right.
    pub col: i64,
}

impl Coord {
    /// Creates the field in `row` and `col`.
    pub const fn new(row: i64, col: i64) -> Self {
        Self { row, col }
    }

    /// Returns the field `distance` steps along `heading`, or `None` if a coordinate overflows.
    pub fn ahead(self, heading: Heading, distance: i64) -> Option<Self> {
        let (rows, cols) = heading.step();
        let row = self.row.checked_add(rows.checked_mul(distance)?)?;
        let col = self.col.checked_add(cols.checked_mul(distance)?)?;
        Some(Self { row, col })
    }

    /// Returns whether the Euclidean distance to `other` is at most `radius`. The result is exact.
    pub fn is_within(self, other: Self, radius: u32) -> bool {
        let is_near = |a: i64, b: i64| a.abs_diff(b) <= radius.into();
        // If both differences are at most `radius`, the sum of their squares is below 2^65, so this
        // sum does not overflow.
        let is_close = is_near(self.row, other.row) && is_near(self.col, other.col);
        is_close && self.distance_squared(other) <= u128::from(radius).pow(2)
    }

    /// Returns the square of the Euclidean distance to `other`. Both fields must exist on one
    /// board; otherwise the sum may overflow.
    #[doc(hidden)]
    pub fn distance_squared(self, other: Self) -> u128 {
        let square = |a: i64, b: i64| u128::from(a.abs_diff(b)).pow(2);
        square(self.row, other.row) + square(self.col, other.col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_euclidean_and_exact() {
        let here = Coord::new(0, 0);
        assert!(here.is_within(Coord::new(3, 4), 5));
        assert!(here.is_within(Coord::new(0, -5), 5));
        assert!(!here.is_within(Coord::new(4, 4), 5));
        assert!(here.is_within(here, 0));
        assert!(!Coord::new(i64::MIN, 0).is_within(Coord::new(i64::MAX, 0), u32::MAX));
    }
}
