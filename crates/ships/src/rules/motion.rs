//! The moves of ships (spec ships §3 and §5, `MOVE`).

use super::game::CheckedOrder;
use super::{Game, Reason, ShipName};
use broadside_core::board::{Hull, Manoeuvre, Rect, ShipId};

impl Game {
    pub(super) fn own_ship(&self, name: ShipName) -> Result<ShipId, Reason> {
        self.fleets[self.turn().side].ship(name).ok_or(Reason::ShipDoesNotExist)
    }

    /// Whether the engine is healthy. In a basic game the engine does not matter.
    pub(super) fn has_engine(&self, ship: ShipId) -> bool {
        let ship = self.board.ship(ship);
        !self.extended || ship.is_healthy(ship.hull().length() - 1)
    }

    /// Whether a computer player should move the ship. A basic game allows moves of sunk ships, but
    /// most computer players do not make them.
    pub(super) fn pilot_may_move(&self, ship: ShipId) -> bool {
        self.has_engine(ship) && !self.board.ship(ship).is_sunk()
    }

    /// Returns the moves for which a ship at `hull` has room, each with the position after it.
    /// `ignored` is this ship, if the board has it already.
    pub(super) fn moves_from(
        &self,
        ignored: Option<ShipId>,
        hull: Hull,
    ) -> impl Iterator<Item = (Manoeuvre, Hull)> + '_ {
        let moves = Manoeuvre::ALL.map(|manoeuvre| self.course_past_reefs(&hull, manoeuvre).ok());
        // Usually no other ship is near. One search around all new positions together shows this,
        // and then no position needs its own search.
        let around = moves.iter().flatten().map(|next| next.rect().grown(1)).reduce(Rect::union);
        let is_alone = around.is_some_and(|around| !self.board.has_ship_within(&around, ignored));
        let is_free = move |next: &Hull| is_alone || !self.board.touches(next, ignored);
        let moves = Manoeuvre::ALL.into_iter().zip(moves);
        moves.filter_map(move |(manoeuvre, next)| Some((manoeuvre, next.filter(is_free)?)))
    }

    /// Whether a ship at `hull` has a legal move. `ignored` is this ship, if the board has it
    /// already.
    pub(super) fn can_move_from(&self, ignored: Option<ShipId>, hull: &Hull) -> bool {
        let mut manoeuvres = Manoeuvre::ALL.into_iter();
        manoeuvres.any(|manoeuvre| self.course(ignored, hull, manoeuvre).is_ok())
    }

    pub(super) fn check_move(
        &self,
        name: ShipName,
        manoeuvre: Manoeuvre,
    ) -> Result<CheckedOrder, Reason> {
        let id = self.own_ship(name)?;
        if !self.has_engine(id) {
            return Err(Reason::ShipCannotMove);
        }
        if self.turn().spent(id).moves >= name.class.moves() {
            return Err(Reason::ShipMovedAlready);
        }
        Ok(CheckedOrder::Sail(id, self.course(Some(id), self.board.ship(id).hull(), manoeuvre)?))
    }

    /// Moves a ship to `hull`. The caller has checked that the move is legal.
    pub(super) fn sail(&mut self, id: ShipId, hull: Hull) {
        let cannon = self.cannon(id);
        self.board.shift(id, hull);
        let takes_targets = self.takes_targets();
        let log = self.turn_mut();
        log.spent.entry(id).or_default().moves += 1;
        if takes_targets {
            log.left_fields.entry(cannon).or_default().push(id);
        }
    }

    /// Returns the position of a ship at `old` after `manoeuvre`. `ignored` is this ship, if the
    /// board has it already. Only the final position must be free, not the fields on the way.
    pub(super) fn course(
        &self,
        ignored: Option<ShipId>,
        old: &Hull,
        manoeuvre: Manoeuvre,
    ) -> Result<Hull, Reason> {
        let hull = self.course_past_reefs(old, manoeuvre)?;
        if self.board.touches(&hull, ignored) {
            return Err(Reason::ShipTooClose);
        }
        Ok(hull)
    }

    /// Does the work of [`course`](Self::course), but ignores other ships.
    fn course_past_reefs(&self, old: &Hull, manoeuvre: Manoeuvre) -> Result<Hull, Reason> {
        let Some(hull) = old.moved(manoeuvre) else {
            return Err(self.reason_beyond_coordinates(old, manoeuvre));
        };
        if self.board.reef_under(&hull) {
            return Err(Reason::ShipOnReef);
        }
        if !self.board.holds(&hull) {
            return Err(Reason::ShipLeftBoard);
        }
        Ok(hull)
    }

    /// Returns the reason against a move that takes a part of the ship beyond the largest
    /// coordinate. This happens only at the edge of a board with nearly 2^63 rows or columns. As in
    /// every other move, a reef under the ship is reported first.
    fn reason_beyond_coordinates(&self, old: &Hull, manoeuvre: Manoeuvre) -> Reason {
        let pivot = old.bow().ahead(old.heading(), 1);
        let heading = old.heading().turned(manoeuvre);
        let mut fields = (0..i64::from(old.length())).map_while(|k| pivot?.ahead(heading, k));
        if fields.any(|at| self.board.reef_at(at)) {
            Reason::ShipOnReef
        } else {
            Reason::ShipLeftBoard
        }
    }
}
