//! The reasons why a bot forfeits a game.

use thiserror::Error;

/// The reason why a bot forfeits a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Forfeit {
    /// No cell is left to fire at.
    #[error("no cell is left to fire at")]
    NoTarget,
    /// The answer has the wrong form.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// The answer has the right form, but the rules do not allow it at this point of the game.
    #[error("illegal answer: {0}")]
    Illegal(String),
    /// The bot exceeded its time limit.
    #[error("time ran out")]
    Timeout,
    /// The bot answered before it was asked.
    #[error("out of turn: {0}")]
    OutOfTurn(String),
    /// The program of the bot ended or could not be started, or the system failed.
    #[error("crashed: {0}")]
    Crash(String),
    /// The program of the bot printed too much, or wrote too many or too large files.
    #[error("too much output, printed or in files")]
    Output,
    /// The program of the bot used too much memory.
    #[error("too much memory")]
    Memory,
    /// The bot resigned.
    #[error("resigned")]
    Resigned,
    /// One of the other reasons, with the line of standard error that best explains it.
    #[error("{0}; it said `{1}`")]
    Said(Box<Self>, String),
}

impl Forfeit {
    /// Returns the kind of forfeit in a few words, for tables: `timeout`, `crash`, and so on.
    #[doc(hidden)]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoTarget => "no target",
            Self::Malformed(_) => "malformed",
            Self::Illegal(_) => "illegal",
            Self::Timeout => "timeout",
            Self::OutOfTurn(_) => "out of turn",
            Self::Crash(_) => "crash",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::Resigned => "resigned",
            Self::Said(forfeit, _) => forfeit.kind(),
        }
    }
}
