//! Puts ships on the board and moves them (spec ships §3 to §5).

use super::fleet::missing;
use super::game::CheckedOrder;
use super::large::Candidates;
use super::{Class, Game, Health, Reason, ShipName};
use broadside_core::board::{Coord, Heading, Hull, Manoeuvre, Rect, ShipId, Side};
use broadside_core::dice::{Dice, pick};

/// A function that returns the position after a move, or `None` if the ship cannot make this move.
pub(super) type Course<'c> = dyn Fn(&Hull, Manoeuvre) -> Option<Hull> + 'c;

impl Game {
    pub(super) fn own_ship(&self, name: ShipName) -> Result<ShipId, Reason> {
        self.fleets[self.turn().side].ship(name).ok_or(Reason::ShipDoesNotExist)
    }

    /// Whether the engine of the ship is healthy. Always `true` in a basic game, because engines do
    /// not matter there.
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
    /// `ignored` is this ship, if it is on the board.
    pub(super) fn moves_from(
        &self,
        ignored: Option<ShipId>,
        hull: Hull,
    ) -> impl Iterator<Item = (Manoeuvre, Hull)> + '_ {
        let moves = Manoeuvre::ALL.map(|manoeuvre| self.course_past_reefs(&hull, manoeuvre).ok());
        // Usually no other ship is near. One search around all new positions together shows this.
        // Then the positions need no searches of their own.
        let around = moves.iter().flatten().map(|next| next.rect().grown(1)).reduce(Rect::union);
        let is_alone = around.is_some_and(|around| !self.board.has_ship_within(&around, ignored));
        let is_free = move |next: &Hull| is_alone || !self.board.touches(next, ignored);
        let moves = Manoeuvre::ALL.into_iter().zip(moves);
        moves.filter_map(move |(manoeuvre, next)| Some((manoeuvre, next.filter(is_free)?)))
    }

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
            log.former_fields.entry(cannon).or_default().push(id);
        }
    }

    /// Returns the position of a ship at `old` after `manoeuvre`. `ignored` is this ship, if it is
    /// on the board. Only the final position must be free, not the fields on the way.
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

    /// Returns the position after a move. Checks reefs and edges, but not other ships.
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

    /// Returns why a move beyond the largest coordinate is refused. Such moves are turns at the
    /// edge of a board with nearly 2^63 rows or columns: the pivot is the field ahead of the bow. A
    /// reef under the new position is reported before the edge, as for all moves.
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

/// The positions in which a ship of a given length fits in a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Berths {
    area: Rect,
    length: u32,
}

impl Game {
    /// Carries out `SHIP`. Checks the name before the position.
    pub(super) fn add_ship(
        &mut self,
        side: Side,
        bow: Coord,
        heading: Heading,
        index: i64,
        health: Health,
    ) -> Result<(), Reason> {
        let name = ShipName { class: health.class(), index };
        self.fleets[side].check_name(name)?;
        let hull = self.hull_on_board(name.class, bow, heading)?;
        self.check_berth(&hull)?;
        self.put(side, name, hull, |segment| health.segments()[segment as usize]);
        Ok(())
    }

    /// Checks `PLACE_SHIP`: the board and the starting rectangle, then the name, then reefs and
    /// other ships.
    pub(super) fn check_place(
        &self,
        name: ShipName,
        bow: Coord,
        heading: Heading,
    ) -> Result<CheckedOrder, Reason> {
        let side = self.turn().side;
        let hull = self.hull_on_board(name.class, bow, heading)?;
        let fleet = &self.fleets[side];
        if !fleet.start.covers(&hull.rect()) {
            return Err(Reason::NotInStartingPosition);
        }
        fleet.check_name(name)?;
        self.check_berth(&hull)?;
        Ok(CheckedOrder::Launch(name, hull))
    }

    fn hull_on_board(&self, class: Class, bow: Coord, heading: Heading) -> Result<Hull, Reason> {
        let hull = class.hull(bow, heading).filter(|hull| self.board.holds(hull));
        hull.ok_or(Reason::NotInStartingPosition)
    }

    pub(super) fn check_berth(&self, hull: &Hull) -> Result<(), Reason> {
        if self.board.reef_under(hull) {
            return Err(Reason::ShipOnReef);
        }
        if self.board.touches(hull, None) {
            return Err(Reason::ShipTooClose);
        }
        Ok(())
    }

    pub(crate) fn start_on_board(&self, side: Side) -> Rect {
        self.fleets[side].start().common(&self.board.dims().rect())
    }

    /// Returns the classes with missing ships, each with the number of its missing ships.
    pub(super) fn missing(&self, side: Side) -> impl Iterator<Item = (Class, i64)> + use<> {
        let fleet = &self.fleets[side];
        let missing = missing(fleet.sizes, fleet.ships().map(|(name, _)| name));
        Class::ALL.into_iter().zip(missing).filter(|(_, missing)| *missing > 0)
    }
}

impl Berths {
    pub(super) const fn new(area: Rect, length: u32) -> Self {
        Self { area, length }
    }

    /// Returns the rectangle of all fields where the bow may be with this heading. It is empty if
    /// no ship fits.
    pub(super) fn bows(&self, heading: Heading) -> Rect {
        let body = i64::from(self.length - 1);
        let Rect { top, left, bottom, right } = self.area;
        match heading {
            Heading::North => Rect { bottom: bottom.saturating_sub(body), ..self.area },
            Heading::South => Rect { top: top.saturating_add(body), ..self.area },
            Heading::West => Rect { right: right.saturating_sub(body), ..self.area },
            Heading::East => Rect { left: left.saturating_add(body), ..self.area },
        }
    }
}

/// Draws the heading first, and then the row and the column of the bow. With another sequence of
/// draws, a seed would give other positions.
impl Candidates for Berths {
    type Item = Hull;

    fn count(&self) -> u128 {
        self.area.area()
    }

    fn draw(&self, dice: &mut dyn Dice) -> Option<Hull> {
        let heading = pick(&Heading::ALL, dice)?;
        Hull::new(self.bows(heading).draw(dice)?, heading, self.length)
    }
}
