//! What can be wrong. Spec classic fixes the words of what is printed (§2); those of the failures
//! behind are ours.

use crate::board::Coord;
use std::io;
use std::path::PathBuf;

/// Why there is no game, or no end of it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A symbol that the boards need, or one that an earlier ship has.
    #[error("Error symbol {0} is already in use. Terminating game")]
    SymbolInUse(String),
    /// An end of the ship is off the board.
    #[error("Error {0} is placed outside of the board. Terminating game.")]
    OutsideBoard(String),
    /// The ends are neither in one row nor in one column.
    #[error("Ships cannot be placed diagonally. Terminating game.")]
    Diagonal,
    /// The first cell of the ship that an earlier one has taken.
    #[error("There is already a ship at location {}, {}. Terminating game.", .0.row, .0.col)]
    Taken(Coord),

    /// Standard input ended where an answer was due.
    #[error("the input ended before the game")]
    EndOfInput,
    /// A board of more than 10^6 cells.
    #[error("a board may have 1000000 cells at most")]
    TooLarge,
    /// The ship file cannot be read.
    #[error("cannot read the ship placements in {0:?}: {1}")]
    Unreadable(PathBuf, #[source] io::Error),
    /// The ship file is no UTF-8.
    #[error("the ship placements are not UTF-8")]
    NoText,
    /// A line of the ship file, counted from 1, does not name a ship.
    #[error("line {0} of the ship placements: expected `symbol row column row column`")]
    Malformed(usize),
    /// The machine finds no free place for a ship.
    #[error("no free place is left for the AI's ship {0:?}")]
    NoRoom(String),
}

impl Error {
    /// The exit status: 0 for what the player is told on standard output, 1 for failures.
    pub const fn code(&self) -> u8 {
        match self {
            Self::SymbolInUse(_) | Self::OutsideBoard(_) | Self::Diagonal | Self::Taken(_) => 0,
            Self::EndOfInput
            | Self::TooLarge
            | Self::Unreadable(..)
            | Self::NoText
            | Self::Malformed(_)
            | Self::NoRoom(_) => 1,
        }
    }
}

/// Why the program ended before a side had won.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    /// With a complaint.
    #[error(transparent)]
    Fault(#[from] Error),
    /// Because a standard stream failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}
