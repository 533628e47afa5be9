//! The place of a ship on the grid, and whole fleets.

use super::cells::{self, Cell, Class, SIZE};
use super::error::Misplaced;
use crate::ai::random_fleet;
use broadside_core::board::{Axis, Hull};
use broadside_core::dice::Dice;

/// A ship that lies on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    class: Class,
    start: Cell,
    axis: Axis,
}

impl Placement {
    /// Returns the ship from `start` to the right (in a row) or down; `None` if it leaves the grid.
    pub const fn new(class: Class, start: Cell, axis: Axis) -> Option<Self> {
        let place = match axis {
            Axis::Row => start.col(),
            Axis::Column => start.row(),
        };
        if place + class.length() <= SIZE { Some(Self { class, start, axis }) } else { None }
    }

    /// Returns the class of the ship.
    pub const fn class(self) -> Class {
        self.class
    }

    /// Returns the first cell (the left or the top cell) and the axis.
    #[doc(hidden)]
    pub const fn berth(self) -> (Cell, Axis) {
        (self.start, self.axis)
    }

    /// Returns the axis along which the ship lies.
    pub const fn axis(self) -> Axis {
        self.axis
    }

    /// Returns the hull of the ship. The bow is the first cell.
    #[doc(hidden)]
    pub fn hull(self) -> Hull {
        let bow = self.start.coord();
        cells::on_the_grid(Hull::new(bow, self.axis.heading(), self.class.length()))
    }

    /// Whether the ships share a cell.
    #[doc(hidden)]
    pub fn overlaps(self, other: Self) -> bool {
        self.set() & other.set() != 0
    }

    /// Returns the cells of the ship.
    #[doc(hidden)]
    pub fn set(self) -> u128 {
        let step = match self.axis {
            Axis::Row => 1,
            Axis::Column => SIZE,
        };
        (0..self.class.length()).fold(0, |set, segment| set | self.start.set() << (segment * step))
    }

    fn from_set(class: Class, set: u128) -> Option<Self> {
        let start = Cell::from_index(set.trailing_zeros())?;
        let mut ships = Axis::ALL.into_iter().filter_map(|axis| Self::new(class, start, axis));
        ships.find(|ship| ship.set() == set)
    }
}

/// A legal fleet: it has one ship of each class, all ships lie on the grid, and no ships overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fleet([Placement; 4]);

impl Fleet {
    /// Returns the fleet with a ship at each of these berths, in the order of [`Class::ALL`]. A
    /// berth is the first cell and the axis of a ship. A ship lies from its first cell to the
    /// right, or down. Fails if a ship leaves the grid, or overlaps a ship before it.
    pub fn new(berths: [(Cell, Axis); 4]) -> Result<Self, Misplaced> {
        let mut placed = Vec::with_capacity(berths.len());
        for (class, berth) in Class::ALL.into_iter().zip(berths) {
            placed.push(place(class, berth, &placed)?);
        }
        Ok(Self(std::array::from_fn(|index| placed[index])))
    }

    /// Returns the fleet of these ships; `None` if they are not four. The ships must be in the
    /// order of [`Class::ALL`], and must not overlap.
    pub(super) fn of_placed(placed: &[Placement]) -> Option<Self> {
        placed.try_into().ok().map(Self)
    }

    /// Returns a random fleet. All legal fleets are equally likely. Draws as [`random_fleet`] does.
    /// If broken dice find no fleet in a million draws, the ships lie in every second row.
    pub fn at_random(dice: &mut dyn Dice) -> Self {
        let found = random_fleet(&cells::waters(), &Class::LENGTHS, dice);
        found.and_then(|sets| Self::from_sets(&sets)).unwrap_or_else(Self::in_every_second_row)
    }

    fn from_sets(sets: &[u128]) -> Option<Self> {
        let ships = Class::ALL.into_iter().zip(sets);
        let ships = ships.map(|(class, set)| Placement::from_set(class, *set));
        Self::of_placed(&ships.collect::<Option<Vec<_>>>()?)
    }

    pub(super) fn in_every_second_row() -> Self {
        let berth = |row| (cells::on_the_grid(Cell::new(row, 0)), Axis::Row);
        Self::new([0, 2, 4, 6].map(berth)).expect("ships in different rows")
    }

    /// Returns the ships in the order of [`Class::ALL`].
    pub const fn ships(&self) -> &[Placement; 4] {
        &self.0
    }

    /// Returns the cells of all ships.
    #[doc(hidden)]
    pub fn set(&self) -> u128 {
        self.0.iter().fold(0, |all, ship| all | ship.set())
    }
}

/// Places a ship if it stays on the grid and overlaps no ship of `placed`. The checks have the
/// order of spec arsenal §1. The error names the first ship of `placed` that the new ship overlaps.
pub(super) fn place(
    class: Class,
    (start, axis): (Cell, Axis),
    placed: &[Placement],
) -> Result<Placement, Misplaced> {
    let ship = Placement::new(class, start, axis).ok_or(Misplaced::LeavesGrid(class))?;
    match placed.iter().find(|other| ship.overlaps(**other)) {
        Some(other) => Err(Misplaced::Overlaps(class, other.class)),
        None => Ok(ship),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_dice_give_a_fleet_too() {
        struct Broken;
        impl Dice for Broken {
            fn below(&mut self, _: u64) -> u64 {
                0
            }
        }
        assert_eq!(Fleet::at_random(&mut Broken).set().count_ones(), 14);
    }
}
