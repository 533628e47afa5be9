//! What can be wrong: with the files before the game, spec battle-of-ships §3, and with a move, §2.

use std::ffi::{OsStr, OsString};
use std::io;

/// Why there is no game, or no file of it. The text of the first two is the whole output.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Too few arguments, a malformed file, or bytes that are no UTF-8.
    #[error("kaBOOM: run for your life!")]
    Kaboom,
    /// Files that cannot be read, in the order of the arguments.
    #[error("{}", String::from_utf8_lossy(&unreachable(.0)))]
    Unreachable(Vec<OsString>),
    /// `Battleship.out` cannot be written; the page leaves this case to us.
    #[error("broadside battle-of-ships: cannot write `Battleship.out`: {0}")]
    Unwritable(#[from] io::Error),
}

impl Error {
    /// The message; names in it are as they were given, whether they are UTF-8 or not.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Unreachable(names) => unreachable(names),
            Self::Kaboom | Self::Unwritable(_) => self.to_string().into_bytes(),
        }
    }

    /// The exit status.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Kaboom | Self::Unreachable(_) => 0,
            Self::Unwritable(_) => 3,
        }
    }
}

fn unreachable(names: &[OsString]) -> Vec<u8> {
    let names = names.join(OsStr::new(", "));
    [b"IOError: input file(s) ", names.as_encoded_bytes(), b" is/are not reachable."].concat()
}

/// Why a token is no move. The player's next token is read instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// `5E`
    #[error("IndexError: Coordinate '{0}' is missing a comma! Please try again.")]
    NoComma(String),
    /// `5,,E`
    #[error(
        "ValueError: Coordinate '{0}' has too many commas! There should only be 1 comma that \
         separates the row and the column from each other. Please try again."
    )]
    ManyCommas(String),
    /// `,`
    #[error(
        "IndexError: Coordinate '{0}' is missing a required row and column value! Please try again."
    )]
    NoRowNorColumn(String),
    /// `,E`
    #[error("IndexError: Coordinate '{0}' is missing a required row value! Please try again.")]
    NoRow(String),
    /// `5,`
    #[error("IndexError: Coordinate '{0}' is missing a required column value! Please try again.")]
    NoColumn(String),
    /// `5,e`
    #[error(
        "ValueError: Second operand of coordinate '{0}' is not an uppercase letter! Please try again."
    )]
    NoLetter(String),
    /// `e,5`
    #[error(
        "ValueError: First and second operand of coordinate '{0}' is invalid! Please try again."
    )]
    NothingRight(String),
    /// `x,E`
    #[error("ValueError: First operand of coordinate '{0}' is not an integer! Please try again.")]
    NoInteger(String),
    /// `11,A`, `05,A`, `5,K`, or a move made before.
    #[error("AssertionError: Invalid Operation.")]
    Invalid,
}
