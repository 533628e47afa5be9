//! The five classes of ships in battle-of-ships, with their letters, lengths and counts.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Carrier,
    Battleship,
    Destroyer,
    Submarine,
    PatrolBoat,
}

impl Class {
    /// In the order in which the output lists them.
    pub(super) const ALL: [Self; 5] =
        [Self::Carrier, Self::Battleship, Self::Destroyer, Self::Submarine, Self::PatrolBoat];

    pub(super) const fn letter(self) -> char {
        match self {
            Self::Carrier => 'C',
            Self::Battleship => 'B',
            Self::Destroyer => 'D',
            Self::Submarine => 'S',
            Self::PatrolBoat => 'P',
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.letter() == letter)
    }

    pub(super) const fn length(self) -> u32 {
        match self {
            Self::Carrier => 5,
            Self::Battleship => 4,
            Self::Destroyer | Self::Submarine => 3,
            Self::PatrolBoat => 2,
        }
    }

    pub(super) const fn count(self) -> usize {
        match self {
            Self::Carrier | Self::Destroyer | Self::Submarine => 1,
            Self::Battleship => 2,
            Self::PatrolBoat => 4,
        }
    }
}
