//! Why a player loses a game by a forfeit, in any of the games.

use thiserror::Error;

/// Why a bot forfeits a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Forfeit {
    /// It was asked for a shot, and no cell is worth one.
    #[error("no cell is left to fire at")]
    NoTarget,
    /// Its answer is not of the form that was asked for.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// Its answer is well formed, but not allowed now.
    #[error("illegal answer: {0}")]
    Illegal(String),
    /// It took longer than it may.
    #[error("time ran out")]
    Timeout,
    /// It answered before it was asked.
    #[error("out of turn: {0}")]
    OutOfTurn(String),
    /// It ended, or could not be started.
    #[error("crashed: {0}")]
    Crash(String),
    /// It said more than it may.
    #[error("too much output")]
    Output,
    /// It took more memory than it may.
    #[error("too much memory")]
    Memory,
    /// It gives the game up.
    #[error("resigned")]
    Resigned,
    /// Any of these, and the last line that the program wrote to standard error.
    #[error("{0}; it said `{1}`")]
    Said(Box<Self>, String),
}

impl Forfeit {
    /// The kind of forfeit in one word, for tables: `timeout`, `crash`, and so on.
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
