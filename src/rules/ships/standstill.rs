//! Games in which nothing can happen any more.

use super::Game;
use super::gunnery::CANNON;
use super::near::Marks;
use crate::board::{ShipId, Side};

impl Game {
    /// Whether the game stands still: no turn of either side, empty ones included, can win it, place
    /// or move a ship, or destroy a segment of the opponent. That a ship can always shoot at itself
    /// does not count; ours.
    pub fn is_at_standstill(&self) -> bool {
        let side_can_act = |side| {
            self.has_won(side) || self.can_move(side) || self.can_hit(side) || self.can_place(side)
        };
        !Side::ALL.into_iter().any(side_can_act)
    }

    fn can_move(&self, side: Side) -> bool {
        self.fleets[side].ships().any(|(_, id)| self.can_ship_move(id))
    }

    /// Whether the ship has an engine and a way to go from where it lies.
    pub(super) fn can_ship_move(&self, ship: ShipId) -> bool {
        self.has_engine(ship)
            && self.ways(Some(ship), *self.board.ship(ship).hull()).next().is_some()
    }

    fn can_hit(&self, side: Side) -> bool {
        if !self.is_complete() {
            return false;
        }
        if !self.extended {
            return self.fleets[side.other()].healthy > 0;
        }
        let marks = Marks::healthy(self, side.other());
        self.fleets[side].ships().any(|(name, id)| {
            let ship = self.board.ship(id);
            let cannon = ship.hull().field(CANNON);
            ship.is_healthy(CANNON) && marks.has_within(cannon, name.class.range())
        })
    }
}
