//! A ship on a board: its hull and its damage.

use super::{Coord, Hull};
use std::collections::BTreeSet;

/// The number of a ship on its board. Ships are numbered from 0, in order of placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId(u32);

impl ShipId {
    #[inline]
    pub(super) fn of(index: usize) -> Self {
        Self(u32::try_from(index).expect("a board numbers its ships with 32 bits"))
    }

    /// Returns the number as an index into a list of the ships.
    #[doc(hidden)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ship, afloat or sunk. When a ship moves, each destroyed segment moves with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ship {
    hull: Hull,
    /// The destroyed segments; `None` for an intact ship.
    #[expect(clippy::box_collection, reason = "a box needs less memory than a set")]
    damage: Option<Box<BTreeSet<u32>>>,
    healthy: u32,
}

impl Ship {
    pub(super) const fn new(hull: Hull) -> Self {
        Self { hull, damage: None, healthy: hull.length() }
    }

    /// Moves the ship. `hull` must have the length of the ship.
    #[doc(hidden)]
    pub const fn lie_at(&mut self, hull: Hull) {
        self.hull = hull;
    }

    /// Destroys a segment. The ship must have this segment.
    #[doc(hidden)]
    pub fn destroy(&mut self, segment: u32) {
        self.healthy -= u32::from(self.damage.get_or_insert_default().insert(segment));
    }

    /// Returns where the ship lies.
    pub const fn hull(&self) -> &Hull {
        &self.hull
    }

    /// Returns whether the ship has this segment and the segment is not destroyed.
    #[doc(hidden)]
    pub fn is_healthy(&self, segment: u32) -> bool {
        let is_destroyed = self.damage.as_ref().is_some_and(|damage| damage.contains(&segment));
        segment < self.hull.length() && !is_destroyed
    }

    /// Returns the fields of the segments that are not destroyed, from bow to stern.
    #[doc(hidden)]
    pub fn healthy_fields(&self) -> impl Iterator<Item = Coord> + '_ {
        let healthy = |segment: &u32| self.is_healthy(*segment);
        (0..self.hull.length()).filter(healthy).map(|segment| self.hull.field(segment))
    }

    /// Returns the number of segments that are not destroyed.
    pub const fn healthy(&self) -> u32 {
        self.healthy
    }

    /// Returns whether every segment is destroyed.
    pub const fn is_sunk(&self) -> bool {
        self.healthy == 0
    }
}
