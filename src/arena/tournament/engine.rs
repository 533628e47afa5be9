//! Who plays in a match: anyone's program, anyone's pilot, and the engines of this crate.

use super::random;
use crate::ports::programs::Command;
use crate::rules::ships::fair::{FairPilot, Pilot};
use crate::script::{Session, feed};
use std::fmt;
use std::sync::Arc;

/// An engine and what it is called in this match.
#[derive(Clone, Debug)]
pub struct Engine {
    /// Its name in tables and journals.
    pub name: String,
    /// Who it is.
    pub player: Player,
}

/// Who plays.
#[derive(Clone, Debug)]
pub enum Player {
    /// A program: a process for each turn, which is handed a script and prints a player's group.
    Program(Command),
    /// An engine of this crate that is handed a script as a program is.
    Scripted(Scripted),
    /// Whoever plays by what its side knows.
    Pilot(PilotFactory),
}

/// The engines of this crate that play the script that they are handed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripted {
    /// The AI of the language (spec ships §9). It believes what the script shows: under fog, guesses.
    Open,
    /// Any legal orders.
    Random,
}

impl Player {
    /// The names of the engines of this crate.
    pub const NAMES: [&'static str; 3] = ["fair", "open", "random"];

    /// The engine of this crate of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "fair" => Some(Self::Pilot(PilotFactory::new(name, FairPilot::default))),
            "open" => Some(Self::Scripted(Scripted::Open)),
            "random" => Some(Self::Scripted(Scripted::Random)),
            _ => None,
        }
    }

    /// A new pilot, of an engine that plays by what its side knows.
    pub(super) fn pilot(&self) -> Option<Box<dyn Pilot>> {
        match self {
            Self::Pilot(factory) => Some(factory.make()),
            Self::Program(_) | Self::Scripted(_) => None,
        }
    }

    /// What a digest of the match knows it by: the words of its command, or its name.
    pub fn words(&self) -> Vec<u8> {
        match self {
            Self::Program(command) => {
                let words = command.words.iter().map(|word| word.as_encoded_bytes());
                words.collect::<Vec<_>>().join(&0)
            }
            Self::Scripted(Scripted::Open) => b"open".to_vec(),
            Self::Scripted(Scripted::Random) => b"random".to_vec(),
            Self::Pilot(pilot) => pilot.name.clone().into_bytes(),
        }
    }
}

impl Scripted {
    /// Its answer to a script: the group of the player who is expected; nothing to what is no script.
    pub(super) fn answer(self, mut script: &[u8]) -> Vec<u8> {
        let mut session = Session::default();
        if feed(&mut session, &mut script, &mut std::io::sink()).is_err() {
            return Vec::new();
        }
        match self {
            Self::Open => session.turn().unwrap_or_default(),
            Self::Random => random::turn(session.game()),
        }
    }
}

type MakePilot = Arc<dyn Fn() -> Box<dyn Pilot> + Send + Sync>;

/// Makes a pilot for each game. Games run on many threads, so a factory is shared between them; each
/// pilot stays on one thread.
#[derive(Clone)]
pub struct PilotFactory {
    name: String,
    make: MakePilot,
}

impl PilotFactory {
    /// A factory of pilots.
    pub fn new<P: Pilot + 'static>(
        name: impl Into<String>,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(move || Box::new(make())) }
    }

    /// A pilot for one game.
    pub fn make(&self) -> Box<dyn Pilot> {
        (self.make)()
    }
}

impl fmt::Debug for PilotFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PilotFactory").field("name", &self.name).finish_non_exhaustive()
    }
}
