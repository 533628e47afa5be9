//! Where a bow points.

/// One of the four points of the compass; north is towards row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// Towards smaller rows.
    North,
    /// Towards larger columns.
    East,
    /// Towards larger rows.
    South,
    /// Towards smaller columns.
    West,
}

/// A way for a ship to go by one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Straight on, by one field.
    Forward,
    /// To port: the heading turns against the clock.
    Left,
    /// To starboard: the heading turns with the clock.
    Right,
}

impl Heading {
    /// All headings, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Rows and columns that one step along this heading adds.
    pub const fn step(self) -> (i64, i64) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }

    /// The heading after `turn`.
    #[must_use]
    pub const fn turned(self, turn: Turn) -> Self {
        match (turn, self) {
            (Turn::Forward, heading) => heading,
            (Turn::Left, Self::South) | (Turn::Right, Self::North) => Self::East,
            (Turn::Left, Self::West) | (Turn::Right, Self::East) => Self::South,
            (Turn::Left, Self::North) | (Turn::Right, Self::South) => Self::West,
            (Turn::Left, Self::East) | (Turn::Right, Self::West) => Self::North,
        }
    }

    /// The heading that points the other way.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(Turn::Left).turned(Turn::Left)
    }
}

impl Turn {
    /// All turns: forward, left, right.
    pub const ALL: [Self; 3] = [Self::Forward, Self::Left, Self::Right];
}
