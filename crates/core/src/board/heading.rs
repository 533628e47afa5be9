//! Headings and moves of ships, and the axes along which ships lie.

use super::words;

/// One of the four points of the compass. North is towards row 0.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// Towards smaller row numbers.
    North,
    /// Towards larger column numbers.
    East,
    /// Towards larger row numbers.
    South,
    /// Towards smaller column numbers.
    West,
}

/// One move of a ship.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manoeuvre {
    /// The ship moves one field ahead.
    Forward,
    /// The ship turns to port, counterclockwise.
    Left,
    /// The ship turns to starboard, clockwise.
    Right,
}

impl Heading {
    /// All headings, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the rows and columns that one step along this heading adds.
    pub const fn step(self) -> (i64, i64) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }

    /// Returns the heading after `manoeuvre`.
    #[must_use]
    pub const fn turned(self, manoeuvre: Manoeuvre) -> Self {
        match (manoeuvre, self) {
            (Manoeuvre::Forward, heading) => heading,
            (Manoeuvre::Left, Self::South) | (Manoeuvre::Right, Self::North) => Self::East,
            (Manoeuvre::Left, Self::West) | (Manoeuvre::Right, Self::East) => Self::South,
            (Manoeuvre::Left, Self::North) | (Manoeuvre::Right, Self::South) => Self::West,
            (Manoeuvre::Left, Self::East) | (Manoeuvre::Right, Self::West) => Self::North,
        }
    }

    /// Returns the opposite heading.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(Manoeuvre::Left).turned(Manoeuvre::Left)
    }

    /// Returns the axis of a ship with this heading.
    pub const fn axis(self) -> Axis {
        match self {
            Self::East | Self::West => Axis::Row,
            Self::North | Self::South => Axis::Column,
        }
    }
}

impl Manoeuvre {
    /// All manoeuvres: forward, left, right.
    pub const ALL: [Self; 3] = [Self::Forward, Self::Left, Self::Right];
}

words! { Heading, "a heading": North "N", East "E", South "S", West "W" }

words! { Manoeuvre, "a manoeuvre": Forward "F", Left "L", Right "R" }

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
