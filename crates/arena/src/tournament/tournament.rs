//! The options of a match, and its connections to programs and to the caller.

use super::engine::{Engine, Player, Protocol};
use super::journal::Entry;
use super::setup::{NoSetup, Setup, Told};
use crate::driver::DrawRules;
use crate::exchange::Exchange;
use broadside_core::dice::Seed;
use broadside_core::digest::Fnv64;
use broadside_core::ports::programs::{Command, Dialogues, Ended, Ending, Limits, Programs, Run};
use broadside_ships::rules::fair::Referee;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// The options of all games of a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The seed from which everything random is drawn.
    pub seed: Seed,
    /// The engines, at least two.
    pub engines: Vec<Engine>,
    /// How games begin.
    pub setup: Setup,
    /// What a program learns about the game in each turn.
    pub told: Told,
    /// The limits of the programs.
    pub limits: Limits,
    /// What happens after a fault of an engine.
    pub on_fault: OnFault,
    /// When a game is a draw.
    pub draws: DrawRules,
}

/// What happens after a fault of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFault {
    /// The engine loses the game.
    #[default]
    Lose,
    /// The turn is played without orders, and the game goes on.
    Skip,
    /// The engine loses the game, and the caller ends the match.
    Stop,
}

/// The connections of a match to the outside.
pub struct Surroundings<'w> {
    /// Runs programs that get a new process for each turn.
    pub programs: &'w dyn Programs,
    /// Runs programs that play a whole game in one process.
    pub dialogues: &'w dyn Dialogues,
    /// Called from any thread after each turn of an engine that gets scripts. Errors end the match.
    pub on_turn: &'w (dyn Fn(&Exchange<'_>) -> io::Result<()> + Sync),
    /// Called before each turn. If it returns `false`, the match stops.
    pub goes_on: &'w (dyn Fn() -> bool + Sync),
    /// The digest of all options. Each journal entry has this digest.
    pub options: String,
}

broadside_core::opaque!(Surroundings<'_>: options);

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The journal entry of the game.
    pub entry: Entry,
    /// The game as a script. Refused orders are comments in it.
    pub record: Vec<u8>,
}

/// Why a match stopped early.
#[derive(Debug, Error)]
pub enum Broken {
    /// A program cannot be started.
    #[error("cannot start `{program}`: {reason}")]
    CannotStart {
        /// The first word of the command.
        program: String,
        /// The reason why the program cannot be started.
        reason: String,
    },
    /// The system cannot run programs.
    #[error("cannot run programs: {0}")]
    System(#[source] io::Error),
    /// `on_turn` failed, for example because it could not write a log.
    #[error("{0}")]
    Keep(#[source] io::Error),
    /// No game can start with the set-up.
    #[error(transparent)]
    Setup(#[from] NoSetup),
    /// `goes_on` returned false, or a run of a program was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Broken {
    pub(super) fn cannot_start(command: &Command, reason: String) -> Self {
        let program = command.words.first().map(|word| word.to_string_lossy());
        Self::CannotStart { program: program.unwrap_or_default().into_owned(), reason }
    }
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

#[doc(hidden)]
impl Tournament {
    /// Returns a match with default limits, [`Told::Fog`] and [`OnFault::Lose`].
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

    /// Returns a digest of the options and of `limits`, a text with the requested limits of
    /// programs. The digest covers the command of a program, but not the program itself. The digest
    /// also leaves out the [`Protocol`], which should not change the games.
    pub fn options(&self, limits: &str) -> String {
        let Self { seed, told, on_fault, draws, .. } = self;
        let DrawRules { max_turns, no_progress } = draws;
        let numbers = format!("{seed} {told:?} {on_fault:?} {max_turns} {no_progress} {limits}");
        let engines = self
            .engines
            .iter()
            .flat_map(|engine| [engine.name.clone().into_bytes(), engine.player.words()]);
        let time = |(number, engine): (usize, &Engine)| {
            engine.time.map(|time| format!("{number} {}", time.as_nanos()).into_bytes())
        };
        let times = self.engines.iter().enumerate().filter_map(time);
        let parts = [numbers.into_bytes(), self.setup.as_bytes().to_vec()].into_iter();
        let mut digest = Fnv64::default();
        for part in parts.chain(engines).chain(times) {
            // Without the length before each part, different parts could give equal bytes.
            digest.add(&part.len().to_le_bytes());
            digest.add(&part);
        }
        digest.to_string()
    }

    /// Returns whether a program takes part.
    pub fn has_programs(&self) -> bool {
        self.engines.iter().any(|engine| matches!(engine.player, Player::Program(..)))
    }

    /// Runs each program a few times on the script of the first turn of the first game. Returns the
    /// times of these runs. Programs that play a whole game in one process are left out. Fails if
    /// no game can start, or if a program cannot be run.
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

    pub(super) fn limits_of(&self, engine: &Engine) -> Limits {
        Limits { time: engine.time.or(self.limits.time), ..self.limits }
    }

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
            return Err(Broken::cannot_start(command, reason));
        }
        Ok(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_options_tells_which_engine_has_a_time_limit() {
        let digest = |limited: usize| {
            let player = Player::from_name("random").unwrap();
            let mut engines = ["a", "b"].map(|name| Engine::new(name, player.clone()));
            engines[limited].time = Some(Duration::from_secs(5));
            Tournament::new(1.into(), engines.to_vec(), Setup::Small).options("")
        };
        assert_ne!(digest(0), digest(1));
    }
}
