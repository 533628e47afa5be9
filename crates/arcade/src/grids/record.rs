//! A record is the text form of a game on two grids, for `replay` and for people.
//!
//! The first line that is not a comment names the game. Each further line begins with a side and
//! has a ship, a move or a forfeit. A comment goes from `#` to the end of the line. A forfeit has
//! no comment, because its reason may contain a `#`.
//!
//! ```text
//! # game 3, seed 7: A is hard, B is medium
//! record arsenal
//! A Carrier B3, horizontal
//! A Fire B3 # hit
//! B forfeits: no answer in time
//! ```

use broadside_core::board::{Axis, Side};
use broadside_core::text::Visible;
use std::fmt::Display;
use thiserror::Error;

/// A record that is being written.
#[derive(Clone, Debug, Default)]
pub struct Record(String);

impl Record {
    /// Creates a record that begins with a comment and the line that names the game.
    pub fn new(comment: &str, head: &str) -> Self {
        Self(format!("# {}\n{head}\n", Visible(comment.as_bytes())))
    }

    /// Adds a ship of a side: its name, its start and its axis. The start is the leftmost cell of a
    /// horizontal ship or the top cell of a vertical ship.
    pub fn ship(&mut self, side: Side, name: impl Display, start: impl Display, axis: Axis) {
        let way = match axis {
            Axis::Row => "horizontal",
            Axis::Column => "vertical",
        };
        self.line(&format!("{side} {name} {start}, {way}"));
    }

    /// Adds a move of a side. Its results follow as a comment.
    pub fn play(&mut self, side: Side, play: impl Display, facts: &str) {
        self.line(&format!("{side} {play} # {facts}"));
    }

    /// Adds a forfeit of a side.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        self.line(&format!("{side} forfeits: {}", Visible(reason.as_bytes())));
    }

    /// Returns the text of the record.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}

/// An error in a line of a record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct BadRecord {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was expected, or why the line cannot be played.
    pub what: String,
}

const FORFEITS: &[u8] = b"forfeits:";

/// Returns the line that names the game (the first line outside comments) and the number of this
/// line, from 1. Without such a line, returns 1 and an empty line.
pub fn head(text: &[u8]) -> (usize, &[u8]) {
    lines(text).next().unwrap_or((1, &[]))
}

/// Calls `read` for each line after the line that names the game. `read` gets the number of the
/// line (from 1), its side, and the text after the side. Fails at the first line without a side, at
/// a line after a forfeit, or at the first error of `read`.
pub fn each_line(
    text: &[u8],
    mut read: impl FnMut(usize, Side, &[u8]) -> Result<(), String>,
) -> Result<(), BadRecord> {
    let mut is_over = false;
    for (line, bytes) in lines(text).skip(1) {
        let side =
            split_side(bytes).ok_or_else(|| "expected a line that begins with `A ` or `B `".into());
        let result = side.and_then(|(side, rest)| {
            if is_over {
                return Err("the game is over".to_owned());
            }
            is_over = rest.starts_with(FORFEITS);
            read(line, side, rest)
        });
        result.map_err(|what| BadRecord { line, what })?;
    }
    Ok(())
}

/// Returns the lines with text, numbered from 1, without comments and without blanks at their ends.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bare = text.split(|byte| *byte == b'\n').map(|line| {
        let line = line.trim_ascii_start();
        let is_forfeit = split_side(line).is_some_and(|(_, rest)| rest.starts_with(FORFEITS));
        let comment = line.iter().position(|byte| *byte == b'#' && !is_forfeit);
        line[..comment.unwrap_or(line.len())].trim_ascii()
    });
    (1..).zip(bare).filter(|(_, line)| !line.is_empty())
}

fn split_side(line: &[u8]) -> Option<(Side, &[u8])> {
    let (side, rest) = match line.split_at_checked(2)? {
        (b"A ", rest) => (Side::First, rest),
        (b"B ", rest) => (Side::Second, rest),
        _ => return None,
    };
    Some((side, rest.trim_ascii()))
}

/// Returns the reason of a forfeit; `None` for other lines. `line` is the text after the side.
pub fn forfeit(line: &[u8]) -> Option<String> {
    let reason = line.strip_prefix(FORFEITS)?.trim_ascii();
    Some(Visible(reason).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A `#` in a reason does not begin a comment, even if a person has indented the line.
    #[test]
    fn the_reason_of_a_forfeit_is_read_as_it_was_written() {
        let mut record = Record::new("one game", "record test");
        record.forfeit(Side::Second, "answered `fire #3`");
        let indented = record.as_str().replace("B forfeits", " B forfeits");
        for text in [record.as_str(), &indented] {
            let mut reasons = Vec::new();
            let read = |_, side, line: &[u8]| {
                reasons.push((side, forfeit(line)));
                Ok(())
            };
            each_line(text.as_bytes(), read).expect("a record");
            assert_eq!(reasons, [(Side::Second, Some("answered `fire #3`".to_owned()))]);
        }
    }
}
