//! Games in which nothing can happen any more.

use super::CANNON;
use super::Game;
use super::near::Marks;
use super::watch::{Stopped, Watch};
use broadside_core::board::{ShipId, Side};

impl Game {
    /// Whether the game stands still: no turn of either side, empty ones included, can win it, place
    /// or move a ship, or destroy a segment of the opponent. That a ship can always shoot at itself
    /// does not count; ours.
    pub fn is_at_standstill(&self) -> bool {
        self.is_at_standstill_unless(&|| false).unwrap_or_default()
    }

    /// As [`is_at_standstill`](Self::is_at_standstill), but asks `stop` again and again whether to stop.
    ///
    /// # Errors
    /// When `stop` has said so.
    pub fn is_at_standstill_unless(&self, stop: &dyn Fn() -> bool) -> Result<bool, Stopped> {
        let watch = &Watch::new(stop);
        let side_can_act = |side| {
            self.has_won(side)
                || self.can_move(side, watch)
                || self.can_hit(side, watch)
                || self.can_place_unless(side, watch)
        };
        let is_over = !Side::ALL.into_iter().any(side_can_act);
        watch.check_at_once()?;
        Ok(is_over)
    }

    fn can_move(&self, side: Side, watch: &Watch<'_>) -> bool {
        let mut ships = self.fleets[side].ships().take_while(|_| !watch.is_over());
        ships.any(|(_, id)| self.can_ship_move(id))
    }

    /// Whether the ship has an engine and a way to go from where it lies.
    pub(super) fn can_ship_move(&self, ship: ShipId) -> bool {
        self.has_engine(ship) && self.has_way(Some(ship), self.board.ship(ship).hull())
    }

    fn can_hit(&self, side: Side, watch: &Watch<'_>) -> bool {
        if !self.is_complete() {
            return false;
        }
        if !self.extended {
            return self.fleets[side.other()].healthy > 0;
        }
        let marks = Marks::healthy(self, side.other(), watch);
        self.fleets[side].ships().take_while(|_| !watch.is_over()).any(|(name, id)| {
            let ship = self.board.ship(id);
            let cannon = ship.hull().field(CANNON);
            ship.is_healthy(CANNON) && marks.has_within(cannon, name.class.range())
        })
    }
}
