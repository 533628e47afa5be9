//! The classes of ships with their abilities, and the names of ships.

use broadside_core::board::words;

/// The index of the segment with the cannon. A carrier needs this cannon for planes too.
pub const CANNON: u32 = 1;

/// A class of ships.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `CAR`, five segments. Its cannon reaches every field, and it sends planes.
    Carrier,
    /// `BAT`, four segments.
    Battleship,
    /// `CRU`, three segments.
    Cruiser,
    /// `DES`, two segments. Its cannon is also its engine.
    Destroyer,
}

impl Class {
    /// All classes, in the order of `SET_FLEET`.
    pub const ALL: [Self; 4] = [Self::Carrier, Self::Battleship, Self::Cruiser, Self::Destroyer];

    /// The number of segments of the longest class.
    pub const LONGEST: usize = Self::Carrier.length() as usize;

    /// The number of segments. It is also the range of a healthy radar and, except for carriers, of
    /// the cannon. A ship also has this many shots and planes in a turn.
    pub const fn length(self) -> u32 {
        match self {
            Self::Carrier => 5,
            Self::Battleship => 4,
            Self::Cruiser => 3,
            Self::Destroyer => 2,
        }
    }

    /// The range of the cannon, or `None` if the cannon reaches every field.
    pub const fn range(self) -> Option<u32> {
        match self {
            Self::Carrier => None,
            Self::Battleship | Self::Cruiser | Self::Destroyer => Some(self.length()),
        }
    }

    /// The number of moves that a ship may make in a turn.
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

/// The name of a ship within its fleet. Names are sorted in the order in which `SAVE` writes ships.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipName {
    /// The class.
    pub class: Class,
    /// The number of the ship within its class, from 0. In an order it can be any number.
    pub index: i64,
}

/// The name of a ship in 32 bits, to save memory. Packed names sort in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed(u32);

impl Packed {
    /// The number of bits for the index, enough for [`LARGEST_CLASS`](super::LARGEST_CLASS) ships.
    const BITS: u32 = 20;

    /// Returns `None` if the index is negative or needs more than `BITS` bits. No ship of a fleet
    /// has such an index.
    pub(super) fn of(name: ShipName) -> Option<Self> {
        let index = u32::try_from(name.index).ok().filter(|index| index >> Self::BITS == 0)?;
        Some(Self((name.class as u32) << Self::BITS | index))
    }

    pub(super) const fn last(class: Class) -> Self {
        Self(((class as u32 + 1) << Self::BITS) - 1)
    }

    pub(super) const fn name(self) -> ShipName {
        let index = self.0 & ((1 << Self::BITS) - 1);
        ShipName { class: Class::ALL[(self.0 >> Self::BITS) as usize], index: index as i64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_packed_in_their_order() {
        let indices = [0, 1, 999_999, (1 << 20) - 1];
        let name = |class| indices.map(|index| ShipName { class, index });
        let names = Class::ALL.map(name).concat();
        let packed: Vec<_> = names.iter().map(|name| Packed::of(*name).unwrap()).collect();
        assert!(packed.is_sorted() && names.is_sorted());
        assert_eq!(packed.iter().map(|packed| packed.name()).collect::<Vec<_>>(), names);
        assert_eq!(packed[3], Packed::last(Class::Carrier));
        for index in [-1, 1 << 20, i64::MAX, i64::MIN] {
            assert_eq!(Packed::of(ShipName { class: Class::Cruiser, index }), None);
        }
    }
}
