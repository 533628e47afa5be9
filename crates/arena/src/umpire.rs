//! The turns of a game of which one side or both play fair: who plays by what its side knows is asked here,
//! and every turn is carried out by a referee. It does not know what is printed of the game.

use broadside_core::board::{BySide, Side};
use broadside_core::dice::Stream;
use broadside_ships::rules::Game;
use broadside_ships::rules::fair::{Briefing, FairPilot, Pilot as _, Referee, TurnReport, Verdict};
use broadside_ships::script::ast::Group;
use broadside_ships::script::{print, reply};
use std::io;

/// So many turns in a row that bring nothing new end the game.
const IDLE: u64 = 60;

/// A game that is refereed.
#[derive(Clone, Debug)]
pub(super) struct Umpire {
    referee: Referee,
    pilots: BySide<Option<FairPilot>>,
    dice: BySide<Stream>,
    /// How many turns in a row have brought nothing new.
    idle: u64,
    verdict: Option<Verdict>,
}

impl Umpire {
    /// A game between turns, in which these sides play fair. Their dice follow from the seed of the game.
    pub(super) fn new(game: Game, is_fair: BySide<bool>) -> Self {
        let seed = game.seed().unwrap_or_default().into();
        Self {
            pilots: BySide::from_fn(|side| is_fair[side].then(FairPilot::default)),
            dice: BySide::from_fn(|side| Stream::new(&seed, u64::from(side == Side::Second))),
            referee: Referee::new(game),
            idle: 0,
            verdict: None,
        }
    }

    /// The side that has lost because its fleet is incomplete.
    pub(super) const fn not_placed(&self) -> Option<Side> {
        match self.verdict {
            Some(Verdict::NotPlaced(side)) => Some(side),
            Some(Verdict::Won(_)) | None => None,
        }
    }

    /// Whether nothing new has happened for long.
    pub(super) const fn is_idle(&self) -> bool {
        self.idle >= IDLE
    }

    /// Plays the next turn, and tells it as a group of the script: what was carried out, what was refused
    /// as comments. `open` is asked for the turn of a side that sees everything.
    pub(super) fn turn(
        &mut self,
        open: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> io::Result<Vec<u8>> {
        let briefing = self.referee.open();
        let side = self.referee.game().expected();
        let (orders, script) = match &mut self.pilots[side] {
            Some(pilot) => (pilot.turn(&briefing, &mut self.dice[side]).ok(), briefing.sketch()),
            None => (reply(&open()?, side).ok(), self.referee.game().clone()),
        };
        let played = orders.map(|orders| self.referee.play(&orders, &script));
        // A turn that breaks a rule is an empty one.
        let report = match played {
            Some(Ok(report)) => report,
            Some(Err(_)) | None => self.pass(&briefing)?,
        };
        self.idle = if report.progress { 0 } else { self.idle + 1 };
        self.verdict = report.verdict;
        Ok(told(&report))
    }

    fn pass(&mut self, briefing: &Briefing) -> io::Result<TurnReport> {
        self.referee.play(&[], &briefing.sketch()).map_err(io::Error::other)
    }
}

/// A turn as a group of the script.
fn told(report: &TurnReport) -> Vec<u8> {
    let tag = Group::Turn(report.side).tag();
    let mut text = format!("{tag}\n").into_bytes();
    for step in &report.steps {
        if step.outcome.is_err() {
            text.extend_from_slice(b"# refused ");
        }
        print::order(&step.order, &mut text);
        let reason = step.outcome.err().map(|reason| format!(": {reason}"));
        text.extend_from_slice(reason.unwrap_or_default().as_bytes());
        text.push(b'\n');
    }
    text.extend_from_slice(format!("{tag}\n").as_bytes());
    text
}
