//! What ships are called, and what their classes can do.

use crate::board::{Side, words};

/// The segment that holds the cannon, and without which a carrier sends no planes.
pub(super) const CANNON: u32 = 1;

/// A class of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `CAR`, five segments; its cannon reaches everywhere, and it sends planes.
    Carrier,
    /// `BAT`, four segments.
    Battleship,
    /// `CRU`, three segments.
    Cruiser,
    /// `DES`, two segments; its cannon is its engine.
    Destroyer,
}

impl Class {
    /// All classes, in the order in which fleets are counted.
    pub const ALL: [Self; 4] = [Self::Carrier, Self::Battleship, Self::Cruiser, Self::Destroyer];

    /// The number of segments of the longest class.
    pub const LONGEST: usize = 5;

    /// The number of segments, which is also the range of radar and cannon and the shots of a turn.
    pub const fn length(self) -> u32 {
        match self {
            Self::Carrier => 5,
            Self::Battleship => 4,
            Self::Cruiser => 3,
            Self::Destroyer => 2,
        }
    }

    /// How far the cannon shoots; `None`: everywhere.
    pub const fn range(self) -> Option<u32> {
        match self {
            Self::Carrier => None,
            Self::Battleship | Self::Cruiser | Self::Destroyer => Some(self.length()),
        }
    }

    /// How often a ship of the class may move in a turn.
    pub const fn moves(self) -> u32 {
        match self {
            Self::Carrier => 2,
            Self::Battleship | Self::Cruiser | Self::Destroyer => 3,
        }
    }
}

words! {
    Class, "a class of ships":
    Carrier "CAR", Battleship "BAT", Cruiser "CRU", Destroyer "DES"
}

/// A ship's name within its fleet. Ordered as SAVE lists ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipName {
    /// The class.
    pub class: Class,
    /// The number within the class, from 0. Orders may name ships that cannot exist.
    pub index: i64,
}

/// Whose a ship is and what it is called, in a third of the room: there are millions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owned {
    side: Side,
    class: Class,
    index: u32,
}

impl Owned {
    /// The ship `name` of `side`, of a class of at most [`LARGEST_CLASS`](super::LARGEST_CLASS).
    pub(super) fn new(side: Side, name: ShipName) -> Self {
        let index = u32::try_from(name.index).expect("a class has at most a million ships");
        Self { side, class: name.class, index }
    }

    /// Whose it is and what it is called.
    pub(super) fn name(self) -> (Side, ShipName) {
        (self.side, ShipName { class: self.class, index: i64::from(self.index) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_read_back() {
        let words = Class::ALL.map(|class| class.to_string());
        assert_eq!(words, ["CAR", "BAT", "CRU", "DES"]);
        assert_eq!(words.map(|word| word.parse::<Class>().unwrap()), Class::ALL);
        assert!("car".parse::<Class>().is_err());
    }
}
