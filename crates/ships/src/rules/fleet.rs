//! The fleet of one side: its ships and its settings.

use super::names::Packed;
use super::spied::Spied;
use super::{Class, Reason, ShipName};
use broadside_core::board::{Rect, ShipId, Side};
use std::collections::BTreeMap;

/// The largest number of ships of one class in a fleet. This project chose the limit (spec ships
/// §4).
pub const LARGEST_CLASS: i64 = 1_000_000;

pub(super) fn missing(mut sizes: [i64; 4], placed: impl Iterator<Item = ShipName>) -> [i64; 4] {
    for name in placed {
        sizes[name.class as usize] -= 1;
    }
    sizes
}

/// The ships and settings of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fleet {
    pub(super) sizes: [i64; 4],
    pub(super) start: Rect,
    pub(super) ships: BTreeMap<Packed, ShipId>,
    pub(super) healthy: u64,
    pub(super) armed_carriers: u64,
    pub(super) spied: Spied,
    pub(super) is_ai: bool,
}

impl Fleet {
    /// The number of ships of each class, in the order of [`Class::ALL`], if the script sets no
    /// other numbers.
    pub const DEFAULT_SIZES: [i64; 4] = [1, 2, 3, 4];

    pub(super) fn new(side: Side) -> Self {
        let start = match side {
            Side::First => Rect { top: 0, left: 0, bottom: 9, right: 9 },
            Side::Second => Rect { top: 11, left: 0, bottom: 20, right: 9 },
        };
        Self {
            sizes: Self::DEFAULT_SIZES,
            start,
            ships: BTreeMap::new(),
            healthy: 0,
            armed_carriers: 0,
            spied: Spied::default(),
            is_ai: false,
        }
    }

    /// The number of ships of each class, in the order of [`Class::ALL`].
    pub const fn sizes(&self) -> [i64; 4] {
        self.sizes
    }

    /// The rectangle in which the player may place ships.
    pub const fn start(&self) -> Rect {
        self.start
    }

    /// The ships on the board, sorted by class and number.
    pub fn ships(&self) -> impl Iterator<Item = (ShipName, ShipId)> {
        self.ships.iter().map(|(name, id)| (name.name(), *id))
    }

    /// The ship called `name`, if it is on the board.
    pub fn ship(&self, name: ShipName) -> Option<ShipId> {
        self.ships.get(&Packed::of(name)?).copied()
    }

    /// The number of healthy segments of the fleet's ships on the board.
    pub const fn healthy(&self) -> u64 {
        self.healthy
    }

    /// Whether the interpreter plays this side (`SET_AI_PLAYER`).
    pub const fn is_ai(&self) -> bool {
        self.is_ai
    }

    /// Whether every ship of the fleet is on the board.
    pub fn is_complete(&self) -> bool {
        let size: i64 = self.sizes.iter().sum();
        usize::try_from(size) == Ok(self.ships.len())
    }

    /// The number of ships of `class` that the side has, on the board or not.
    pub const fn size(&self, class: Class) -> i64 {
        self.sizes[class as usize]
    }

    /// Checks that no new size is negative or too large, and that each ship on the board keeps a
    /// valid index.
    pub(super) fn check_sizes(&self, sizes: [i64; 4]) -> Result<(), Reason> {
        if sizes.iter().any(|&size| size < 0) {
            return Err(Reason::FleetSizeNegative);
        }
        if sizes.iter().any(|&size| size > LARGEST_CLASS) {
            return Err(Reason::FleetTooLarge);
        }
        let has_ship_beyond = |(class, size)| {
            let first = Packed::of(ShipName { class, index: size });
            let beyond = first.map(|first| self.ships.range(first..=Packed::last(class)));
            beyond.is_some_and(|mut beyond| beyond.next().is_some())
        };
        if Class::ALL.into_iter().zip(sizes).any(has_ship_beyond) {
            return Err(Reason::FleetTooSmall);
        }
        Ok(())
    }

    pub(crate) fn check_name(&self, name: ShipName) -> Result<(), Reason> {
        if self.ship(name).is_some() {
            return Err(Reason::ShipAlreadyPresent);
        }
        if !(0..self.size(name.class)).contains(&name.index) {
            return Err(Reason::ClassComplete);
        }
        Ok(())
    }
}
