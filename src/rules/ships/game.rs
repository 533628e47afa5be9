//! The state of a game, its settings and its turns.

use super::gunnery::CANNON;
use super::turn::TurnLog;
use super::{Class, Fleet, Health, Order, Reason, Setting, ShipName};
use crate::board::{Board, BySide, Coord, Dims, Heading, Hull, Impact, ShipId, Side};

/// A note to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whom it is for.
    pub side: Side,
    /// Its words, joined by one blank; any bytes.
    pub words: Vec<u8>,
}

/// A game: one board with both fleets.
///
/// Every operation either takes effect or gives the first [`Reason`] against it and changes nothing.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) board: Board,
    /// Whose each ship is and what it is called, by [`ShipId`].
    pub(super) names: Vec<(Side, ShipName)>,
    pub(super) fleets: BySide<Fleet>,
    pub(super) turn: Option<TurnLog>,
    expected: Side,
    pub(super) extended: bool,
    pub(super) auto_shooting: bool,
    notes: Vec<Note>,
    seed: Option<i64>,
}

impl Default for Game {
    fn default() -> Self {
        let dims = Dims::new(21, 10).expect("both are positive");
        Self {
            board: Board::new(dims),
            names: Vec::new(),
            fleets: BySide::from_fn(Fleet::new),
            turn: None,
            expected: Side::First,
            extended: false,
            auto_shooting: false,
            notes: Vec::new(),
            seed: None,
        }
    }
}

impl Game {
    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What belongs to `side`.
    pub fn fleet(&self, side: Side) -> &Fleet {
        &self.fleets[side]
    }

    /// Whose `ship` is, and what it is called.
    pub fn name(&self, ship: ShipId) -> (Side, ShipName) {
        self.names[ship.index()]
    }

    /// Who is expected to move next.
    pub const fn expected(&self) -> Side {
        self.expected
    }

    /// Whose turn is open.
    pub fn moving(&self) -> Option<Side> {
        self.turn.as_ref().map(|turn| turn.side)
    }

    /// Whether cannons have range and crews.
    pub const fn is_extended(&self) -> bool {
        self.extended
    }

    /// Whether `AUTO_SHOOTING` was given.
    pub const fn is_auto_shooting(&self) -> bool {
        self.auto_shooting
    }

    /// The notes to the players, in input order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// A copy to try orders on, in a fresh turn of the player who is expected. It has no notes.
    pub(super) fn rehearsal(&self) -> Self {
        Self {
            board: self.board.clone(),
            names: self.names.clone(),
            fleets: self.fleets.clone(),
            turn: Some(TurnLog::new(self.expected)),
            notes: Vec::new(),
            ..*self
        }
    }

    /// The seed, if one was given.
    pub const fn seed(&self) -> Option<i64> {
        self.seed
    }

    /// Whether every ship of both fleets is on the board.
    pub fn is_complete(&self) -> bool {
        Side::ALL.iter().all(|&side| self.fleets[side].is_complete())
    }

    /// Changes the state (spec ships §4).
    pub fn set(&mut self, setting: &Setting) -> Result<(), Reason> {
        match *setting {
            Setting::Fleet(side, sizes) => {
                self.fleets[side].check_sizes(sizes)?;
                self.fleets[side].sizes = sizes;
            }
            Setting::NextPlayer(side) => self.expected = side,
            Setting::BoardSize(rows, cols) => self.resize(rows, cols)?,
            Setting::Start(side, rect) => self.fleets[side].start = rect,
            Setting::Reef(at) => self.lay_reef(at)?,
            Setting::Ship { side, bow, heading, name, health } => {
                self.add_ship(side, bow, heading, name, health)?;
            }
            Setting::ExtendedShips => self.extended = true,
            Setting::AutoShooting => self.auto_shooting = true,
            Setting::AiPlayer(side) => self.fleets[side].is_ai = true,
            Setting::Information(side, ref words) => {
                self.notes.push(Note { side, words: words.clone() });
            }
            Setting::Seed(seed) => self.seed = Some(seed),
        }
        Ok(())
    }

    fn resize(&mut self, rows: i64, cols: i64) -> Result<(), Reason> {
        let dims = Dims::new(rows, cols).ok_or(Reason::BoardSizeNotPositive)?;
        self.board.resize(dims).then_some(()).ok_or(Reason::BoardTooSmall)
    }

    fn lay_reef(&mut self, at: Coord) -> Result<(), Reason> {
        if !self.board.dims().holds(at) {
            return Err(Reason::ReefOffBoard);
        }
        self.board.lay_reef(at);
        Ok(())
    }

    /// `SHIP`: the name is judged before the place, and starting rectangles do not matter.
    fn add_ship(
        &mut self,
        side: Side,
        bow: Coord,
        heading: Heading,
        name: ShipName,
        health: Health,
    ) -> Result<(), Reason> {
        self.fleets[side].check_name(name)?;
        let hull = self.hull_on_board(name.class, bow, heading)?;
        self.check_berth(&hull, None)?;
        self.launch(side, name, hull);
        for (field, healthy) in hull.fields().zip(health.segments()) {
            if !healthy {
                self.strike(field);
            }
        }
        Ok(())
    }

    /// `PLACE_SHIP`: the place is judged before the name.
    fn place(&mut self, name: ShipName, bow: Coord, heading: Heading) -> Result<(), Reason> {
        let side = self.turn().side;
        let hull = self.hull_on_board(name.class, bow, heading)?;
        let fleet = &self.fleets[side];
        if !fleet.start.covers(&hull.rect()) {
            return Err(Reason::NotInStartingPosition);
        }
        fleet.check_name(name)?;
        self.check_berth(&hull, None)?;
        self.launch(side, name, hull);
        Ok(())
    }

    fn hull_on_board(&self, class: Class, bow: Coord, heading: Heading) -> Result<Hull, Reason> {
        Hull::new(bow, heading, class.length())
            .filter(|hull| self.board.holds(hull))
            .ok_or(Reason::NotInStartingPosition)
    }

    /// Whether reefs and ships, but for `except`, leave room for `hull`.
    pub(super) fn check_berth(&self, hull: &Hull, except: Option<ShipId>) -> Result<(), Reason> {
        if self.board.reef_under(hull) {
            return Err(Reason::ShipOnReef);
        }
        if self.board.touches(hull, except) {
            return Err(Reason::ShipTooClose);
        }
        Ok(())
    }

    fn launch(&mut self, side: Side, name: ShipName, hull: Hull) {
        let id = self.board.place(hull);
        self.names.push((side, name));
        let fleet = &mut self.fleets[side];
        fleet.ships.insert(name, id);
        fleet.healthy += u64::from(hull.length());
        fleet.armed_carriers += u64::from(name.class == Class::Carrier);
    }

    /// Strikes a field and keeps the books: healthy segments, cannons lost in this turn.
    pub(super) fn strike(&mut self, at: Coord) {
        let (Impact::Hit { ship, segment } | Impact::Sunk { ship, segment }) =
            self.board.strike(at)
        else {
            return;
        };
        let (owner, name) = self.name(ship);
        self.fleets[owner].healthy -= 1;
        if segment == CANNON {
            self.fleets[owner].armed_carriers -= u64::from(name.class == Class::Carrier);
            if let Some(turn) = &mut self.turn {
                turn.disarmed.insert(ship);
            }
        }
    }

    /// Opens the turn of `side`.
    pub fn open(&mut self, side: Side) -> Result<(), Reason> {
        if side != self.expected {
            return Err(Reason::OtherPlayerExpected);
        }
        self.turn = Some(TurnLog::new(side));
        Ok(())
    }

    /// The open turn.
    pub(super) fn turn(&self) -> &TurnLog {
        self.turn.as_ref().expect("orders stand inside a player's group")
    }

    /// The open turn.
    pub(super) fn turn_mut(&mut self) -> &mut TurnLog {
        self.turn.as_mut().expect("orders stand inside a player's group")
    }

    /// Carries out an order of the player whose turn is open (spec ships §5).
    pub fn order(&mut self, order: Order) -> Result<(), Reason> {
        match order {
            Order::Place { name, bow, heading } => self.place(name, bow, heading),
            Order::Shoot(at) => self.shoot(at),
            Order::Fire(name, at) => self.fire(name, at),
            Order::Move(name, manoeuvre) => self.sail(name, manoeuvre),
            Order::Spy(index, at) => self.spy(index, at),
            Order::SpyAt(at) => self.spy_at(at),
        }
    }

    /// Closes the open turn and tells who has won by it, if anyone (spec ships §2, §8).
    ///
    /// # Errors
    /// The number of the first target without a ship, counted from 0 in the order in which targets
    /// were named; the turn stays open.
    pub fn close(&mut self) -> Result<Option<Side>, usize> {
        if let Some(target) = self.unmatched_target() {
            return Err(target);
        }
        let side = self.turn().side;
        self.turn = None;
        self.expected = side.other();
        Ok(self.has_won(side).then_some(side))
    }

    /// Whether `side` wins by closing a turn now.
    pub(super) fn has_won(&self, side: Side) -> bool {
        let opponent = &self.fleets[side.other()];
        opponent.healthy == 0 && !opponent.ships.is_empty() && self.is_complete()
    }
}
