//! Counts the shots and moves that the person's ships have left in the open turn.

use super::Versus;
use broadside_core::board::Ship;
use broadside_ships::rules::fair::Step;
use broadside_ships::rules::{CANNON, Class, OrderKind, ShipName};

impl Versus {
    /// Returns the shots (and planes) and the moves that a ship has left; `None` for what it cannot
    /// do at all. In a basic game, only carriers have shots, and all of them are planes.
    pub fn remaining(&self, name: ShipName, ship: &Ship) -> (Option<u32>, Option<u32>) {
        let is_extended = self.game().is_extended();
        let (shots, moves) = spent(self.steps(), name);
        let can_shoot = ship.is_healthy(CANNON) && (is_extended || name.class == Class::Carrier);
        let can_move = !is_extended || ship.is_healthy(ship.hull().length() - 1);
        let shots = can_shoot.then(|| name.class.length().saturating_sub(shots));
        (shots, can_move.then(|| name.class.moves().saturating_sub(moves)))
    }
}

/// Returns how many shots (and planes) and how many moves a ship has used in a turn.
pub(super) fn spent(steps: &[Step], name: ShipName) -> (u32, u32) {
    let done = steps.iter().filter(|step| step.outcome.is_ok());
    let orders = done.map(|step| step.order).filter(|order| order.ship() == Some(name));
    orders.fold((0, 0), |(shots, moves), order| match order.kind() {
        OrderKind::Shot | OrderKind::Plane => (shots + 1, moves),
        OrderKind::Move => (shots, moves + 1),
        OrderKind::Place => (shots, moves),
    })
}
