//! The moves of ships (spec ships §3 and §5, `MOVE`).

use super::game::CheckedOrder;
use super::{Game, Reason, ShipName};
use broadside_core::board::{Hull, Manoeuvre, Rect, ShipId};

impl Game {
    /// The ship of the moving side called `name`.
    pub(super) fn own_ship(&self, name: ShipName) -> Result<ShipId, Reason> {
        self.fleets[self.turn().side].ship(name).ok_or(Reason::ShipDoesNotExist)
    }

    /// Whether the engine of `ship` is healthy, or does not matter because the game is basic.
    pub(super) fn has_engine(&self, ship: ShipId) -> bool {
        let ship = self.board.ship(ship);
        !self.extended || ship.is_healthy(ship.hull().length() - 1)
    }

    /// Whether a pilot moves `ship`: it has an engine, and it is afloat. In a basic game a sunk ship could move too.
    pub(super) fn takes_part(&self, ship: ShipId) -> bool {
        self.has_engine(ship) && !self.board.ship(ship).is_sunk()
    }

    /// The legal moves of a ship at `hull`, each with the hull after it.
    pub(super) fn moves_from(
        &self,
        itself: Option<ShipId>,
        hull: Hull,
    ) -> impl Iterator<Item = (Manoeuvre, Hull)> + '_ {
        let moves = Manoeuvre::ALL.map(|manoeuvre| self.course_past_reefs(&hull, manoeuvre).ok());
        // Usually no ship is near. One look at the fields around all three hulls shows that.
        let around = moves.iter().flatten().map(|next| next.rect().grown(1)).reduce(Rect::union);
        let is_alone = around.is_some_and(|around| !self.board.has_ship_within(&around, itself));
        let is_free = move |next: &Hull| is_alone || !self.board.touches(next, itself);
        let moves = Manoeuvre::ALL.into_iter().zip(moves);
        moves.filter_map(move |(manoeuvre, next)| Some((manoeuvre, next.filter(is_free)?)))
    }

    /// Whether a ship at `hull` has a legal move.
    pub(super) fn can_move_from(&self, itself: Option<ShipId>, hull: &Hull) -> bool {
        let mut manoeuvres = Manoeuvre::ALL.into_iter();
        manoeuvres.any(|manoeuvre| self.course(itself, hull, manoeuvre).is_ok())
    }

    /// `MOVE`: a ship goes forward, or turns around the field ahead of its bow.
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

    /// Moves a ship to `hull`, which is legal.
    pub(super) fn sail(&mut self, id: ShipId, hull: Hull) {
        let cannon = self.cannon(id);
        self.board.shift(id, hull);
        let takes_targets = self.takes_targets();
        let log = self.turn_mut();
        log.spent.entry(id).or_default().moves += 1;
        if takes_targets {
            log.left.entry(cannon).or_default().push(id);
        }
    }

    /// The hull after `manoeuvre` of a ship at `old`. The ship `itself` is ignored. Only the final position is
    /// checked.
    pub(super) fn course(
        &self,
        itself: Option<ShipId>,
        old: &Hull,
        manoeuvre: Manoeuvre,
    ) -> Result<Hull, Reason> {
        let hull = self.course_past_reefs(old, manoeuvre)?;
        if self.board.touches(&hull, itself) {
            return Err(Reason::ShipTooClose);
        }
        Ok(hull)
    }

    /// Like [`course`](Self::course), but ignores other ships.
    fn course_past_reefs(&self, old: &Hull, manoeuvre: Manoeuvre) -> Result<Hull, Reason> {
        let Some(hull) = old.moved(manoeuvre) else {
            return Err(self.reason_beyond_all_numbers(old, manoeuvre));
        };
        if self.board.reef_under(&hull) {
            return Err(Reason::ShipOnReef);
        }
        if !self.board.holds(&hull) {
            return Err(Reason::ShipLeftBoard);
        }
        Ok(hull)
    }

    /// The reason against a manoeuvre after which a part of the ship would have no coordinates, at the edge of a
    /// board nearly 2^63 fields long. A reef under another part is the first reason.
    fn reason_beyond_all_numbers(&self, old: &Hull, manoeuvre: Manoeuvre) -> Reason {
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
