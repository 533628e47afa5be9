//! The errors in the files of a game (spec battle-of-ships §3) and in its moves (§2).

use super::class::Class;
use broadside_core::text::Visible;
use std::ffi::{OsStr, OsString};
use std::{fmt, io};

/// The whole standard output for a malformed file or a missing argument.
pub(super) const KABOOM: &[u8] = b"kaBOOM: run for your life!";

pub(super) enum Error {
    Kaboom(Fault),
    /// Files that cannot be read, in the order of the arguments.
    Unreachable(Vec<(OsString, io::Error)>),
}

impl Error {
    /// Returns the whole standard output. File names that are not UTF-8 keep their bytes.
    pub(super) fn message(&self) -> Vec<u8> {
        let Self::Unreachable(lost) = self else { return KABOOM.to_vec() };
        let names: Vec<_> = lost.iter().map(|(name, _)| name.as_os_str()).collect();
        let names = names.join(OsStr::new(", "));
        [b"IOError: input file(s) ", names.as_encoded_bytes(), b" is/are not reachable."].concat()
    }

    /// Returns the cause, for standard error. Standard output does not give the cause.
    pub(super) fn explain(&self) -> String {
        match self {
            Self::Kaboom(fault) => format!("{fault}\n"),
            Self::Unreachable(lost) => {
                let line = |(name, error): &(OsString, io::Error)| {
                    format!("{}: {error}\n", Visible(name.as_encoded_bytes()))
                };
                lost.iter().map(line).collect()
            }
        }
    }
}

/// A fault in a file. Standard error describes the fault, because the message `kaBOOM` on standard
/// output does not.
#[derive(Debug)]
pub(super) struct Fault {
    file: OsString,
    /// The number of the line, counted from 1. `None` for a fault of the whole file.
    line: Option<usize>,
    rule: Rule,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Rule {
    #[error("bytes that are not UTF-8")]
    Utf8,
    #[error("{0} lines, expected 10")]
    Lines(usize),
    #[error("{0} cells, expected 10")]
    Cells(usize),
    #[error("cell {0} is `{1}`, expected `C`, `B`, `D`, `S`, `P` or nothing")]
    Cell(usize, String),
    #[error("{1} cells of `{letter}`, expected {2}", letter = .0.letter())]
    Count(Class, usize, usize),
    #[error("the cells of `{letter}` make no straight ships of {length}", letter = .0.letter(), length = .0.length())]
    Shape(Class),
    #[error("expected a ship such as `B1:6,B;right;`")]
    Berth,
    #[error("ships of `{letter}`: {1}, expected {count}", letter = .0.letter(), count = .0.count())]
    Ships(Class, usize),
    #[error("the ships of `{letter}` do not cover its cells on the board", letter = .0.letter())]
    Elsewhere(Class),
}

impl Rule {
    pub(super) fn broken_in(self, file: &OsStr) -> Fault {
        Fault { file: file.to_owned(), line: None, rule: self }
    }

    pub(super) fn broken_at(self, file: &OsStr, line: usize) -> Fault {
        Fault { line: Some(line), ..self.broken_in(file) }
    }
}

impl fmt::Display for Fault {
    /// Writes a text such as `Player1.txt:3: 9 cells, expected 10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", Visible(self.file.as_encoded_bytes()))?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.rule)
    }
}

/// Why a token is not a move. The program then reads the next token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadMove {
    #[error("IndexError: Coordinate '{0}' is missing a comma! Please try again.")]
    NoComma(String),
    #[error(
        "ValueError: Coordinate '{0}' has too many commas! There should only be 1 comma that \
         separates the row and the column from each other. Please try again."
    )]
    ManyCommas(String),
    #[error(
        "IndexError: Coordinate '{0}' is missing a required row and column value! Please try again."
    )]
    NoRowNorColumn(String),
    #[error("IndexError: Coordinate '{0}' is missing a required row value! Please try again.")]
    NoRow(String),
    #[error("IndexError: Coordinate '{0}' is missing a required column value! Please try again.")]
    NoColumn(String),
    #[error(
        "ValueError: Second operand of coordinate '{0}' is not an uppercase letter! Please try again."
    )]
    NoLetter(String),
    #[error(
        "ValueError: First and second operand of coordinate '{0}' is invalid! Please try again."
    )]
    NothingRight(String),
    #[error("ValueError: First operand of coordinate '{0}' is not an integer! Please try again.")]
    NoInteger(String),
    /// `11,A`, `05,A`, `5,K`, or a cell that the player has shot at before.
    #[error("AssertionError: Invalid Operation.")]
    Invalid,
}
