//! The four classes of ships, and where one is placed.

use super::cells::{self, Cell, SIZE};
use crate::ai::random_fleet;
use crate::board::{Heading, Hull, Rect};
use crate::dice::Dice;

/// A class of ships; each side has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carrier => "Carrier",
            Self::Battleship => "Battleship",
            Self::Destroyer => "Destroyer",
            Self::Submarine => "Submarine",
        }
    }

    /// The number of cells.
    pub const fn length(self) -> u32 {
        Self::LENGTHS[self as usize]
    }
}

/// A ship of some length that lies on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement(Hull);

impl Placement {
    /// The ship of `class` that runs from `start` to the right, or down; `None` when it leaves the grid.
    pub fn new(class: Class, start: Cell, down: bool) -> Option<Self> {
        let heading = if down { Heading::North } else { Heading::West };
        let hull = Hull::new(start.coord(), heading, class.length())?;
        cells::dims().holds_hull(&hull).then_some(Self(hull))
    }

    /// Where it lies.
    pub const fn hull(self) -> Hull {
        self.0
    }

    /// Whether both lie on some cell.
    pub fn overlaps(self, other: Self) -> bool {
        self.0.rect().overlaps(&other.0.rect())
    }

    /// Its cells.
    pub fn set(self) -> u128 {
        let Rect { top, left, .. } = self.0.rect();
        let place = |at: i64| u32::try_from(at).expect("a ship on the grid");
        let (start, step) = (place(top) * SIZE + place(left), self.step());
        (0..self.0.length()).fold(0, |set, segment| set | 1 << (start + segment * step))
    }

    fn step(self) -> u32 {
        match self.0.heading() {
            Heading::North | Heading::South => SIZE,
            Heading::East | Heading::West => 1,
        }
    }

    /// The ship of `class` on the cells of `set`, which are such a ship.
    fn from_set(class: Class, set: u128) -> Self {
        let start = Cell::from_index(set.trailing_zeros()).expect("a cell of the grid");
        let down = set >> (start.index() + 1) & 1 == 0;
        Self::new(class, start, down).expect("a ship on the grid")
    }
}

/// A fleet at random, uniform over all legal ones. Draws: see [`random_fleet`].
pub fn at_random(dice: &mut dyn Dice) -> Vec<Placement> {
    let fleet = random_fleet(&cells::waters(), &Class::LENGTHS, dice).expect("the fleet has room");
    fleet.iter().zip(Class::ALL).map(|(set, class)| Placement::from_set(class, *set)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Twister;

    #[test]
    fn placements_and_sets_say_the_same() {
        let mut dice = Twister::from_python_seed(&5.into());
        for _ in 0..100 {
            for (placement, class) in at_random(&mut dice).into_iter().zip(Class::ALL) {
                assert_eq!(Placement::from_set(class, placement.set()), placement);
                assert_eq!(placement.set().count_ones(), class.length());
            }
        }
    }
}
