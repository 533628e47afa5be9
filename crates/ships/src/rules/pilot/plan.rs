//! The plan of a turn: the orders that a copy of the game has accepted. Each order is passed on at
//! once. A plan stores no orders, because a turn may have millions.

use crate::rules::{Game, Order, ShipName};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Seeded, ShipId, Side};
use std::collections::HashSet;

pub(super) struct Plan<'w> {
    pub(super) game: Game,
    pub(super) side: Side,
    pub(super) has_orders: bool,
    emit: &'w mut dyn FnMut(Order),
    /// The targets of this turn's shots.
    pub(super) shot: HashSet<Coord, Seeded>,
    /// Cancels the plan. After that its orders must not be used.
    pub(super) cancel: &'w Cancel,
}

impl<'w> Plan<'w> {
    /// `game` is a scratch copy of `before`, with missing ships placed. Passes on the orders that
    /// place them.
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

    /// Carries out an order and passes it on. An illegal order would be a bug of the pilot. It is
    /// skipped, so the orders passed on are always legal.
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

    /// Returns the ships of the side, sorted by class and number.
    pub(super) fn ships(&self) -> Vec<(ShipName, ShipId)> {
        self.game.fleets[self.side].ships().collect()
    }

    pub(super) fn shots_left(&self, ship: ShipId) -> u32 {
        if !self.game.is_armed(ship) {
            return 0;
        }
        self.game.board.ship(ship).hull().length() - self.game.turn().spent(ship).shots_and_planes
    }

    /// Whether a shot that has no target may go to `at`.
    pub(super) fn may_waste_on(&self, at: Coord) -> bool {
        let own = |ship| self.game.name(ship).0 == self.side;
        !self.shot.contains(&at)
            && !self.game.board.ship_at(at).is_some_and(own)
            && !self.game.board.reef_at(at)
    }
}
