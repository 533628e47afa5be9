//! A turn as it is planned: orders that a copy of the game has accepted. They are passed on at
//! once, and not kept: a turn may have millions of orders.

use crate::rules::CANNON;
use crate::rules::{Game, Order, ShipName};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Rect, Seeded, ShipId, Side};
use std::collections::HashSet;

/// The game as the orders so far leave it.
pub(super) struct Plan<'w> {
    /// The game after the orders.
    pub(super) game: Game,
    /// Whose turn it is.
    pub(super) side: Side,
    /// Whether there are orders yet.
    pub(super) has_orders: bool,
    /// Who takes the orders.
    tell: &'w mut dyn FnMut(Order),
    /// The fields shot at in this turn.
    pub(super) shot: HashSet<Coord, Seeded>,
    /// Cancels the plan, which is then dropped.
    pub(super) cancel: &'w Cancel,
}

impl<'w> Plan<'w> {
    /// A turn that goes on from a rehearsal of `before` in which missing ships have been placed.
    pub(super) fn new(
        before: &Game,
        game: Game,
        cancel: &'w Cancel,
        tell: &'w mut dyn FnMut(Order),
    ) -> Self {
        let mut has_orders = false;
        for (id, ship) in game.board.ships().skip(before.board.ships().len()) {
            let (_, name) = game.name(id);
            tell(Order::Place { name, bow: ship.hull().bow(), heading: ship.hull().heading() });
            has_orders = true;
        }
        Self { side: game.expected(), game, has_orders, tell, shot: HashSet::default(), cancel }
    }

    /// Gives an order, which the game as it stands by then allows. One that it refuses would be a
    /// mistake of the pilot's: it is left out, so that what is printed stays legal all the same.
    pub(super) fn give(&mut self, order: Order) {
        let given = self.game.order(order);
        debug_assert!(given.is_ok(), "{order:?}: {given:?}");
        if given.is_err() {
            return;
        }
        self.has_orders = true;
        (self.tell)(order);
        self.shot.extend(order.shot());
    }

    /// The own ships, by class and number.
    pub(super) fn ships(&self) -> Vec<(ShipName, ShipId)> {
        self.game.fleets[self.side].ships().collect()
    }

    /// Where the cannon of `ship` stands.
    pub(super) fn cannon(&self, ship: ShipId) -> Coord {
        self.game.board.ship(ship).hull().field(CANNON)
    }

    /// Whether the cannon of `ship` is healthy.
    pub(super) fn is_armed(&self, ship: ShipId) -> bool {
        self.game.board.ship(ship).is_healthy(CANNON)
    }

    /// The shots that `ship` has left in this turn.
    pub(super) fn shots_left(&self, ship: ShipId) -> u32 {
        if !self.is_armed(ship) {
            return 0;
        }
        self.game.board.ship(ship).hull().length() - self.game.turn().spent(ship).shots
    }

    /// The board as a rectangle.
    pub(super) fn sea(&self) -> Rect {
        self.game.board.dims().rect()
    }

    /// Whether a shot into the water may go to `at`: not to an own ship, not to a reef, not where one
    /// went before.
    pub(super) fn may_waste_on(&self, at: Coord) -> bool {
        let own = |ship| self.game.name(ship).0 == self.side;
        !self.shot.contains(&at)
            && !self.game.board.ship_at(at).is_some_and(own)
            && !self.game.board.reef_at(at)
    }
}
