//! The faults of engines. Their text has the words that journals and tables use.

use broadside_core::ports::programs::Ending;
use broadside_ships::rules::Reason;
use broadside_ships::script::{NoTurn, Place};
use std::fmt;

/// What an engine did wrong in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `timeout`: the program took too long.
    Timeout,
    /// `crash SIGSEGV`: this signal ended the program.
    Crash(String),
    /// `exit N`: the program ended with this status, which is not 0.
    Exit(u8),
    /// `output`: the program printed too much, or wrote too many or too large files.
    Output,
    /// `memory`: the program took too much memory.
    Memory,
    /// `no group`: the program printed no turn.
    NoGroup,
    /// `out of turn`: the program printed a turn before it was asked.
    OutOfTurn,
    /// `malformed LINE:COLUMN`: the output has a syntax error at this place.
    Malformed {
        /// The number of the line, from 1.
        line: u64,
        /// The number of the character in the line, from 1.
        column: u64,
    },
    /// `illegal REASON`: the turn is illegal for this reason.
    Illegal(String),
}

impl Fault {
    /// Returns the kind of the fault, that is, the first word or words of its text.
    #[doc(hidden)]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Crash(_) => "crash",
            Self::Exit(_) => "exit",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::NoGroup => "no group",
            Self::OutOfTurn => "out of turn",
            Self::Malformed { .. } => "malformed",
            Self::Illegal(_) => "illegal",
        }
    }

    /// Returns the fault of a program that ended in this way, or `None` if this is no fault. A
    /// program that cannot be started has no fault, because no game can be played with it.
    #[doc(hidden)]
    pub fn of(ending: &Ending) -> Option<Self> {
        match ending {
            Ending::Exited(0) | Ending::CannotStart(_) => None,
            Ending::Exited(code) => Some(Self::Exit(*code)),
            Ending::Signal(name) => Some(Self::Crash(name.to_string())),
            Ending::Timeout => Some(Self::Timeout),
            Ending::Output | Ending::Files => Some(Self::Output),
            Ending::Memory => Some(Self::Memory),
        }
    }
}

impl From<NoTurn> for Fault {
    fn from(error: NoTurn) -> Self {
        match error {
            NoTurn::NoGroup => Self::NoGroup,
            NoTurn::Malformed(error) => {
                let Place { line, column } = error.mark.place;
                Self::Malformed { line, column }
            }
            NoTurn::OtherPlayer => Self::Illegal(Reason::OtherPlayerExpected.to_string()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Self::Crash(signal) => write!(f, " {signal}"),
            Self::Exit(code) => write!(f, " {code}"),
            Self::Malformed { line, column } => write!(f, " {line}:{column}"),
            Self::Illegal(reason) => write!(f, " {reason}"),
            Self::Timeout | Self::Output | Self::Memory | Self::NoGroup | Self::OutOfTurn => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_the_words_of_the_page() {
        for (fault, words) in [
            (Fault::Timeout, "timeout"),
            (Fault::Crash("SIGSEGV".into()), "crash SIGSEGV"),
            (Fault::Exit(3), "exit 3"),
            (Fault::NoGroup, "no group"),
            (Fault::Malformed { line: 3, column: 1 }, "malformed 3:1"),
            (Fault::Illegal("SHOOTING TOO FAR".into()), "illegal SHOOTING TOO FAR"),
        ] {
            assert_eq!(fault.to_string(), words);
        }
    }

    #[test]
    fn only_the_exit_status_0_is_no_fault() {
        assert_eq!(Fault::of(&Ending::Exited(0)), None);
        assert_eq!(Fault::of(&Ending::Exited(7)), Some(Fault::Exit(7)));
        assert_eq!(
            Fault::of(&Ending::Signal("SIGABRT".into())),
            Some(Fault::Crash("SIGABRT".into()))
        );
    }
}
