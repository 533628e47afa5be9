//! Single commands as text, outside scripts: `Display` and `FromStr` by way of the one printer and the
//! one parser. This file has no groups: each command is read as in a group where it may stand.
//!
//! ```
//! use broadside_core::board::Coord;
//! use broadside_ships::rules::{Order, Setting};
//!
//! let order: Order = "SHOOT 03 +4".parse()?;
//! assert_eq!(order, Order::Shoot(Coord::new(3, 4)));
//! assert_eq!(order.to_string(), "SHOOT 3 4");
//! assert!("REEF 1 1".parse::<Setting>().is_ok() && "REEF 1 1".parse::<Order>().is_err());
//! # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
//! ```

use super::ast::{Command, Group};
use super::command::command;
use super::cursor::Cursor;
use super::expected::{Expected, Found};
use super::print;
use super::reader::Reader;
use super::syntax::SyntaxError;
use super::table::Keyword;
use crate::rules::{Order, Setting};
use broadside_core::board::Side;
use nom::Finish as _;
use std::fmt;
use std::str::FromStr;

impl Command {
    /// Reads a command that stands alone; any bytes.
    ///
    /// # Errors
    /// The word that may not stand there, or the end where words are missing.
    #[doc(hidden)]
    pub fn parse(text: &[u8]) -> Result<Self, Box<SyntaxError>> {
        let mut line = Reader::default().line(text);
        if let Some((place, kind)) = line.take_unreadable() {
            return Err(SyntaxError::of_unreadable(place, kind).into());
        }
        let keyword = Keyword::from_name(line.clone().word());
        let group = Group::ALL.into_iter().find(|group| keyword.is_some_and(|k| k.is_in(*group)));
        let Some(group) = group else {
            line.word();
            return Err(unexpected(&mut line, Expected::Command, None).into());
        };
        let read = command(group, line.rest()).finish();
        let (left, outcome) = match read {
            Ok((rest, command)) => (rest.len(), Ok(command)),
            Err(wrong) => (wrong.at.len(), Err(wrong.expected)),
        };
        line.advance(left);
        match outcome {
            Ok(command) if line.word().is_empty() => Ok(command),
            Ok(_) => Err(unexpected(&mut line, Expected::EndOfCommand, keyword).into()),
            Err(expected) => {
                line.word();
                Err(unexpected(&mut line, expected, keyword).into())
            }
        }
    }
}

/// What was expected where the last word was read, or where words ran out.
fn unexpected(line: &mut Cursor<'_>, expected: Expected, command: Option<Keyword>) -> SyntaxError {
    let error = SyntaxError::at(line, expected, command);
    let found = if line.bytes().is_empty() { Found::End } else { error.found };
    SyntaxError { found, ..error }
}

/// What is wrong with a command of another kind.
fn other_kind(text: &str, group: Group) -> SyntaxError {
    let mut line = Reader::default().line(text.as_bytes());
    line.word();
    unexpected(&mut line, Expected::CommandOf(group), None)
}

/// Shows what is no UTF-8 as replacement characters.
fn show(f: &mut fmt::Formatter<'_>, write: impl FnOnce(&mut Vec<u8>)) -> fmt::Result {
    let mut text = Vec::new();
    write(&mut text);
    f.pad(&String::from_utf8_lossy(&text))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, |text| print::command(self, text))
    }
}

impl FromStr for Command {
    type Err = Box<SyntaxError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text.as_bytes())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, |text| print::setting(self, text))
    }
}

impl FromStr for Setting {
    type Err = Box<SyntaxError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let command = text.parse()?;
        let Command::Set(setting) = command else {
            return Err(other_kind(text, Group::State).into());
        };
        Ok(setting)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, |text| print::order(self, text))
    }
}

impl FromStr for Order {
    type Err = Box<SyntaxError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let command = text.parse()?;
        let Command::Order(order) = command else {
            return Err(other_kind(text, Group::Turn(Side::First)).into());
        };
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, message: &str) {
        let error = text.parse::<Command>().expect_err("no command");
        assert_eq!(error.to_string(), message, "{text:?}");
    }

    #[test]
    fn what_is_no_command_is_told_with_its_place() {
        check("", "1:1: expected a command, found the end of the input");
        check("help me", "1:1: expected a command, found `help`");
        check(" REEF 1 x", "1:9: expected an integer of 64 bits, found `x`");
        check("REEF 1", "1:7: expected an integer of 64 bits, found the end of the input");
        check("SAVE me", "1:6: expected the end of the command, found `me`");
        let order = "PRINT 0".parse::<Order>().expect_err("no order");
        assert_eq!(order.message(), "expected a player's command or `[playerA]`, found `PRINT`");
    }
}
