//! Carries out the turns of a fair game in the true game.

use super::sandboxed_turn::{Illegal, SandboxedTurn, Step};
use super::{Briefing, Observer};
use crate::rules::{Game, Order, OrderKind, ShipName, plane_square};
use broadside_core::board::{Coord, Heading, Side};
use std::collections::HashSet;

/// The number of turns in which a side must complete its fleet.
const TURNS_TO_PLACE: u64 = 10;

/// The referee of a fair game (spec laboratory §5). Carries out turns in the true game, and keeps
/// the notes of both sides. Skips orders that the side could not know to be illegal. The expected
/// player is the side that moves next.
///
/// ```
/// use broadside_ships::rules::fair::Referee;
/// use broadside_ships::rules::{Class, Game, Order, Reason, ShipName};
/// use broadside_core::board::{Coord, Heading};
///
/// let mut referee = Referee::new(Game::default());
/// let script = referee.open().sketch();
/// let name = ShipName { class: Class::Destroyer, index: 0 };
/// let place = Order::Place { name, bow: Coord::new(1, 1), heading: Heading::North };
/// let report = referee.play(&[place], &script)?;
/// assert!(report.progress && report.verdict.is_none());
/// # Ok::<(), broadside_ships::rules::fair::Illegal>(())
/// ```
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
    /// The number of the turn. Only the turns of this side count, and the first is 1.
    pub turn: u64,
    /// The orders of the turn with their outcomes.
    pub steps: Vec<Step>,
    /// Whether the turn has changed something important: a segment was destroyed, a ship reached a
    /// new position, or a plane showed an unknown field. Unknown means that the side did not know
    /// the field when the turn began.
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

    /// Opens the turn of the expected player if it is not open yet. Returns what this side knows.
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

    /// Carries out the turn of the expected player. `script` is the game that this side was given.
    /// It is a [`Guess`](super::Guess), a [sketch](Briefing::sketch), or the true game. An order
    /// that is legal in `script` but not in the true game is refused and skipped.
    ///
    /// # Errors
    /// [`Illegal`] if the side could know that an order is illegal, or if too many orders are
    /// refused. No order of the turn is carried out then, and the turn must be played again.
    pub fn play(&mut self, orders: &[Order], script: &Game) -> Result<TurnReport, Illegal> {
        self.open_once();
        let side = self.game.expected();
        let tried = SandboxedTurn::try_orders(&self.game, orders, script)?;
        let mut report = TurnReport {
            side,
            turn: self.observer.turns(side),
            steps: tried.steps,
            progress: false,
            verdict: tried.winner.map(Verdict::Won),
        };
        report.progress = self.has_progress(&report, &tried.game);
        for step in &report.steps {
            match step.outcome {
                Ok(effect) => self.observer.observe(effect),
                Err(reason) => self.observer.refuse(side, step.order, reason),
            }
        }
        self.game.replace_by(tried.game);
        self.is_open = false;
        if report.turn >= TURNS_TO_PLACE && !self.game.fleet(side).is_complete() {
            report.verdict = Some(Verdict::NotPlaced(side));
        }
        Ok(report)
    }

    fn has_progress(&mut self, report: &TurnReport, after: &Game) -> bool {
        let carried_out = || report.steps.iter().filter(|step| step.outcome.is_ok());
        let is_hit = |step: &Step| step.outcome.is_ok_and(|effect| effect.is_hit());
        let mut has_moved = false;
        for step in carried_out() {
            let changes_position = matches!(step.order.kind(), OrderKind::Place | OrderKind::Move);
            if let Some(name) = step.order.ship().filter(|_| changes_position) {
                visit(&mut self.visited, &self.game, report.side, name);
                has_moved |= visit(&mut self.visited, after, report.side, name);
            }
        }
        let planes = carried_out().filter(|step| step.order.kind() == OrderKind::Plane);
        let planes = planes.filter_map(|step| step.order.target());
        has_moved || carried_out().any(is_hit) || self.shows_unknown_field(report.side, planes)
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

/// Stores the position of a ship. Returns whether it is new.
fn visit(visited: &mut Visited, game: &Game, side: Side, name: ShipName) -> bool {
    let Some(id) = game.fleet(side).ship(name) else { return false };
    let hull = game.board().ship(id).hull();
    visited.insert((side, name, hull.bow(), hull.heading()))
}
