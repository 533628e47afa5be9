//! What can be wrong. Spec classic fixes the words of what is printed (§2); those of the failures
//! behind are ours.

use broadside_core::board::Coord;
use broadside_core::text::Visible;
use std::io;
use std::path::{Path, PathBuf};

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
    /// The ship file cannot be opened; the question is asked again.
    #[error("cannot read the ship placements in `{}`: {error}", shown(path))]
    Unopened {
        /// Its name.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The ship file cannot be read through.
    #[error("cannot read the ship placements in `{}` from line {line} on: {error}", shown(path))]
    Unreadable {
        /// Its name.
        path: PathBuf,
        /// The line that could not be read whole, counted from 1.
        line: usize,
        /// Why.
        error: io::Error,
    },
    /// The ship file is no UTF-8.
    #[error("{}:{line}: the ship placements are not UTF-8", shown(path))]
    NoText {
        /// Its name.
        path: PathBuf,
        /// The first line that is none, counted from 1.
        line: usize,
    },
    /// A line of the ship file does not name a ship.
    #[error("{}:{line}: expected `symbol row column row column`", shown(path))]
    Malformed {
        /// Its name.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
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
            | Self::Unopened { .. }
            | Self::Unreadable { .. }
            | Self::NoText { .. }
            | Self::Malformed { .. }
            | Self::NoRoom(_) => 1,
        }
    }
}

fn shown(path: &Path) -> Visible<'_> {
    Visible(path.as_os_str().as_encoded_bytes())
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
