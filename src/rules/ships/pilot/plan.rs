//! A turn as it is planned: orders that a copy of the game has accepted.

use crate::board::{Coord, Rect, ShipId, Side};
use crate::rules::ships::gunnery::CANNON;
use crate::rules::ships::watch::Watch;
use crate::rules::ships::{Game, Order, ShipName};
use std::collections::HashSet;

/// The orders so far and the game as they leave it.
#[derive(Clone, Debug)]
pub(super) struct Plan<'w> {
    /// The game after the orders.
    pub(super) game: Game,
    /// Whose turn it is.
    pub(super) side: Side,
    /// The orders.
    pub(super) orders: Vec<Order>,
    /// The fields shot at in this turn.
    pub(super) shot: HashSet<Coord>,
    /// Whether somebody wishes to stop; then a plan is left as it is, and thrown away.
    pub(super) watch: &'w Watch<'w>,
}

impl<'w> Plan<'w> {
    /// Nothing planned yet.
    pub(super) fn new(game: &Game, watch: &'w Watch<'w>) -> Self {
        let game = game.rehearsal();
        let side = game.expected();
        Self { game, side, orders: Vec::new(), shot: HashSet::new(), watch }
    }

    /// Adds an order, which the game as it stands by then allows. One that it refuses would be a
    /// mistake of the pilot's: it is left out, so that what is printed stays legal all the same.
    pub(super) fn give(&mut self, order: Order) {
        let given = self.game.order(order);
        debug_assert!(given.is_ok(), "{order:?}: {given:?}");
        if given.is_err() {
            return;
        }
        self.orders.push(order);
        if let Order::Shoot(at) | Order::Fire(_, at) = order {
            self.shot.insert(at);
        }
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
