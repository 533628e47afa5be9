//! Games on two grids as text: what the records of all such games share. A record is for `replay`, and for
//! people to read: a head that names the game, then a line for each ship and each move, which begins with
//! the side. Comments begin with `#`.
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
    /// A record that begins with a comment, and the line that names the game.
    pub fn new(comment: &str, head: &str) -> Self {
        let mut record = Self::default();
        record.comment(comment);
        record.line(head);
        record
    }

    /// A ship of a side, from its first cell to the right or down.
    pub fn ship(&mut self, side: Side, name: impl Display, start: impl Display, axis: Axis) {
        let way = match axis {
            Axis::Row => "horizontal",
            Axis::Column => "vertical",
        };
        self.line(&format!("{} {name} {start}, {way}", letter(side)));
    }

    /// A move, and what it brought about as a comment.
    pub fn play(&mut self, side: Side, play: impl Display, facts: &str) {
        self.line(&format!("{} {play} # {facts}", letter(side)));
    }

    /// A side gives up, or may not go on.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        self.line(&format!("{} forfeits: {}", letter(side), Visible(reason.as_bytes())));
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A comment on one line, whatever it holds.
    fn comment(&mut self, text: &str) {
        self.line(&format!("# {}", Visible(text.as_bytes())));
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, or why it cannot be.
    pub what: String,
}

/// The first line of a text that is no comment: it names the game of a record.
pub fn head(text: &[u8]) -> &[u8] {
    lines(text).next().map_or(&[], |(_, line)| line)
}

/// Hands each line behind the head to `read`, with its number from 1, its side, and what stands behind that.
///
/// # Errors
/// At the first line that has no side, or that `read` does not take.
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

/// Lines without comments and the blanks around them, those that are left with anything.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bare = text.split(|byte| *byte == b'\n').map(|line| {
        let behind = line.iter().position(|byte| *byte == b'#').unwrap_or(line.len());
        line[..behind].trim_ascii()
    });
    (1..).zip(bare).filter(|(_, line)| !line.is_empty())
}

fn side(line: &[u8]) -> Option<(Side, &[u8])> {
    match line.split_at_checked(2)? {
        (b"A ", rest) => Some((Side::First, rest.trim_ascii())),
        (b"B ", rest) => Some((Side::Second, rest.trim_ascii())),
        _ => None,
    }
}

/// The reason of a line that says that a side forfeits.
pub fn forfeit(line: &[u8]) -> Option<String> {
    let reason = line.strip_prefix(b"forfeits:")?.trim_ascii();
    Some(Visible(reason).to_string())
}

/// The letter of a side.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}
