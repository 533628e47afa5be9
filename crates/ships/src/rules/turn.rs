//! The record of an open turn.

use broadside_core::board::{Coord, ShipId, Side};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// What has happened in the open turn so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnLog {
    /// The side that moves.
    pub(super) side: Side,
    /// What each ship has used up. The map is ordered: fleets act ship after ship, so the entries that are
    /// needed next are close together.
    pub(super) spent: BTreeMap<ShipId, Spent>,
    /// The targets named without ships, in order. At most one more than the whole fleet could take: the first
    /// target without a ship is then among them.
    pub(super) targets: Vec<Target>,
    /// The fields that cannons have left in this turn, with the ships that left them.
    pub(super) left: HashMap<Coord, Vec<ShipId>>,
    /// The ships whose segment 1 was destroyed in this turn.
    pub(super) disarmed: HashSet<ShipId>,
}

/// The moves and shots that a ship has used up in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Spent {
    /// Moves.
    pub(super) moves: u32,
    /// Shots and planes whose orders named the ship.
    pub(super) shots: u32,
}

/// A target named without a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A shot at a field.
    Shot(Coord),
    /// A plane. Its field does not matter, because every carrier reaches every field.
    Plane,
}

/// Hash maps cannot be hashed, so `left` and `disarmed` are left out.
impl Hash for TurnLog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.side, &self.spent, &self.targets).hash(state);
    }
}

impl TurnLog {
    /// A turn of `side` without orders.
    pub(super) fn new(side: Side) -> Self {
        Self {
            side,
            spent: BTreeMap::new(),
            targets: Vec::new(),
            left: HashMap::new(),
            disarmed: HashSet::new(),
        }
    }

    /// Returns a copy in which cannons count only on their present fields, as for shots that name their ship.
    pub(super) fn without_history(&self) -> Self {
        Self { spent: self.spent.clone(), ..Self::new(self.side) }
    }

    /// The moves and shots that `ship` has used up.
    pub(super) fn spent(&self, ship: ShipId) -> Spent {
        self.spent.get(&ship).copied().unwrap_or_default()
    }
}
