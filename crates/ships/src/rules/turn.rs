//! The record of an open turn: what ships have used up, and which targets still need ships.

use super::Order;
use broadside_core::board::{Coord, ShipId, Side};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// All that the rules have to remember about the open turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnLog {
    /// The side whose turn is open.
    pub(super) side: Side,
    /// What each ship has used up. An ordered map has a hash. It is also fast: players usually give
    /// their orders ship after ship, and the entries of these ships are close together.
    pub(super) spent: BTreeMap<ShipId, Spent>,
    /// The targets of orders that name no ship, oldest first. New targets are dropped if the list
    /// already has one target more than the whole fleet could take. The turn is then invalid.
    pub(super) targets: Vec<Target>,
    /// The fields that cannons have left in this turn. Each field has the list of ships that moved
    /// their cannon away from it. Empty without automatic shooting.
    pub(super) left_fields: HashMap<Coord, Vec<ShipId>>,
    /// The ships that lost their cannon (segment 1) in this turn.
    pub(super) disarmed: HashSet<ShipId>,
}

/// The moves and shots that a ship has used up in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Spent {
    /// The number of moves.
    pub(super) moves: u32,
    /// The number of shots and planes whose orders named the ship.
    pub(super) shots_and_planes: u32,
}

/// The target of an order that names no ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A shot at a field.
    Shot(Coord),
    /// A plane to a field.
    Plane(Coord),
}

impl Target {
    /// Returns the order that gave the target.
    pub(super) const fn order(self) -> Order {
        match self {
            Self::Shot(at) => Order::Shoot(at),
            Self::Plane(at) => Order::SpyAt(at),
        }
    }
}

/// Leaves out `left_fields` and `disarmed`, because hash maps and hash sets have no hash.
impl Hash for TurnLog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.side, &self.spent, &self.targets).hash(state);
    }
}

impl TurnLog {
    /// Creates the record of a turn of `side` that has no orders yet.
    pub(super) fn new(side: Side) -> Self {
        Self {
            side,
            spent: BTreeMap::new(),
            targets: Vec::new(),
            left_fields: HashMap::new(),
            disarmed: HashSet::new(),
        }
    }

    /// Returns a copy with nothing but the moves and shots that ships have used up. This is enough
    /// for shots that name their ship. They come from the field where the cannon is now, so the
    /// fields that it has left do not matter.
    pub(super) fn without_history(&self) -> Self {
        Self { spent: self.spent.clone(), ..Self::new(self.side) }
    }

    /// The moves and shots that `ship` has used up.
    pub(super) fn spent(&self, ship: ShipId) -> Spent {
        self.spent.get(&ship).copied().unwrap_or_default()
    }
}
