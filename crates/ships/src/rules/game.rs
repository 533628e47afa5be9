//! The state of a game, the settings that change it, and its turns.

use super::names::{CANNON, Packed};
use super::turn::TurnLog;
use super::{Class, Fleet, NoteText, Order, Reason, Setting, ShipName};
use broadside_core::board::{Board, BySide, Coord, Dims, Hull, Impact, Ship, ShipId, Side};
use broadside_core::{Cancel, Cancelled};
use thiserror::Error;

/// The reason why a turn cannot be closed. The game then stays unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Unclosed {
    /// No turn is open.
    #[error("{}", Reason::NoTurnOpen)]
    NoTurn,
    /// No ship is left for a target (an order that names no ship). The number is the index of this
    /// target among the targets of the turn.
    #[error("{}", Reason::ShotsUnfeasible)]
    Target(usize),
    /// The search for ships for the targets was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A game: one board with both fleets.
///
/// An operation either succeeds, or returns an error and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    pub(super) board: Board,
    /// The owner and the name of each ship. The index is the [`ShipId`].
    pub(super) names: Vec<(Side, Packed)>,
    pub(super) fleets: BySide<Fleet>,
    pub(super) turn: Option<TurnLog>,
    expected: Side,
    pub(super) extended: bool,
    pub(super) auto_shooting: bool,
    notes: Vec<(Side, NoteText)>,
    seed: Option<i64>,
}

/// An order that has passed all checks. `by` is `None` if the order names no ship.
pub(super) enum CheckedOrder {
    Launch(ShipName, Hull),
    Shot { by: Option<ShipId>, at: Coord },
    Sail(ShipId, Hull),
    Flight { by: Option<ShipId>, at: Coord },
}

impl Default for Game {
    fn default() -> Self {
        const DIMS: Dims = Dims::new(21, 10).expect("both are positive");
        Self {
            board: Board::new(DIMS),
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

    /// The ships and settings of `side`.
    pub fn fleet(&self, side: Side) -> &Fleet {
        &self.fleets[side]
    }

    /// Returns the ships of `side` on the board, sorted by class and number.
    pub(super) fn ships(&self, side: Side) -> impl Iterator<Item = &Ship> {
        self.fleets[side].ships().map(|(_, id)| self.board.ship(id))
    }

    /// Returns the owner and the name of a ship, or `None` if the game has no ship of this number.
    pub fn whose(&self, ship: ShipId) -> Option<(Side, ShipName)> {
        self.names.get(ship.index()).map(|(side, name)| (*side, name.name()))
    }

    /// Returns the owner and the name of a ship. The ship must be on the board of this game.
    pub fn name(&self, ship: ShipId) -> (Side, ShipName) {
        let (side, name) = self.names[ship.index()];
        (side, name.name())
    }

    /// Returns the field of the cannon of a ship. The ship must be on the board of this game.
    pub fn cannon(&self, ship: ShipId) -> Coord {
        self.board.ship(ship).hull().field(CANNON)
    }

    pub(super) fn is_armed(&self, ship: ShipId) -> bool {
        self.board.ship(ship).is_healthy(CANNON)
    }

    /// Returns roughly how many values a copy of the game has to copy. Leaves out reefs, because
    /// all copies share them.
    #[doc(hidden)]
    pub fn bulk(&self) -> usize {
        let spied: usize = Side::ALL.iter().map(|side| self.fleets[*side].spied.len()).sum();
        let turn = self.turn.as_ref().map_or(0, |turn| turn.spent.len() + turn.targets.len());
        self.names.len() * Class::LONGEST + spied + self.notes.len() + turn
    }

    /// The side whose turn is open or comes next.
    #[doc(hidden)]
    pub const fn expected(&self) -> Side {
        self.expected
    }

    /// The side whose turn is open, or `None` between turns.
    #[doc(hidden)]
    pub fn moving(&self) -> Option<Side> {
        self.turn.as_ref().map(|turn| turn.side)
    }

    /// Whether the extended rules are on, see [`Setting::ExtendedShips`].
    pub const fn is_extended(&self) -> bool {
        self.extended
    }

    /// Whether automatic shooting is on, see [`Setting::AutoShooting`].
    pub const fn is_auto_shooting(&self) -> bool {
        self.auto_shooting
    }

    /// The notes to the players, in the order of the input.
    pub fn notes(&self) -> &[(Side, NoteText)] {
        &self.notes
    }

    /// Returns a copy without notes, in which a new turn of the expected player is open.
    pub(super) fn try_scratch_copy(&self, cancel: &Cancel) -> Result<Self, Cancelled> {
        let turn = Some(TurnLog::new(self.expected));
        self.copy(turn, Vec::new(), cancel)
    }

    pub(super) fn scratch_copy(&self) -> Self {
        self.try_scratch_copy(&Cancel::default()).expect("the flag is never set")
    }

    /// Returns a copy of the game, or an error if `cancel` is set. A copy of millions of ships
    /// takes long.
    #[doc(hidden)]
    pub fn try_clone(&self, cancel: &Cancel) -> Result<Self, Cancelled> {
        self.copy(self.turn.clone(), self.notes.clone(), cancel)
    }

    fn copy(
        &self,
        turn: Option<TurnLog>,
        notes: Vec<(Side, NoteText)>,
        cancel: &Cancel,
    ) -> Result<Self, Cancelled> {
        cancel.check()?;
        let board = self.board.clone();
        cancel.check()?;
        let names = self.names.clone();
        let first = self.fleets[Side::First].clone();
        cancel.check()?;
        let second = self.fleets[Side::Second].clone();
        cancel.check()?;
        let fleets = BySide { first, second };
        Ok(Self { board, names, fleets, turn, notes, ..*self })
    }

    /// Creates a game of the basic rules, without notes and seed. `board` must have no ships.
    pub(super) fn between_turns(board: Board, fleets: BySide<Fleet>, expected: Side) -> Self {
        Self { board, fleets, expected, ..Self::default() }
    }

    /// Replaces all of this game except its notes.
    pub(super) fn replace_by(&mut self, other: Self) {
        let notes = std::mem::take(&mut self.notes);
        *self = Self { notes, ..other };
    }

    /// The seed of the random numbers, if a script has set one.
    pub const fn seed(&self) -> Option<i64> {
        self.seed
    }

    /// Whether every ship of both fleets is on the board.
    pub fn is_complete(&self) -> bool {
        Side::ALL.iter().all(|&side| self.fleets[side].is_complete())
    }

    /// Changes the state of the game (spec ships §4).
    ///
    /// # Errors
    /// The first reason against the setting. During a turn this is always [`Reason::TurnOpen`].
    pub fn set(&mut self, setting: &Setting) -> Result<(), Reason> {
        if self.turn.is_some() {
            return Err(Reason::TurnOpen);
        }
        match *setting {
            Setting::Fleet(side, sizes) => {
                self.fleets[side].check_sizes(sizes)?;
                self.fleets[side].sizes = sizes;
            }
            Setting::NextPlayer(side) => self.expected = side,
            Setting::BoardSize(rows, cols) => self.resize(rows, cols)?,
            Setting::Start(side, rect) => self.fleets[side].start = rect,
            Setting::Reef(at) => self.board.lay_reef(at).map_err(|_| Reason::ReefOffBoard)?,
            Setting::Ship { side, bow, heading, index, health } => {
                self.add_ship(side, bow, heading, index, health)?;
            }
            Setting::ExtendedShips => self.extended = true,
            Setting::AutoShooting => self.auto_shooting = true,
            Setting::AiPlayer(side) => self.fleets[side].is_ai = true,
            Setting::Information(side, ref words) => {
                self.notes.push((side, words.clone()));
            }
            Setting::Seed(seed) => self.seed = Some(seed),
        }
        Ok(())
    }

    fn resize(&mut self, rows: i64, cols: i64) -> Result<(), Reason> {
        let dims = Dims::new(rows, cols).ok_or(Reason::BoardSizeNotPositive)?;
        self.board.resize(dims).map_err(|_| Reason::BoardTooSmall)
    }

    /// Adds a ship, and destroys its unhealthy segments. The caller has checked the name and the
    /// fields of the ship.
    pub(super) fn put(
        &mut self,
        side: Side,
        name: ShipName,
        hull: Hull,
        is_healthy: impl Fn(u32) -> bool,
    ) {
        let packed = Packed::of(name).expect("a fleet has the name");
        let id = self.board.add(hull).expect("two fleets have at most 8,000,000 ships");
        self.names.push((side, packed));
        let fleet = &mut self.fleets[side];
        fleet.ships.insert(packed, id);
        fleet.healthy += u64::from(hull.length());
        fleet.armed_carriers += u64::from(name.class == Class::Carrier);
        for (field, _) in hull.fields().zip(0..).filter(|(_, segment)| !is_healthy(*segment)) {
            self.strike(field);
        }
    }

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
    ///
    /// # Errors
    /// [`Reason::OtherPlayerExpected`], or [`Reason::TurnOpen`] if the turn is already open.
    pub fn open(&mut self, side: Side) -> Result<(), Reason> {
        if side != self.expected {
            return Err(Reason::OtherPlayerExpected);
        }
        if self.turn.is_some() {
            return Err(Reason::TurnOpen);
        }
        self.turn = Some(TurnLog::new(side));
        Ok(())
    }

    /// Returns the open turn. Panics if no turn is open. `checked` and `try_close` first make sure
    /// that a turn is open, and a scratch copy begins with an open turn.
    pub(super) fn turn(&self) -> &TurnLog {
        self.turn.as_ref().expect("a turn is open")
    }

    pub(super) fn turn_mut(&mut self) -> &mut TurnLog {
        self.turn.as_mut().expect("a turn is open")
    }

    /// Checks whether the player of the open turn may give this order (spec ships §5).
    ///
    /// # Errors
    /// The first reason against the order. Between turns this is always [`Reason::NoTurnOpen`].
    pub fn check(&self, order: &Order) -> Result<(), Reason> {
        self.checked(order).map(drop)
    }

    #[inline]
    fn checked(&self, order: &Order) -> Result<CheckedOrder, Reason> {
        if self.turn.is_none() {
            return Err(Reason::NoTurnOpen);
        }
        match *order {
            Order::Place { name, bow, heading } => self.check_place(name, bow, heading),
            Order::Shoot(at) => self.check_shot(at),
            Order::Fire(name, at) => self.check_fire(name, at),
            Order::Move(name, manoeuvre) => self.check_move(name, manoeuvre),
            Order::Spy(index, at) => self.check_plane(index, at),
            Order::SpyAt(at) => self.check_target_of_plane(at),
        }
    }

    /// Carries out an order of the player of the open turn (spec ships §5).
    ///
    /// # Errors
    /// The first reason against the order. Between turns this is always [`Reason::NoTurnOpen`].
    pub fn order(&mut self, order: Order) -> Result<(), Reason> {
        match self.checked(&order)? {
            CheckedOrder::Launch(name, hull) => self.put(self.turn().side, name, hull, |_| true),
            CheckedOrder::Shot { by, at } => self.shoot(by, at),
            CheckedOrder::Sail(ship, hull) => self.sail(ship, hull),
            CheckedOrder::Flight { by, at } => self.fly(by, at),
        }
        Ok(())
    }

    /// Closes the open turn. Returns the player of the turn if this player has won (spec ships §2,
    /// §8).
    ///
    /// # Errors
    /// [`Unclosed`] if no turn is open, or if no ship is left for a target.
    pub fn close(&mut self) -> Result<Option<Side>, Unclosed> {
        self.try_close(&Cancel::default())
    }

    /// Does the work of [`close`](Self::close). Returns [`Unclosed::Cancelled`] if `cancel` stops
    /// the search for ships for the targets.
    #[doc(hidden)]
    pub fn try_close(&mut self, cancel: &Cancel) -> Result<Option<Side>, Unclosed> {
        let side = self.moving().ok_or(Unclosed::NoTurn)?;
        if let Some(target) = self.unmatched_target(cancel)? {
            return Err(Unclosed::Target(target));
        }
        self.turn = None;
        self.expected = side.other();
        Ok(self.has_won(side).then_some(side))
    }

    /// Whether `side` would win if its turn ended now.
    pub(super) fn has_won(&self, side: Side) -> bool {
        let opponent = &self.fleets[side.other()];
        opponent.healthy == 0 && !opponent.ships.is_empty() && self.is_complete()
    }
}
