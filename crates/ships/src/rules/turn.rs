//! The record of an open turn: what ships have used up, and the targets. A target is a shot or a
//! plane that is given to a ship only when the turn ends.

use super::Order;
use broadside_core::board::{Coord, ShipId, Side};
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnLog {
    pub(super) side: Side,
    pub(super) spent: HashMap<ShipId, Spent>,
    /// The orders that still need a ship, `Shoot` and `SpyAt`, oldest first.
    pub(super) targets: Vec<Order>,
    /// The former fields of cannons that have moved away, each with the ships whose cannon was
    /// there. Empty unless the game [takes targets](super::Game::takes_targets).
    pub(super) former_fields: HashMap<Coord, Vec<ShipId>>,
    /// The ships of both sides that lost their cannon in this turn.
    pub(super) disarmed: HashSet<ShipId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Spent {
    pub(super) moves: u32,
    /// The number of shots and planes whose orders named the ship.
    pub(super) shots_and_planes: u32,
}

/// Hashes only the side and the targets, because `HashMap` and `HashSet` do not implement `Hash`.
impl Hash for TurnLog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.side, &self.targets).hash(state);
    }
}

impl TurnLog {
    pub(super) fn new(side: Side) -> Self {
        Self {
            side,
            spent: HashMap::new(),
            targets: Vec::new(),
            former_fields: HashMap::new(),
            disarmed: HashSet::new(),
        }
    }

    pub(super) fn spent(&self, ship: ShipId) -> Spent {
        self.spent.get(&ship).copied().unwrap_or_default()
    }

    /// The number of shots and planes that an armed ship of this length has left.
    pub(super) fn shots_left(&self, ship: ShipId, length: u32) -> u32 {
        length - self.spent(ship).shots_and_planes
    }
}
