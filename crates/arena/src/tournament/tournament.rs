//! The options of a match, and its ports to programs and to the caller.

use super::engine::{Engine, Player, Protocol};
use super::hand_over::Told;
use super::journal::Entry;
use super::setup::{NoSetup, Setup};
use crate::driver::DrawRules;
use crate::exchange::Exchange;
use broadside_core::dice::Seed;
use broadside_core::digest::Fnv64;
use broadside_core::ports::programs::{Command, Dialogues, Ended, Ending, Limits, Programs, Run};
use broadside_ships::rules::fair::Referee;
use std::fmt;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// The options of all games of a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The seed.
    pub seed: Seed,
    /// The engines, at least two.
    pub engines: Vec<Engine>,
    /// How games begin.
    pub setup: Setup,
    /// What a program learns about the game in each turn.
    pub told: Told,
    /// The limits of programs.
    pub limits: Limits,
    /// What happens after a fault.
    pub on_fault: OnFault,
    /// When a game is a draw.
    pub draws: DrawRules,
}

/// What happens after a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFault {
    /// The engine loses the game.
    #[default]
    Lose,
    /// The turn is empty, and the game goes on.
    Skip,
    /// The engine loses the game, and the caller ends the match.
    Stop,
}

/// The ports of a match.
pub struct Surroundings<'w> {
    /// Runs programs.
    pub programs: &'w dyn Programs,
    /// Runs programs that play a whole game in one process.
    pub dialogues: &'w dyn Dialogues,
    /// Called from any thread after each turn of an engine that gets scripts.
    pub on_turn: &'w (dyn Fn(&Exchange<'_>) -> io::Result<()> + Sync),
    /// Called before each turn: `false` stops the match.
    pub goes_on: &'w (dyn Fn() -> bool + Sync),
    /// The digest of all options, for journal entries.
    pub options: String,
}

impl fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").field("options", &self.options).finish_non_exhaustive()
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its journal entry.
    pub entry: Entry,
    /// The game as a script; refused orders are comments.
    pub record: Vec<u8>,
}

/// Why a match broke off.
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
    /// The system cannot run programs.
    #[error("cannot run programs: {0}")]
    System(#[source] io::Error),
    /// `on_turn` failed.
    #[error("{0}")]
    Keep(#[source] io::Error),
    /// No game can start with the set-up.
    #[error(transparent)]
    Setup(#[from] NoSetup),
    /// `goes_on` returned false, or the system was interrupted.
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
    /// A match under fog with default limits, in which a fault loses the game.
    #[doc(hidden)]
    pub fn new(seed: Seed, engines: Vec<Engine>, setup: Setup) -> Self {
        Self {
            seed,
            engines,
            setup,
            told: Told::Fog,
            limits: Limits::default(),
            on_fault: OnFault::Lose,
            draws: DrawRules::default(),
        }
    }

    /// Returns a digest of the options. `limits` are the requested limits of programs, in any form. If a program
    /// changes but its command stays the same, the digest stays the same.
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
        let mut digest = Fnv64::default();
        for part in parts.chain(engines).chain(times) {
            // The length keeps parts apart, whatever they hold.
            digest.add(&part.len().to_le_bytes());
            digest.add(&part);
        }
        digest.to_string()
    }

    /// Whether programs play.
    #[doc(hidden)]
    pub fn has_programs(&self) -> bool {
        self.engines.iter().any(|engine| matches!(engine.player, Player::Program(..)))
    }

    /// Runs each program a few times on the start of the first game, and returns the times.
    ///
    /// # Errors
    /// If a program cannot be started, or programs cannot be run.
    #[doc(hidden)]
    pub fn first_runs(&self, programs: &dyn Programs) -> Result<Vec<Vec<Duration>>, Broken> {
        const RUNS: usize = 3;
        let start = self.setup.game(&self.seed, 0)?;
        let briefing = Referee::new(start.clone()).open();
        let script = self.told.hand_over(&self.seed, 0, &start, &briefing, Vec::new);
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

    /// Returns the limits of an engine.
    pub(super) fn limits_of(&self, engine: &Engine) -> Limits {
        Limits { time: engine.time.or(self.limits.time), ..self.limits }
    }

    /// Runs a program on a script.
    ///
    /// # Errors
    /// If it cannot be started, or programs cannot be run.
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
