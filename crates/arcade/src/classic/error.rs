//! The errors of the game classic. The texts on standard output come from the original program. The
//! texts on standard error are our own.

use broadside_core::board::Coord;
use broadside_core::text::Visible;
use std::io;
use std::path::{Path, PathBuf};

/// Every error ends the program, except [`Self::Unopened`].
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// The symbol is reserved, or an earlier ship has the same symbol.
    #[error("Error symbol {0} is already in use. Terminating game")]
    SymbolInUse(String),
    #[error("Error {0} is placed outside of the board. Terminating game.")]
    OutsideBoard(String),
    #[error("Ships cannot be placed diagonally. Terminating game.")]
    Diagonal,
    /// The coordinate is the first taken cell of the new ship.
    #[error("There is already a ship at location {}, {}. Terminating game.", .0.row, .0.col)]
    Taken(Coord),

    #[error("the input ended before the game did")]
    EndOfInput,
    #[error("a board may have 1000000 cells at most")]
    TooLarge,
    /// After this error, the program asks for the file again.
    #[error("cannot read the ship placements in `{}`: {error}", shown(path))]
    Unopened { path: PathBuf, error: io::Error },
    /// Reading the ship file fails, or the file is too large.
    #[error("cannot read the ship placements in `{}` from line {line} on: {error}", shown(path))]
    Unreadable { path: PathBuf, line: usize, error: io::Error },
    #[error("{}:{line}: the ship placements are not UTF-8", shown(path))]
    NoText { path: PathBuf, line: usize },
    #[error("{}:{line}: expected `symbol row column row column`", shown(path))]
    Malformed { path: PathBuf, line: usize },
    #[error("no free place is left for the AI's ship {0:?}")]
    NoRoom(String),
}

impl Error {
    /// Whether the original program prints the error, to standard output and with exit status 0.
    /// All other errors go to standard error. If they end the program, the exit status is 1.
    pub(super) const fn is_original(&self) -> bool {
        matches!(
            self,
            Self::SymbolInUse(_) | Self::OutsideBoard(_) | Self::Diagonal | Self::Taken(_)
        )
    }
}

fn shown(path: &Path) -> Visible<'_> {
    Visible(path.as_os_str().as_encoded_bytes())
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    #[error(transparent)]
    Fault(#[from] Error),
    #[error(transparent)]
    Stream(#[from] io::Error),
}
