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

    /// Its name: `row` or `column`.
    #[doc(hidden)]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
        }
    }

    /// The axis of this name.
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name() == name)
    }

    /// Where the bow points of a ship whose bow is its top left field: its body runs to the right, or
    /// down.
    #[doc(hidden)]
    pub const fn heading(self) -> Heading {
        match self {
            Self::Row => Heading::West,
            Self::Column => Heading::North,
        }
    }
}

impl Heading {
    /// The line along which a ship of this heading lies.
    pub const fn axis(self) -> Axis {
        match self {
            Self::East | Self::West => Axis::Row,
            Self::North | Self::South => Axis::Column,
        }
    }
}
