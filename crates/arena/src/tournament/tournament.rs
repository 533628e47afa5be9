//! A match as a whole: what all its games have in common, and what it touches of the world.

use super::engine::{Engine, Player, Protocol};
use super::fault::Fault;
use super::hand_over::Told;
use super::journal::Entry;
use super::setup::{NoSetup, Setup};
use super::table::digest;
use crate::driver::DrawRules;
use crate::record::Record;
use broadside_core::board::Side;
use broadside_core::dice::Seed;
use broadside_core::ports::programs::{Command, Dialogues, Ended, Ending, Limits, Programs, Run};
use broadside_ships::rules::fair::Referee;
use std::fmt;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The seed.
    pub seed: Seed,
    /// Who plays, at least two.
    pub engines: Vec<Engine>,
    /// How games begin.
    pub setup: Setup,
    /// What programs are told.
    pub told: Told,
    /// How far programs may go.
    pub limits: Limits,
    /// What a fault does.
    pub on_fault: OnFault,
    /// When a game is a draw.
    pub draws: DrawRules,
}

/// What a fault does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFault {
    /// It loses the game.
    #[default]
    Lose,
    /// It is an empty turn.
    Skip,
    /// It loses the game; the match is to end.
    Stop,
}

/// What a match touches of the world.
pub struct Surroundings<'w> {
    /// Runs programs.
    pub programs: &'w dyn Programs,
    /// Starts programs that stay alive between their turns.
    pub dialogues: &'w dyn Dialogues,
    /// Called after each turn of an engine that is handed scripts, from any thread.
    pub on_turn: &'w (dyn Fn(&ScriptTurn<'_>) -> io::Result<()> + Sync),
    /// Asked before each turn whether to go on.
    pub goes_on: &'w (dyn Fn() -> bool + Sync),
    /// The digest of all options, which each journal line bears.
    pub options: String,
}

impl fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").field("options", &self.options).finish_non_exhaustive()
    }
}

/// A turn of an engine that is handed scripts.
#[derive(Clone, Copy, Debug)]
pub struct ScriptTurn<'e> {
    /// The number of the game.
    pub game: u64,
    /// The number of the turn, those of both sides counted, from 1.
    pub turn: u64,
    /// Whose turn it was.
    pub side: Side,
    /// What was handed over.
    pub script: &'e [u8],
    /// What was printed.
    pub stdout: &'e [u8],
    /// The end of what it wrote to standard error. Of a program that stays alive: what it wrote since its
    /// answer before this one and until this one, and perhaps a little behind it.
    pub stderr_tail: &'e [u8],
    /// The time that it took.
    pub wall: Duration,
    /// What was wrong with it, if anything was.
    pub fault: Option<&'e Fault>,
    /// The line or the command that the fault is about, with the reason.
    pub about: &'e str,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its line of the journal.
    pub entry: Entry,
    /// The game as a script: what was carried out, and what was refused as comments.
    pub record: Vec<u8>,
}

/// Why a game could not be played to its end.
#[derive(Debug, Error)]
pub enum Broken {
    /// A program cannot be started.
    #[error("cannot start `{engine}`: {reason}")]
    CannotStart {
        /// The engine's name.
        engine: String,
        /// Why.
        reason: String,
    },
    /// Programs cannot be run here.
    #[error("cannot run programs: {0}")]
    System(#[source] io::Error),
    /// A turn could not be kept.
    #[error("{0}")]
    Keep(#[source] io::Error),
    /// The setup is no start of a game.
    #[error(transparent)]
    Setup(#[from] NoSetup),
    /// A person wants to stop.
    #[error("interrupted")]
    Interrupted,
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::Interrupted {
            Self::Interrupted
        } else {
            Self::System(error)
        }
    }
}

impl Tournament {
    /// A digest of all that a game depends on but its number; `limits` are those that were asked for, in
    /// any words. That a program has changed behind its command does not show here.
    #[doc(hidden)]
    pub fn options(&self, limits: &str) -> String {
        let Self { seed, told, on_fault, draws, .. } = self;
        let DrawRules { max_turns, no_progress } = draws;
        let numbers = format!("{seed} {told:?} {on_fault:?} {max_turns} {no_progress} {limits}");
        let engines = self
            .engines
            .iter()
            .flat_map(|engine| [engine.name.clone().into_bytes(), engine.player.words()]);
        let times = self.engines.iter().filter_map(|engine| engine.time);
        let times = times.map(|time| time.as_nanos().to_string().into_bytes());
        let parts = [numbers.into_bytes(), self.setup.as_bytes().to_vec()].into_iter();
        let parts = parts.chain(engines).chain(times);
        // Lengths keep parts apart, whatever they hold.
        let text = parts.flat_map(|part| [part.len().to_le_bytes().to_vec(), part].concat());
        digest(&text.collect::<Vec<_>>())
    }

    /// Whether a program takes part.
    #[doc(hidden)]
    pub fn has_programs(&self) -> bool {
        self.engines.iter().any(|engine| matches!(engine.player, Player::Program(..)))
    }

    /// The times of some first runs of each program, on the start of the first game.
    ///
    /// # Errors
    /// When a program cannot be started, or programs cannot be run.
    #[doc(hidden)]
    pub fn first_runs(&self, programs: &dyn Programs) -> Result<Vec<Vec<Duration>>, Broken> {
        const RUNS: usize = 3;
        let start = self.setup.game(&self.seed, 0)?;
        let briefing = Referee::new(start.clone()).open();
        let script = self.told.hand_over(&self.seed, 0, &start, &briefing, &Record::default());
        let mut times = Vec::new();
        for engine in &self.engines {
            if let Player::Program(command, Protocol::Script) = &engine.player {
                let runs = [(); RUNS].map(|()| self.run(programs, engine, command, script.text()));
                let walls = runs.into_iter().map(|run| Ok(run?.wall));
                times.push(walls.collect::<Result<_, Broken>>()?);
            }
        }
        Ok(times)
    }

    /// How far a program may go.
    pub(super) fn limits_of(&self, engine: &Engine) -> Limits {
        Limits { time: engine.time.or(self.limits.time), ..self.limits }
    }

    /// Runs a program on a script.
    pub(super) fn run(
        &self,
        programs: &dyn Programs,
        engine: &Engine,
        command: &Command,
        script: &[u8],
    ) -> Result<Ended, Broken> {
        let run = Run { command, input: script, limits: self.limits_of(engine) };
        let ended = programs.run(&run)?;
        if let Ending::CannotStart(reason) = ended.ending {
            return Err(Broken::CannotStart { engine: engine.name.clone(), reason });
        }
        Ok(ended)
    }
}
