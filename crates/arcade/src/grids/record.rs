//! The text form of a game on two grids, called a record. `replay` reads records, and so do people. The first
//! line names the game. Then each ship and each move has a line, which begins with the side. Comments begin
//! with `#`.
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

/// The record of a game while it is played.
#[derive(Clone, Debug, Default)]
pub struct Record(String);

impl Record {
    /// Creates a record that begins with a comment and the line that names the game.
    pub fn new(comment: &str, head: &str) -> Self {
        Self(format!("# {}\n{head}\n", Visible(comment.as_bytes())))
    }

    /// Adds a ship that lies from its first cell to the right or down.
    pub fn ship(&mut self, side: Side, name: impl Display, start: impl Display, axis: Axis) {
        let way = match axis {
            Axis::Row => "horizontal",
            Axis::Column => "vertical",
        };
        self.line(&format!("{side} {name} {start}, {way}"));
    }

    /// Adds a move, with its results as a comment.
    pub fn play(&mut self, side: Side, play: impl Display, facts: &str) {
        self.line(&format!("{side} {play} # {facts}"));
    }

    /// Adds a forfeit of a side.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        self.line(&format!("{side} forfeits: {}", Visible(reason.as_bytes())));
    }

    /// Returns the whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}

/// An error in a record, and its line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, or why the line cannot be played.
    pub what: String,
}

/// Returns the first line of a text that is not a comment. In a record, this line names the game.
pub fn head(text: &[u8]) -> &[u8] {
    lines(text).next().map_or(&[], |(_, line)| line)
}

/// Calls `read` for each line after the first, with the number of the line (from 1), its side, and the text
/// after the side.
///
/// # Errors
/// At the first line that has no side, or for which `read` fails.
pub fn each_line(
    text: &[u8],
    mut read: impl FnMut(usize, Side, &[u8]) -> Result<(), String>,
) -> Result<(), BadRecord> {
    for (line, bytes) in lines(text).skip(1) {
        let side =
            side(bytes).ok_or_else(|| "expected a line that begins with `A ` or `B `".into());
        let read = side.and_then(|(side, rest)| read(line, side, rest));
        read.map_err(|what| BadRecord { line, what })?;
    }
    Ok(())
}

/// Returns the lines that are not empty, with their numbers from 1. Comments and blanks at both ends are removed.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bare = text.split(|byte| *byte == b'\n').map(|line| {
        let behind = line.iter().position(|byte| *byte == b'#').unwrap_or(line.len());
        line[..behind].trim_ascii()
    });
    (1..).zip(bare).filter(|(_, line)| !line.is_empty())
}

fn side(line: &[u8]) -> Option<(Side, &[u8])> {
    let (side, rest) = match line.split_at_checked(2)? {
        (b"A ", rest) => (Side::First, rest),
        (b"B ", rest) => (Side::Second, rest),
        _ => return None,
    };
    Some((side, rest.trim_ascii()))
}

/// Returns the reason if a line, without its side, is a forfeit.
pub fn forfeit(line: &[u8]) -> Option<String> {
    let reason = line.strip_prefix(b"forfeits:")?.trim_ascii();
    Some(Visible(reason).to_string())
}
