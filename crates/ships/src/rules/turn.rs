//! What has happened in the turn so far.

use broadside_core::board::{Coord, ShipId, Side};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// What a turn that is being played has to remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnLog {
    /// Who moves.
    pub(super) side: Side,
    /// What ships have used up. Fleets act ship after ship: an ordered map finds neighbours side by side.
    pub(super) spent: BTreeMap<ShipId, Spent>,
    /// The targets named without ships, in the order in which they were named, as far as a whole
    /// fleet could take them and one more: the first one too many is among these.
    pub(super) targets: Vec<Target>,
    /// The fields that cannons have left by moving in this turn.
    pub(super) left: HashMap<Coord, Vec<ShipId>>,
    /// The ships whose segment 1 was destroyed in this turn.
    pub(super) disarmed: HashSet<ShipId>,
}

/// What a ship has used up in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Spent {
    /// Moves.
    pub(super) moves: u32,
    /// Shots and planes that named the ship.
    pub(super) shots: u32,
}

/// A target named without a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A shot at a field.
    Shot(Coord),
    /// A plane; every carrier reaches everything.
    Plane,
}

/// What is left out is equal where the rest is, nearly always.
impl Hash for TurnLog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.side, &self.spent, &self.targets).hash(state);
    }
}

impl TurnLog {
    /// The turn of `side`, nothing done yet.
    pub(super) fn new(side: Side) -> Self {
        Self {
            side,
            spent: BTreeMap::new(),
            targets: Vec::new(),
            left: HashMap::new(),
            disarmed: HashSet::new(),
        }
    }

    /// The turn as a shot that names its ship sees it: cannons count where they stand now.
    pub(super) fn as_it_stands(&self) -> Self {
        Self { spent: self.spent.clone(), ..Self::new(self.side) }
    }

    /// What `ship` has used up.
    pub(super) fn spent(&self, ship: ShipId) -> Spent {
        self.spent.get(&ship).copied().unwrap_or_default()
    }
}
