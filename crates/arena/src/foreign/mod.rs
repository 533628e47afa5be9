//! Bots that are programs. For each game, a bot gets a process of its own, which reads and writes
//! lines. The page "Bots that speak lines" of the book describes the lines
//! (`book/src/laboratory/lines.md`).
//!
//! [`ForeignBot`] makes gunners (bots that only fire) and captains (bots with all weapons) from a
//! program. The trait [`Dialogues`] starts the processes.

mod player;
mod talk;
#[cfg(test)]
mod tests;

use super::exchange::Exchange;
use super::factory::{CaptainFactory, GunnerFactory};
use broadside_core::ports::programs::{Command, Dialogues, Limits};
use player::ForeignPlayer;
use std::io;
use std::sync::{Arc, OnceLock};
pub(crate) use talk::farewell;
use thiserror::Error;

/// A bot that is a program. Copies of the bot share its [`Trouble`].
#[derive(Clone)]
pub struct ForeignBot {
    name: Arc<str>,
    command: Arc<Command>,
    limits: Limits,
    programs: Arc<dyn Dialogues + Send + Sync>,
    trouble: Arc<OnceLock<Trouble>>,
    on_answer: Option<OnAnswer>,
}

type OnAnswer = Arc<dyn Fn(&Exchange<'_>) + Send + Sync>;

/// Why games with a program cannot go on. A wrong answer is no trouble: it only forfeits the game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The program cannot be started, for the reason in the text.
    #[error("cannot start: {0}")]
    CannotStart(String),
    /// The system failed to run the program.
    #[error("{0}")]
    System(#[source] io::Error),
}

impl ForeignBot {
    /// Returns a bot. Tables of results show its `name`. The time in `limits` is the limit for each
    /// answer.
    pub fn new(
        name: &str,
        command: Command,
        limits: Limits,
        programs: Arc<dyn Dialogues + Send + Sync>,
    ) -> Self {
        let (command, trouble) = (Arc::new(command), Arc::default());
        Self { name: name.into(), command, limits, programs, trouble, on_answer: None }
    }

    /// Sets a function that is called with each answer of the program, for example to keep a log.
    #[must_use]
    #[doc(hidden)]
    pub fn on_answer(self, on_answer: impl Fn(&Exchange<'_>) + Send + Sync + 'static) -> Self {
        Self { on_answer: Some(Arc::new(on_answer)), ..self }
    }

    /// Returns gunners that ask the program where to fire.
    pub fn gunners(&self) -> GunnerFactory {
        let bot = self.clone();
        GunnerFactory::seated(&*self.name, move |seat| ForeignPlayer::new(bot.clone(), seat))
    }

    /// Returns captains that ask the program for its fleet and its moves.
    pub fn captains(&self) -> CaptainFactory {
        let bot = self.clone();
        CaptainFactory::seated(&*self.name, move |seat| ForeignPlayer::new(bot.clone(), seat))
    }

    /// Returns why games with this program cannot go on; `None` if they can. A series should ask
    /// before each game.
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.get()
    }
}

broadside_core::opaque!(ForeignBot: name);
