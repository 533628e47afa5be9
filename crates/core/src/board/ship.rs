//! A ship: its hull and its damage.

use super::{Coord, Hull};
use std::collections::BTreeSet;

/// The number of a ship on its board, in order of placement from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId(u32);

impl ShipId {
    /// The number of the ship that is placed after `index` others; boards have fewer than 2^32 ships.
    pub(super) fn of(index: usize) -> Self {
        Self(u32::try_from(index).expect("a board numbers its ships with 32 bits"))
    }

    /// The number as an index into a list of the ships.
    #[doc(hidden)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ship, afloat or sunk. Damage belongs to segments and stays with them when the ship moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ship {
    hull: Hull,
    /// `None` for an intact ship, so that ships of any length need little memory.
    damage: Option<Box<Damage>>,
    /// The number of segments that are not destroyed.
    healthy: u32,
}

/// The destroyed segments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Damage(BTreeSet<u32>);

impl Ship {
    /// An intact ship.
    pub(super) const fn new(hull: Hull) -> Self {
        Self { hull, damage: None, healthy: hull.length() }
    }

    /// Moves the ship to a hull of the same length.
    pub(super) const fn lie_at(&mut self, hull: Hull) {
        self.hull = hull;
    }

    /// Destroys a segment.
    pub(super) fn destroy(&mut self, segment: u32) {
        self.healthy -= u32::from(self.damage.get_or_insert_default().0.insert(segment));
    }

    /// Where the ship lies.
    pub const fn hull(&self) -> &Hull {
        &self.hull
    }

    /// Whether the ship has this segment, and it is not destroyed.
    #[doc(hidden)]
    pub fn is_healthy(&self, segment: u32) -> bool {
        let is_destroyed = |damage: &Damage| damage.0.contains(&segment);
        segment < self.hull.length() && !self.damage.as_deref().is_some_and(is_destroyed)
    }

    /// The fields of the segments that are not destroyed, bow first.
    #[doc(hidden)]
    pub fn healthy_fields(&self) -> impl Iterator<Item = Coord> + '_ {
        let healthy = |segment: &u32| self.is_healthy(*segment);
        (0..self.hull.length()).filter(healthy).map(|segment| self.hull.field(segment))
    }

    /// The number of segments that are not destroyed.
    pub const fn healthy(&self) -> u32 {
        self.healthy
    }

    /// Whether every segment is destroyed.
    pub const fn is_sunk(&self) -> bool {
        self.healthy == 0
    }
}
