//! Carries out turns in the true game.

use super::ruling::{Illegal, Step};
use super::trial::Trial;
use super::{Briefing, Observer};
use crate::rules::{Game, Order, OrderKind, ShipName};
use broadside_core::board::{Coord, Heading, Rect, Side};
use std::collections::HashSet;

/// After so many turns of a side its fleet must be complete.
const TURNS_TO_PLACE: u64 = 10;

/// Referees a game in which neither side sees more than it may: carries out turns in the true game, skips
/// orders that only unseen ships forbid, and keeps the notes of both sides (spec laboratory §5).
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
    /// Whether the observer was told that the turn of the expected player opens.
    is_open: bool,
    /// Where ships have been.
    visited: HashSet<(Side, ShipName, Coord, Heading)>,
}

/// A turn that was carried out.
#[derive(Clone, Debug)]
pub struct TurnReport {
    /// Whose it was.
    pub side: Side,
    /// Its number among those of the side, from 1.
    pub turn: u64,
    /// Its orders, in order.
    pub steps: Vec<Step>,
    /// Whether a segment was destroyed, a ship came to where it had never been, or a plane showed a field
    /// that its side did not know when the turn began.
    pub progress: bool,
    /// How the game has ended by it, if it has.
    pub verdict: Option<Verdict>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This side has won.
    Won(Side),
    /// This side has lost: its fleet is incomplete after its tenth turn.
    NotPlaced(Side),
}

impl Referee {
    /// A referee of a game that is between turns, before anything was ordered in it.
    pub fn new(game: Game) -> Self {
        Self::watching(game, Observer::default())
    }

    /// A referee of a game that is between turns and that `observer` has watched so far.
    pub fn watching(game: Game, observer: Observer) -> Self {
        Self { game, observer, is_open: false, visited: HashSet::new() }
    }

    /// The true game, between turns.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Who keeps the notes.
    pub const fn observer(&self) -> &Observer {
        &self.observer
    }

    /// Opens the turn of the player who is expected, if it is not open yet, and tells what that side knows.
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

    /// Carries out the turn of the player who is expected. `script` is the game as that side was handed it,
    /// in which its orders are legal as far as it can know: a [`Guess`](super::Guess), a
    /// [sketch](Briefing::sketch), or the true game.
    ///
    /// # Errors
    /// [`Illegal`]: nothing of the turn was carried out, and it is still to be played.
    pub fn play(&mut self, orders: &[Order], script: &Game) -> Result<TurnReport, Illegal> {
        self.open_once();
        let side = self.game.expected();
        let trial = Trial::of(&self.game, orders, script)?;
        let mut report = TurnReport {
            side,
            turn: self.observer.turns(side),
            steps: trial.steps,
            progress: false,
            verdict: trial.winner.map(Verdict::Won),
        };
        report.progress = self.has_progress(&report, &trial.game);
        for step in &report.steps {
            match step.outcome {
                Ok(effect) => self.observer.observe(effect),
                Err(reason) => self.observer.refuse(side, step.order, reason),
            }
        }
        self.game.replace_by(trial.game);
        self.is_open = false;
        if report.turn >= TURNS_TO_PLACE && !self.game.fleet(side).is_complete() {
            report.verdict = Some(Verdict::NotPlaced(side));
        }
        Ok(report)
    }

    /// Whether the turn has brought anything new.
    fn has_progress(&mut self, report: &TurnReport, after: &Game) -> bool {
        let carried_out = || report.steps.iter().filter(|step| step.outcome.is_ok());
        let is_hit = |step: &Step| step.outcome.is_ok_and(|effect| effect.is_hit());
        let mut has_moved = false;
        for step in carried_out() {
            let is_sent = matches!(step.order.kind(), OrderKind::Place | OrderKind::Move);
            if let Some(name) = step.order.ship().filter(|_| is_sent) {
                self.visit(report.side, name);
                has_moved |= self.has_arrived(after, report.side, name);
            }
        }
        let planes = carried_out().filter(|step| step.order.kind() == OrderKind::Plane);
        let planes = planes.filter_map(|step| step.order.target());
        has_moved || carried_out().any(is_hit) || self.lifts_fog(report.side, planes)
    }

    /// Notes where a ship lies before the turn is carried out.
    fn visit(&mut self, side: Side, name: ShipName) {
        if let Some(id) = self.game.fleet(side).ship(name) {
            let hull = self.game.board().ship(id).hull();
            self.visited.insert((side, name, hull.bow(), hull.heading()));
        }
    }

    /// Whether a ship has come to where it had never been.
    fn has_arrived(&mut self, after: &Game, side: Side, name: ShipName) -> bool {
        let Some(id) = after.fleet(side).ship(name) else { return false };
        let hull = after.board().ship(id).hull();
        self.visited.insert((side, name, hull.bow(), hull.heading()))
    }

    /// Whether planes show a field that the side does not know.
    fn lifts_fog(&self, side: Side, planes: impl Iterator<Item = Coord>) -> bool {
        let mut planes = planes.peekable();
        if planes.peek().is_none() {
            return false;
        }
        let known = self.game.known(side);
        let board = self.game.board().dims().rect();
        planes.any(|at| {
            let square = Rect::spanning(at, at).grown(1).common(&board);
            square.fields().any(|field| !known.holds(field))
        })
    }
}
