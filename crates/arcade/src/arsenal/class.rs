//! The four classes of ships of the game arsenal.

use broadside_core::board::names;

/// A class of ships. Each side has one ship of each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Five cells.
    Carrier,
    /// Four cells.
    Battleship,
    /// Three cells.
    Destroyer,
    /// Two cells.
    Submarine,
}

impl Class {
    /// All classes in fleet order, from the longest to the shortest.
    pub const ALL: [Self; 4] = [Self::Carrier, Self::Battleship, Self::Destroyer, Self::Submarine];

    /// The lengths of the classes in fleet order.
    pub const LENGTHS: [u32; 4] = [5, 4, 3, 2];

    /// Returns the number of cells of a ship of this class.
    pub const fn length(self) -> u32 {
        Self::LENGTHS[self as usize]
    }
}

names! {
    Class:
    Carrier "Carrier", Battleship "Battleship", Destroyer "Destroyer", Submarine "Submarine"
}
