//! Carries out turns in the true game.

use super::sandboxed_turn::{Illegal, SandboxedTurn, Step};
use super::{Briefing, Observer};
use crate::rules::{Game, Order, OrderKind, ShipName};
use broadside_core::board::{Coord, Heading, Rect, Side};
use std::collections::HashSet;

/// The turn of a side after which its fleet must be complete.
const TURNS_TO_PLACE: u64 = 10;

/// Referees a fair game: carries out turns in the true game, skips orders that only unseen ships forbid, and keeps
/// the notes of both sides (spec laboratory §5).
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
    /// Whether the turn of the expected player has been opened.
    is_open: bool,
    /// The positions in which ships have been.
    visited: Visited,
}

type Visited = HashSet<(Side, ShipName, Coord, Heading)>;

/// A turn that was carried out.
#[derive(Clone, Debug)]
pub struct TurnReport {
    /// The side that moved.
    pub side: Side,
    /// The number of the turn among those of the side, from 1.
    pub turn: u64,
    /// The orders and their outcomes.
    pub steps: Vec<Step>,
    /// Whether a segment was destroyed, a ship reached a new position, or a plane showed a field that its side did
    /// not know when the turn began.
    pub progress: bool,
    /// The end of the game, if the turn has ended it.
    pub verdict: Option<Verdict>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This side has won.
    Won(Side),
    /// This side has lost, because its fleet is incomplete after its tenth turn.
    NotPlaced(Side),
}

impl Referee {
    /// A referee of a game between turns in which no order has been given yet.
    pub fn new(game: Game) -> Self {
        Self::watching(game, Observer::default())
    }

    /// A referee of a game between turns that `observer` has watched so far.
    pub fn watching(game: Game, observer: Observer) -> Self {
        Self { game, observer, is_open: false, visited: HashSet::new() }
    }

    /// The true game, between turns.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The observer, which keeps the notes.
    pub const fn observer(&self) -> &Observer {
        &self.observer
    }

    /// Opens the turn of the expected player, unless it is open, and returns the knowledge of that side.
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

    /// Carries out the turn of the expected player. `script` is the game that this side was given: a
    /// [`Guess`](super::Guess), a [sketch](Briefing::sketch), or the true game. An order that is legal there, but not
    /// in the true game, is refused and skipped. It is not illegal.
    ///
    /// # Errors
    /// [`Illegal`]. Then no order of the turn is carried out, and the turn must be played again.
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

    /// Whether the turn makes progress: see [`TurnReport::progress`].
    fn has_progress(&mut self, report: &TurnReport, after: &Game) -> bool {
        let carried_out = || report.steps.iter().filter(|step| step.outcome.is_ok());
        let is_hit = |step: &Step| step.outcome.is_ok_and(|effect| effect.is_hit());
        let mut has_moved = false;
        for step in carried_out() {
            let is_sent = matches!(step.order.kind(), OrderKind::Place | OrderKind::Move);
            if let Some(name) = step.order.ship().filter(|_| is_sent) {
                visit(&mut self.visited, &self.game, report.side, name);
                has_moved |= visit(&mut self.visited, after, report.side, name);
            }
        }
        let planes = carried_out().filter(|step| step.order.kind() == OrderKind::Plane);
        let planes = planes.filter_map(|step| step.order.target());
        has_moved || carried_out().any(is_hit) || self.lifts_fog(report.side, planes)
    }

    /// Whether planes show a field that the side does not know.
    fn lifts_fog(&self, side: Side, planes: impl Iterator<Item = Coord>) -> bool {
        let mut planes = planes.peekable();
        if planes.peek().is_none() {
            return false;
        }
        let known = self.game.known(side);
        let board = self.game.board().dims().rect();
        planes
            .any(|at| Rect::around(at, 1).common(&board).fields().any(|field| !known.holds(field)))
    }
}

/// Stores the position of a ship. Returns whether it is new; `false` if the ship is not on the board.
fn visit(visited: &mut Visited, game: &Game, side: Side, name: ShipName) -> bool {
    let Some(id) = game.fleet(side).ship(name) else { return false };
    let hull = game.board().ship(id).hull();
    visited.insert((side, name, hull.bow(), hull.heading()))
}
