//! The plan of a turn: orders that a copy of the game has accepted. They are passed on at once and not
//! stored, because a turn may have millions of orders.

use crate::rules::{Game, Order, ShipName};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Seeded, ShipId, Side};
use std::collections::HashSet;

/// A turn that is being planned.
pub(super) struct Plan<'w> {
    /// The game after the orders so far.
    pub(super) game: Game,
    /// The side whose turn it is.
    pub(super) side: Side,
    /// Whether there are orders yet.
    pub(super) has_orders: bool,
    /// Receives the orders.
    emit: &'w mut dyn FnMut(Order),
    /// The targets of this turn's shots.
    pub(super) shot: HashSet<Coord, Seeded>,
    /// Cancels the plan. Its orders are then useless.
    pub(super) cancel: &'w Cancel,
}

impl<'w> Plan<'w> {
    /// Starts a plan. `game` is a scratch copy of `before` in which missing ships have been placed.
    pub(super) fn new(
        before: &Game,
        game: Game,
        cancel: &'w Cancel,
        emit: &'w mut dyn FnMut(Order),
    ) -> Self {
        let mut has_orders = false;
        for (id, ship) in game.board.ships().skip(before.board.ships().len()) {
            let (_, name) = game.name(id);
            emit(Order::Place { name, bow: ship.hull().bow(), heading: ship.hull().heading() });
            has_orders = true;
        }
        Self { side: game.expected(), game, has_orders, emit, shot: HashSet::default(), cancel }
    }

    /// Gives an order. An illegal order would be a bug of the pilot. It is left out, so the printed orders are
    /// legal even then.
    pub(super) fn give(&mut self, order: Order) {
        let given = self.game.order(order);
        debug_assert!(given.is_ok(), "{order:?}: {given:?}");
        if given.is_err() {
            return;
        }
        self.has_orders = true;
        (self.emit)(order);
        self.shot.extend(order.shot());
    }

    /// The ships of the side to move, by class and number.
    pub(super) fn ships(&self) -> Vec<(ShipName, ShipId)> {
        self.game.fleets[self.side].ships().collect()
    }

    /// The shots that `ship` has left in this turn.
    pub(super) fn shots_left(&self, ship: ShipId) -> u32 {
        if !self.game.is_armed(ship) {
            return 0;
        }
        self.game.board.ship(ship).hull().length() - self.game.turn().spent(ship).shots
    }

    /// Whether a shot without a target may go to `at`: not on an own ship, a reef or an earlier target.
    pub(super) fn may_waste_on(&self, at: Coord) -> bool {
        let own = |ship| self.game.name(ship).0 == self.side;
        !self.shot.contains(&at)
            && !self.game.board.ship_at(at).is_some_and(own)
            && !self.game.board.reef_at(at)
    }
}
