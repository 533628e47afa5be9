//! The faults of engines. Their text has the words that journals and tables use. A [`Blame`] adds
//! an explanation: for example, which line or command is wrong.

use crate::exchange::{line, shown_telling_line};
use broadside_core::board::Side;
use broadside_core::ports::programs::Ending;
use broadside_ships::rules::Reason;
use broadside_ships::rules::fair::Illegal;
use broadside_ships::script::ast::Group;
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
    /// `no group`: the program printed no turn (a group of orders between two tags).
    NoGroup,
    /// `out of turn`: the program printed a turn, or too much other text, before it was asked.
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

#[doc(hidden)]
impl Fault {
    /// Returns the kind of the fault, that is, the first word or words of its text.
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

    /// Returns the fault of a program with this ending, or `None` if the ending is not a fault. A
    /// program that cannot be started has no fault, because no game can be played with it.
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

#[derive(Clone, Debug)]
pub(super) struct Blame {
    pub(super) fault: Fault,
    pub(super) about: String,
}

impl Blame {
    pub(super) fn out_of_turn(printed: &[u8]) -> Self {
        let about = format!("it printed `{}` before it was asked", line(printed));
        Self { fault: Fault::OutOfTurn, about }
    }

    pub(super) fn of_answer(error: NoTurn, answer: &[u8], side: Side) -> Self {
        let about = match &error {
            NoTurn::NoGroup => match &*shown_telling_line(answer) {
                "" => "it printed nothing".to_owned(),
                line if line == Group::Turn(side.other()).tag() => {
                    format!("it printed `{line}`, but it plays {}", side.name())
                }
                line => format!("it printed `{line}`"),
            },
            NoTurn::Malformed(error) => match &*line(&error.mark.source) {
                "" => error.message(),
                line => format!("in `{line}`: {}", error.message()),
            },
            NoTurn::OtherPlayer => "the tag of the other player stands in the group".to_owned(),
        };
        Self { fault: error.into(), about }
    }

    /// Returns the blame for a timeout. Quotes the last line if it has no newline, because such a
    /// line is not read and so does not end a turn.
    pub(super) fn of_timeout(printed: &[u8]) -> Self {
        let last = printed.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let about = match &*line(last) {
            "" => String::new(),
            line => format!("it printed `{line}` without a newline"),
        };
        Self { fault: Fault::Timeout, about }
    }

    /// Adds `, and it ended` if the program has ended without a group.
    pub(super) fn at_end(mut self, has_ended: bool) -> Self {
        if has_ended && self.fault == Fault::NoGroup {
            self.about += ", and it ended";
        }
        self
    }
}

impl fmt::Display for Blame {
    /// Writes for example `no group, it printed nothing`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fault, about } = self;
        if about.is_empty() { write!(f, "{fault}") } else { write!(f, "{fault}, {about}") }
    }
}

impl From<Illegal> for Blame {
    fn from(illegal: Illegal) -> Self {
        let Illegal { number, order, breach } = illegal;
        let about = format!("command {} of the turn is `{order}`", number + 1);
        Self { fault: Fault::Illegal(breach.to_string()), about }
    }
}

impl From<Fault> for Blame {
    fn from(fault: Fault) -> Self {
        Self { fault, about: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_ships::script::reply;

    #[track_caller]
    fn check(answer: &str, fault: &str, about: &str) {
        let error = reply(answer.as_bytes(), Side::First).unwrap_err();
        let blame = Blame::of_answer(error, answer.as_bytes(), Side::First);
        assert_eq!((&*blame.fault.to_string(), &*blame.about), (fault, about));
    }

    #[test]
    fn what_is_wrong_with_an_answer_is_quoted_with_the_reason() {
        check("", "no group", "it printed nothing");
        let other = "[playerB]\nSHOOT 1 1\n[playerB]";
        check(other, "no group", "it printed `[playerB]`, but it plays A");
        check("I give up\x1b\n\n", "no group", "it printed `I give up\\u{1b}`");
        let panic =
            "thread 'main' panicked at main.rs:1:5:\nno ships\nnote: run with RUST_BACKTRACE=1";
        check(panic, "no group", "it printed `no ships`");
        check(
            "[playerA]\nSHOOT 0 DES 1 x\n[playerA]",
            "malformed 2:15",
            "in `SHOOT 0 DES 1 x`: expected an integer of 64 bits, found `x`",
        );
        check(
            "[playerA] [playerB]",
            "illegal THE OTHER PLAYER EXPECTED",
            "the tag of the other player stands in the group",
        );
    }
}
