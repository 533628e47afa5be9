//! The referee of a fair game, in which each side knows only what it sees. Carries out turns in the
//! true game. A turn is first tried on a copy: each order is carried out, refused, or illegal.

use super::{Briefing, Effect, Observer};
use crate::rules::{Game, Order, OrderKind, Reason, ShipName, Unclosed, plane_square};
use broadside_core::board::{Coord, Heading, Side};
use std::collections::HashSet;
use thiserror::Error;

/// A side loses if its fleet is still incomplete after this many of its turns.
const TURNS_TO_PLACE: u64 = 10;

/// The referee of a fair game (spec laboratory §5). Keeps the notes of both sides. Refuses and
/// skips orders that fail for reasons the side could not know.
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    observer: Observer,
    is_open: bool,
    /// The positions of ships before and after the turns in which they were placed or moved.
    visited: Visited,
}

type Visited = HashSet<(Side, ShipName, Coord, Heading)>;

/// The result of a turn that was carried out.
#[derive(Clone, Debug)]
pub struct TurnReport {
    /// The side whose turn it was.
    pub side: Side,
    /// The number of the turn among the turns of this side, from 1.
    pub turn: u64,
    /// The orders of the turn with their outcomes.
    pub steps: Vec<Step>,
    /// Whether the turn has changed something important: it destroyed a segment, brought a ship to
    /// a new position, or sent a plane that showed an unknown field.
    pub progress: bool,
    /// How the game has ended, if this turn has ended it.
    pub verdict: Option<Verdict>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This side has won.
    Won(Side),
    /// This side has lost, because its fleet is still incomplete after its tenth turn.
    NotPlaced(Side),
}

impl Referee {
    /// Creates the referee of a new game. No turn may be open, and no order may have been given.
    pub fn new(game: Game) -> Self {
        Self::watching(game, Observer::default())
    }

    /// Creates the referee of a game that `observer` has watched so far. No turn may be open.
    pub fn watching(game: Game, observer: Observer) -> Self {
        Self { game, observer, is_open: false, visited: HashSet::new() }
    }

    /// The true game. No turn is open in it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The observer, which keeps the notes.
    pub const fn observer(&self) -> &Observer {
        &self.observer
    }

    /// Opens the turn of the expected player, if it is not open yet. Returns what this side knows.
    pub fn open(&mut self) -> Briefing {
        self.open_once();
        self.observer.briefing(&self.game, self.game.expected())
    }

    fn open_once(&mut self) {
        if !self.is_open {
            self.observer.open(&self.game);
            self.is_open = true;
        }
    }

    /// Carries out the turn of the expected player. `given` is the game that this side was given: a
    /// guess or a sketch of its [`Briefing`], or the true game. An order is refused and skipped if
    /// it is legal only in `given`, if an earlier refusal explains why it fails, or if it names no
    /// ship and the game finds none for it.
    ///
    /// # Errors
    /// [`Illegal`] if the side could know that an order is illegal, or if too many orders are
    /// refused. Then no order is carried out, and the turn must be played again.
    pub fn play(&mut self, orders: &[Order], given: &Game) -> Result<TurnReport, Illegal> {
        self.open_once();
        let side = self.game.expected();
        let tried = SandboxedTurn::try_orders(&self.game, orders, given)?;
        let progress = self.has_progress(side, &tried);
        for step in &tried.steps {
            match step.outcome {
                Ok(effect) => self.observer.observe(effect),
                Err(reason) => self.observer.refuse(side, step.order, reason),
            }
        }
        self.game.replace_by(tried.game);
        self.is_open = false;
        let turn = self.observer.turns(side);
        let is_incomplete = turn >= TURNS_TO_PLACE && !self.game.fleet(side).is_complete();
        let won = tried.winner.map(Verdict::Won);
        let verdict = if is_incomplete { Some(Verdict::NotPlaced(side)) } else { won };
        Ok(TurnReport { side, turn, steps: tried.steps, progress, verdict })
    }

    fn has_progress(&mut self, side: Side, tried: &SandboxedTurn<'_>) -> bool {
        let carried_out = || tried.steps.iter().filter(|step| step.outcome.is_ok());
        let is_hit = |step: &Step| step.outcome.is_ok_and(|effect| effect.is_hit());
        let mut has_moved = false;
        for step in carried_out() {
            let changes_position = matches!(step.order.kind(), OrderKind::Place | OrderKind::Move);
            if let Some(name) = step.order.ship().filter(|_| changes_position) {
                visit(&mut self.visited, &self.game, side, name);
                has_moved |= visit(&mut self.visited, &tried.game, side, name);
            }
        }
        let planes = carried_out().filter(|step| step.order.kind() == OrderKind::Plane);
        let planes = planes.filter_map(|step| step.order.target());
        has_moved || carried_out().any(is_hit) || self.shows_unknown_field(side, planes)
    }

    fn shows_unknown_field(&self, side: Side, planes: impl Iterator<Item = Coord>) -> bool {
        let mut planes = planes.peekable();
        if planes.peek().is_none() {
            return false;
        }
        let known = self.game.known(side);
        let board = self.game.board().dims().rect();
        planes.any(|at| plane_square(at).common(&board).fields().any(|field| !known.holds(field)))
    }
}

/// Stores the position of a ship, and returns whether the position is new.
fn visit(visited: &mut Visited, game: &Game, side: Side, name: ShipName) -> bool {
    let Some(id) = game.fleet(side).ship(name) else { return false };
    let hull = game.board().ship(id).hull();
    visited.insert((side, name, hull.bow(), hull.heading()))
}

/// A turn with more refused orders than this is illegal.
pub const MOST_REFUSALS: usize = 100;

/// An order of a turn, and its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The order.
    pub order: Order,
    /// The effect of the order, or the reason why it was refused.
    pub outcome: Result<Effect, Reason>,
}

/// An illegal turn, and the order that makes it illegal. No order of such a turn is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("illegal {breach}")]
pub struct Illegal {
    /// The number of the illegal order in its turn, from 0.
    pub number: usize,
    /// The order at which the turn became illegal.
    pub order: Order,
    /// Why the turn is illegal.
    pub breach: Breach,
}

/// Why a turn is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Breach {
    /// The order breaks a rule of the language.
    #[error(transparent)]
    Rule(#[from] Reason),
    /// The order is the second `SHOOT` in a turn of a basic game.
    #[error("ONE SHOT A TURN")]
    OneShot,
    /// More than [`MOST_REFUSALS`] orders of the turn are refused. Or the turn has so many targets
    /// that even a complete and healthy fleet would leave more than this number without a ship.
    #[error("MORE THAN {MOST_REFUSALS} REFUSALS")]
    Refusals,
}

/// A turn that is tried on copies of the true game and of the game that the side was given.
pub(super) struct SandboxedTurn<'o> {
    /// A copy of the true game, without notes, after the orders so far.
    pub(super) game: Game,
    given: Game,
    orders: &'o [Order],
    pub(super) steps: Vec<Step>,
    pub(super) winner: Option<Side>,
    refused_ships: HashSet<ShipName>,
    refusals: usize,
    /// The indexes, in `orders`, of the orders for which the game must find a ship when the turn
    /// closes.
    targets: Vec<usize>,
    has_shot: bool,
}

impl<'o> SandboxedTurn<'o> {
    /// Carries out the turn of the expected player on a copy of `game`. If the game finds no ship
    /// for an order that names none, refuses this order, and tries the turn again without it.
    pub(super) fn try_orders(
        game: &Game,
        orders: &'o [Order],
        given: &Game,
    ) -> Result<Self, Illegal> {
        let mut unfeasible = HashSet::new();
        loop {
            let mut turn = Self::new(game, orders, given);
            turn.carry_out(&unfeasible)?;
            let closed = turn.game.close();
            let Err(Unclosed::Target(target)) = closed else {
                turn.winner = closed.ok().flatten();
                return Ok(turn);
            };
            let number = turn.targets[target];
            if turn.refusals >= MOST_REFUSALS {
                return Err(turn.illegal(number, Breach::Refusals));
            }
            unfeasible.insert(number);
        }
    }

    fn new(game: &Game, orders: &'o [Order], given: &Game) -> Self {
        Self {
            game: game.scratch_copy(),
            given: given.scratch_copy(),
            orders,
            steps: Vec::new(),
            winner: None,
            refused_ships: HashSet::new(),
            refusals: 0,
            targets: Vec::new(),
            has_shot: false,
        }
    }

    fn carry_out(&mut self, unfeasible: &HashSet<usize>) -> Result<(), Illegal> {
        for (number, order) in self.orders.iter().enumerate() {
            // `given` carries out the order even if the true game refuses it.
            let is_legal_in_given = self.given.order(*order).is_ok();
            if unfeasible.contains(&number) {
                self.refuse(number, Reason::ShotsUnfeasible)?;
                continue;
            }
            let is_basic_shot = matches!(order, Order::Shoot(_)) && !self.game.is_extended();
            if is_basic_shot && self.has_shot {
                return Err(self.illegal(number, Breach::OneShot));
            }
            let effect = Effect::of(&self.game, *order);
            match self.game.order(*order) {
                Ok(()) => self.accept(number, effect)?,
                Err(reason)
                    if is_legal_in_given || self.is_explained_by_refusal(*order, reason) =>
                {
                    self.refuse(number, reason)?;
                }
                Err(reason) => return Err(self.illegal(number, reason.into())),
            }
        }
        Ok(())
    }

    /// Stores an order that the true game has carried out. A turn may have [`MOST_REFUSALS`]
    /// targets in addition to those that a complete and healthy fleet could take. With more
    /// targets, this fails.
    fn accept(&mut self, number: usize, effect: Effect) -> Result<(), Illegal> {
        let order = self.orders[number];
        self.steps.push(Step { order, outcome: Ok(effect) });
        self.has_shot |= matches!(order, Order::Shoot(_));
        if self.game.takes_targets() && matches!(order, Order::Shoot(_) | Order::SpyAt(_)) {
            self.targets.push(number);
            if self.targets.len() > self.game.most_targets().saturating_add(MOST_REFUSALS) {
                return Err(self.illegal(number, Breach::Refusals));
            }
        }
        Ok(())
    }

    fn refuse(&mut self, number: usize, reason: Reason) -> Result<(), Illegal> {
        if self.refusals >= MOST_REFUSALS {
            return Err(self.illegal(number, Breach::Refusals));
        }
        let order = self.orders[number];
        self.refusals += 1;
        self.refused_ships.extend(order.ship());
        self.steps.push(Step { order, outcome: Err(reason) });
        Ok(())
    }

    /// Whether an earlier refusal explains why the true game refuses `order`. Either an earlier
    /// order to the same ship was refused, or a ship is missing because its placement was refused.
    fn is_explained_by_refusal(&self, order: Order, reason: Reason) -> bool {
        let is_unplaced =
            |step: &Step| step.outcome.is_err() && matches!(step.order, Order::Place { .. });
        order.ship().is_some_and(|ship| self.refused_ships.contains(&ship))
            || (reason == Reason::NotAllShipsPlaced && self.steps.iter().any(is_unplaced))
    }

    fn illegal(&self, number: usize, breach: Breach) -> Illegal {
        Illegal { number, order: self.orders[number], breach }
    }
}
