//! The line along which a straight ship lies.

use super::Heading;

/// The line along which a straight ship lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// In one row: the fields differ in their column.
    Row,
    /// In one column: the fields differ in their row.
    Column,
}

impl Axis {
    /// Both axes, rows first.
    pub const ALL: [Self; 2] = [Self::Row, Self::Column];

    /// The heading of a ship whose bow is its top left field: the body runs to the right, or down.
    #[doc(hidden)]
    pub const fn heading(self) -> Heading {
        match self {
            Self::Row => Heading::West,
            Self::Column => Heading::North,
        }
    }
}

impl Heading {
    /// The axis along which a ship of this heading lies.
    pub const fn axis(self) -> Axis {
        match self {
            Self::East | Self::West => Axis::Row,
            Self::North | Self::South => Axis::Column,
        }
    }
}
