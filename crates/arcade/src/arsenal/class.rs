//! The four classes of ships.

use broadside_core::board::names;

/// A class of ships; each side has one of each.
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
    /// All classes in fleet order.
    pub const ALL: [Self; 4] = [Self::Carrier, Self::Battleship, Self::Destroyer, Self::Submarine];

    /// The lengths in fleet order.
    pub const LENGTHS: [u32; 4] = [5, 4, 3, 2];

    /// The number of cells.
    pub const fn length(self) -> u32 {
        Self::LENGTHS[self as usize]
    }
}

names! {
    Class:
    Carrier "Carrier", Battleship "Battleship", Destroyer "Destroyer", Submarine "Submarine"
}
