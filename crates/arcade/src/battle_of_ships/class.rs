//! The classes of ships: their letters, lengths and numbers.

/// A class of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Carrier,
    Battleship,
    Destroyer,
    Submarine,
    PatrolBoat,
}

impl Class {
    /// All classes in the order in which they are listed.
    pub(super) const ALL: [Self; 5] =
        [Self::Carrier, Self::Battleship, Self::Destroyer, Self::Submarine, Self::PatrolBoat];

    /// The letter of a cell of such a ship.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Carrier => 'C',
            Self::Battleship => 'B',
            Self::Destroyer => 'D',
            Self::Submarine => 'S',
            Self::PatrolBoat => 'P',
        }
    }

    /// The class with this letter.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.letter() == letter)
    }

    /// The number of cells of such a ship.
    pub(super) const fn length(self) -> u32 {
        match self {
            Self::Carrier => 5,
            Self::Battleship => 4,
            Self::Destroyer | Self::Submarine => 3,
            Self::PatrolBoat => 2,
        }
    }

    /// The number of such ships in a fleet.
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Carrier | Self::Destroyer | Self::Submarine => 1,
            Self::Battleship => 2,
            Self::PatrolBoat => 4,
        }
    }
}
