//! A ship: its hull and its damage.

use super::Hull;
use std::collections::BTreeSet;

/// The number of a ship on its board, in order of placement from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId(pub(super) u32);

impl ShipId {
    /// The number, to index what a rule-set keeps for each ship.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ship afloat or sunk. Damage belongs to segments and stays with them when the ship moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ship {
    pub(super) hull: Hull,
    /// The destroyed segments: an intact ship, of any length, needs no room for them.
    pub(super) destroyed: BTreeSet<u32>,
}

impl Ship {
    /// An intact ship.
    pub(super) const fn new(hull: Hull) -> Self {
        Self { hull, destroyed: BTreeSet::new() }
    }

    /// Where the ship lies.
    pub const fn hull(&self) -> &Hull {
        &self.hull
    }

    /// Whether `segment` is not destroyed.
    pub fn is_healthy(&self, segment: u32) -> bool {
        !self.destroyed.contains(&segment)
    }

    /// The number of segments that are not destroyed.
    pub fn healthy(&self) -> u32 {
        let destroyed = u32::try_from(self.destroyed.len()).expect("no more than segments");
        self.hull.length() - destroyed
    }

    /// Whether every segment is destroyed.
    pub fn is_sunk(&self) -> bool {
        self.healthy() == 0
    }
}
