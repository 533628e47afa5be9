//! The direction of a straight ship: along a row or along a column.

use super::Heading;

/// The direction of a straight ship: along a row or along a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Along a row: the fields differ in their column.
    Row,
    /// Along a column: the fields differ in their row.
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
