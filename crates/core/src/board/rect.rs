//! Rectangles of fields, and the size of a board.

use super::Coord;

/// A rectangle of fields, including its edges. If `bottom` is less than `top`, or `right` is less
/// than `left`, the rectangle has no field.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    /// The first row.
    pub top: i64,
    /// The first column.
    pub left: i64,
    /// The last row.
    pub bottom: i64,
    /// The last column.
    pub right: i64,
}

impl Rect {
    /// Returns the rectangle between two opposite corners. The corners may come in any order.
    pub fn spanning(a: Coord, b: Coord) -> Self {
        Self {
            top: a.row.min(b.row),
            left: a.col.min(b.col),
            bottom: a.row.max(b.row),
            right: a.col.max(b.col),
        }
    }

    /// Returns whether `at` lies inside.
    #[inline]
    pub fn contains(&self, at: Coord) -> bool {
        (self.top..=self.bottom).contains(&at.row) && (self.left..=self.right).contains(&at.col)
    }
}

#[doc(hidden)]
impl Rect {
    /// Returns the square of the fields that are at most `width` rows and columns from `at`.
    pub fn around(at: Coord, width: i64) -> Self {
        Self::spanning(at, at).grown(width)
    }

    pub fn is_empty(&self) -> bool {
        self.bottom < self.top || self.right < self.left
    }

    /// Returns whether every field of `inner` lies inside.
    pub fn covers(&self, inner: &Self) -> bool {
        inner.is_empty() || self.common(inner) == *inner
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        !self.common(other).is_empty()
    }

    /// Returns the rectangle of the fields that lie in both rectangles. It may be empty.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        Self {
            top: self.top.max(other.top),
            left: self.left.max(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.min(other.right),
        }
    }

    /// Returns a rectangle that covers both rectangles. If neither of them is empty, the result is
    /// the smallest such rectangle.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// Returns the rectangle with a margin of `width` fields. A coordinate that would overflow
    /// becomes the smallest or the largest `i64`.
    #[must_use]
    pub fn grown(&self, width: i64) -> Self {
        Self {
            top: self.top.saturating_sub(width),
            left: self.left.saturating_sub(width),
            bottom: self.bottom.saturating_add(width),
            right: self.right.saturating_add(width),
        }
    }

    /// Returns the number of fields inside, at most `u128::MAX`.
    pub fn area(&self) -> u128 {
        if self.is_empty() {
            return 0;
        }
        let side = |first: i64, last: i64| u128::from(last.abs_diff(first)) + 1;
        // The product is too large only for the rectangle of all coordinates, with 2^128 fields.
        side(self.top, self.bottom).saturating_mul(side(self.left, self.right))
    }

    /// Returns the fields inside, row by row. Does not visit the rows of an empty rectangle,
    /// because it may have 2^64 rows.
    pub fn fields(&self) -> impl Iterator<Item = Coord> + use<> {
        let (left, right) = (self.left, self.right);
        let rows = (!self.is_empty()).then_some(self.top..=self.bottom);
        rows.into_iter()
            .flatten()
            .flat_map(move |row| (left..=right).map(move |col| Coord::new(row, col)))
    }
}

/// The size of a board. Both numbers are positive.
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

    #[doc(hidden)]
    pub fn area(self) -> u128 {
        u128::from(self.rows.unsigned_abs()) * u128::from(self.cols.unsigned_abs())
    }

    #[doc(hidden)]
    pub const fn rect(self) -> Rect {
        Rect { top: 0, left: 0, bottom: self.rows - 1, right: self.cols - 1 }
    }

    /// Returns whether the field `at` exists.
    pub const fn holds(self, at: Coord) -> bool {
        0 <= at.row && at.row < self.rows && 0 <= at.col && at.col < self.cols
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn rect(top: i64, left: i64, bottom: i64, right: i64) -> Rect {
        Rect { top, left, bottom, right }
    }

    #[test]
    fn empty_rectangles_have_no_fields_and_areas_do_not_overflow() {
        assert_eq!(rect(i64::MIN, 20, i64::MAX, 9).fields().count(), 0);
        assert_eq!(rect(i64::MIN, i64::MIN, i64::MAX, i64::MAX).area(), u128::MAX);
        assert_eq!(rect(i64::MIN, 0, i64::MAX, 0).area(), 1 << 64);
    }
}
