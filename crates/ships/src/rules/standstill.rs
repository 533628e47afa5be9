//! Finds games at a standstill, in which neither side can act any more.

use super::Game;
use super::large::Marks;
use broadside_core::board::{ShipId, Side};
use broadside_core::{Cancel, Cancelled};

impl Game {
    /// Whether neither side can place a ship, move a ship, destroy a segment of the opponent, or
    /// win by ending its turn. The rules of the game do not define such a standstill.
    pub fn is_at_standstill(&self) -> bool {
        self.try_standstill(&Cancel::default()).unwrap_or_default()
    }

    /// Does the work of [`is_at_standstill`](Self::is_at_standstill), but can be cancelled.
    #[doc(hidden)]
    pub fn try_standstill(&self, cancel: &Cancel) -> Result<bool, Cancelled> {
        let side_can_act = |side| {
            self.has_won(side)
                || self.can_move(side, cancel)
                || self.can_hit(side, cancel)
                || self.try_place(side, cancel)
        };
        let is_over = !Side::ALL.into_iter().any(side_can_act);
        cancel.check()?;
        Ok(is_over)
    }

    fn can_move(&self, side: Side, cancel: &Cancel) -> bool {
        let mut ships = self.fleets[side].ships().take_while(|_| !cancel.is_set());
        ships.any(|(_, id)| self.can_ship_move(id))
    }

    pub(super) fn can_ship_move(&self, ship: ShipId) -> bool {
        self.has_engine(ship) && self.can_move_from(Some(ship), self.board.ship(ship).hull())
    }

    fn can_hit(&self, side: Side, cancel: &Cancel) -> bool {
        if !self.is_complete() {
            return false;
        }
        if !self.extended {
            return self.fleets[side.other()].healthy > 0;
        }
        let marks = Marks::healthy(self, side.other(), cancel);
        self.fleets[side].ships().take_while(|_| !cancel.is_set()).any(|(name, id)| {
            self.is_armed(id) && marks.has_within(self.cannon(id), name.class.range())
        })
    }
}
