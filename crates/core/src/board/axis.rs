//! The line along which a straight ship lies: a row or a column.

use super::Heading;

/// The line along which a straight ship lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// A row: the fields differ in their column.
    Row,
    /// A column: the fields differ in their row.
    Column,
}

impl Axis {
    /// Both axes, [`Row`](Self::Row) first.
    pub const ALL: [Self; 2] = [Self::Row, Self::Column];

    /// Returns the heading of a ship whose bow is its top or left end.
    #[doc(hidden)]
    pub const fn heading(self) -> Heading {
        match self {
            Self::Row => Heading::West,
            Self::Column => Heading::North,
        }
    }
}

impl Heading {
    /// Returns the axis of a ship with this heading.
    pub const fn axis(self) -> Axis {
        match self {
            Self::East | Self::West => Axis::Row,
            Self::North | Self::South => Axis::Column,
        }
    }
}
