//! Reads and writes single commands as text, outside scripts: `FromStr` and `Display`. Also writes
//! notes, the facts that a side may know in a fair game (spec laboratory §5).

use super::ast::Command;
use super::cursor::Cursor;
use super::expected::{Expected, Found};
use super::reader::{Event, Reader, lines};
use super::syntax::SyntaxError;
use super::table::Keyword;
use crate::rules::fair::Note;
use crate::rules::{Order, Setting, ShipName};
use broadside_core::board::Coord;
use std::fmt;
use std::str::FromStr;

impl Command {
    /// Reads a text that is a single command, on one or more lines. The text may have any bytes.
    /// Returns an error at the first wrong word, or at the end if words are missing. A line that is
    /// over 1 MiB or in UTF-16 is an error too.
    #[doc(hidden)]
    pub fn parse(text: &[u8]) -> Result<Self, Box<SyntaxError>> {
        let (mut reader, mut keyword, mut command) = (Reader::default(), None, None);
        for line in lines(text) {
            // The new `line` begins with the words of a command that is still unfinished, if any.
            let mut line = reader.line(line);
            if let Some(error) = line.take_unreadable() {
                return Err(error);
            }
            while !line.rest().is_empty() {
                if command.is_some() {
                    return Err(unexpected(&mut line, Expected::EndOfCommand, keyword).into());
                }
                let Some(word) = Keyword::from_name(line.clone().word()) else {
                    return Err(unexpected(&mut line, Expected::Command, None).into());
                };
                keyword = Some(word);
                if let Some(Event::Command(read)) = reader.next(&mut line, Some(word.home()))? {
                    command = Some(read);
                }
            }
        }
        reader.end(keyword.map(Keyword::home))?;
        command.ok_or_else(|| unexpected(&mut reader.line(b""), Expected::Command, None).into())
    }
}

/// Reads the next word of `line`, and returns the error that this word is not `expected`.
fn unexpected(line: &mut Cursor<'_>, expected: Expected, command: Option<Keyword>) -> SyntaxError {
    let is_end = line.word().is_empty();
    let mut error = line.error(expected, command);
    if is_end {
        error.found = Found::End;
    }
    error
}

/// Returns the error of a text that is a single command, but not of the `expected` kind.
fn other_kind(text: &str, expected: Expected) -> SyntaxError {
    let mut reader = Reader::default();
    let mut lines = lines(text.as_bytes()).map(|line| reader.line(line));
    let first = lines.find_map(|mut line| (!line.rest().is_empty()).then_some(line));
    unexpected(&mut first.expect("a command has words"), expected, None)
}

/// Writes the command, with a replacement character for bytes that are not UTF-8.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(&self.to_bytes()))
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
        Command::Set(self.clone()).fmt(f)
    }
}

impl FromStr for Setting {
    type Err = Box<SyntaxError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Command::Set(setting) = text.parse()? else {
            return Err(other_kind(text, Expected::Setting).into());
        };
        Ok(setting)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Command::Order(*self).fmt(f)
    }
}

impl FromStr for Order {
    type Err = Box<SyntaxError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Command::Order(order) = text.parse()? else {
            return Err(other_kind(text, Expected::Order).into());
        };
        Ok(order)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(number) => write!(f, "TURN {number}"),
            Self::Struck(Coord { row, col }) => write!(f, "STRUCK {row} {col}"),
            Self::Seen(Coord { row, col }, section) => write!(f, "SEEN {row} {col} {section}"),
            Self::Spied(Coord { row, col }) => write!(f, "SPIED {row} {col}"),
            Self::Hit(Coord { row, col }) => write!(f, "HIT {row} {col}"),
            Self::Miss(Coord { row, col }) => write!(f, "MISS {row} {col}"),
            Self::Sunk(ShipName { class, index }) => write!(f, "SUNK {class} {index}"),
            Self::Drawn(ShipName { class, index }) => write!(f, "DRAWN {class} {index}"),
            Self::Undrawn(ShipName { class, index }) => write!(f, "UNDRAWN {class} {index}"),
            Self::Without(evidence) => write!(f, "GUESS WITHOUT {evidence}"),
            Self::Refused(order, reason) => write!(f, "REFUSED {order}: {reason}"),
        }
    }
}
