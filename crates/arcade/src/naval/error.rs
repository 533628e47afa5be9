//! The errors of naval, with the texts and exit statuses of spec naval §1.

use broadside_core::board::Side;
use std::io;

/// An error that ends the program. Its text is the message, without the newline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Error {
    #[error("Usage: naval rules playermap cpumap turns")]
    Usage,
    /// The rules cannot be opened, and their file is not called `standard.rules`.
    #[error("Missing rules file")]
    NoRules,
    #[error("Missing {} map file", owner(*.0))]
    NoMap(Side),
    /// The file of turns cannot be opened. The message says "rules", as in the original program.
    #[error("Missing CPU rules file")]
    NoTurns,
    #[error("Error in rules file")]
    Rules,
    /// A map is malformed (such as `a1 N`), or has fewer ships than the rules ask for.
    #[error("Error in {} map file", owner(*.0))]
    Map(Side),
    #[error("Overlap in {} map file", owner(*.0))]
    Overlap(Side),
    #[error("Out of bounds in {} map file", owner(*.0))]
    OutOfBounds(Side),
    #[error("Error in turns file")]
    Turns,
    /// Standard input ended before a guess came.
    #[error("Bad guess")]
    NoGuess,
    /// The file of turns ended before a guess came.
    #[error("CPU player gives up")]
    GivesUp,
}

impl Error {
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Usage => 10,
            Self::NoRules => 20,
            Self::NoMap(Side::First) => 30,
            Self::NoMap(Side::Second) => 31,
            Self::NoTurns => 40,
            Self::Rules => 50,
            Self::Overlap(Side::First) => 60,
            Self::Overlap(Side::Second) => 70,
            Self::OutOfBounds(Side::First) => 80,
            Self::OutOfBounds(Side::Second) => 90,
            Self::Map(Side::First) => 100,
            Self::Map(Side::Second) => 110,
            Self::Turns => 120,
            Self::NoGuess => 130,
            Self::GivesUp => 140,
        }
    }
}

const fn owner(side: Side) -> &'static str {
    match side {
        Side::First => "player",
        Side::Second => "CPU",
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    #[error(transparent)]
    Fault(#[from] Error),
    #[error(transparent)]
    Stream(#[from] io::Error),
}
