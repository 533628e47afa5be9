//! The players of a match: programs, pilots of the caller, and the built-in players.

use crate::machine::Machine;
use broadside_core::ports::programs::Command;
use broadside_ships::rules::fair::Pilot;
use broadside_ships::script::{Session, feed};
use std::sync::Arc;
use std::time::Duration;

/// A player with its name in a match.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The name of the engine in tables and journals.
    pub name: String,
    /// The player.
    pub player: Player,
    /// The time limit for a turn; `None` for the time limit of the match.
    pub time: Option<Duration>,
}

impl Engine {
    /// Returns an engine with the time limit of the match.
    pub fn new(name: impl Into<String>, player: Player) -> Self {
        Self { name: name.into(), player, time: None }
    }
}

/// What plays for an engine: a program, the AI of the language, or a pilot.
#[derive(Clone, Debug)]
pub enum Player {
    /// A program. It gets a script in each turn, and prints its orders between two tags.
    Program(Command, Protocol),
    /// The AI of the language (spec ships §9). It gets a script, as a program does. It takes
    /// everything in the script as true, even guesses about what its side does not know.
    Open,
    /// A pilot: a player written in Rust. It gets only what its side knows.
    Pilot(PilotFactory),
}

/// How a program is asked for its turns. Both protocols give the same games if the program
/// remembers nothing from turn to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// One process for each turn. The process reads the script up to the end of its input.
    #[default]
    Script,
    /// `proto=turns`: one process for the whole game. A line `go` ends each script. The line
    /// `over won`, `over lost` or `over drawn` ends the game.
    Turns,
}

impl Player {
    /// Returns the built-in player with this name. [`Machine::NAMES`] lists all names.
    pub fn from_name(name: &str) -> Option<Self> {
        let machine = Machine::from_name(name)?;
        if machine.is_open() {
            return Some(Self::Open);
        }
        Some(Self::Pilot(PilotFactory::new(name, move || machine.clone())))
    }

    pub(super) fn pilot(&self) -> Option<Box<dyn Pilot>> {
        match self {
            Self::Pilot(factory) => Some(factory.make()),
            Self::Program(..) | Self::Open => None,
        }
    }

    /// Returns the command's words, or the player's name, for the digest of a match's options.
    #[doc(hidden)]
    pub fn words(&self) -> Vec<u8> {
        match self {
            Self::Program(command, _) => {
                let words = command.words.iter().map(|word| word.as_encoded_bytes());
                let words = words.collect::<Vec<_>>().join(&0);
                let is_built_in = Machine::NAMES.iter().any(|name| name.as_bytes() == words);
                if is_built_in { [b"cmd=", &words[..]].concat() } else { words }
            }
            Self::Open => b"open".to_vec(),
            Self::Pilot(pilot) => pilot.name.clone().into_bytes(),
        }
    }
}

/// Returns the answer of the language's AI to a script; empty if the script cannot be run.
pub(super) fn open_turn(mut script: &[u8]) -> Vec<u8> {
    let mut session = Session::default();
    if feed(&mut session, &mut script, &mut std::io::sink()).is_err() {
        return Vec::new();
    }
    session.turn().unwrap_or_default()
}

type MakePilot = Arc<dyn Fn() -> Box<dyn Pilot> + Send + Sync>;

/// Makes a pilot for each game. Threads share a factory, but not a pilot.
#[derive(Clone)]
pub struct PilotFactory {
    name: String,
    make: MakePilot,
}

impl PilotFactory {
    /// Returns a factory of pilots with this name.
    pub fn new<P: Pilot + 'static>(
        name: impl Into<String>,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(move || Box::new(make())) }
    }

    /// Makes a pilot for one game.
    #[doc(hidden)]
    pub fn make(&self) -> Box<dyn Pilot> {
        (self.make)()
    }
}

broadside_core::opaque!(PilotFactory: name);
