//! Reads what players type: the difficulty, names, places of ships, and moves.

use super::cells::{Area, Cell, Class, Line, SIZE};
use super::error::{Lost, Misplaced};
use super::fleet::{self, Placement};
use super::moves::Move;
use broadside_core::board::{Axis, names};
use broadside_core::text;
use std::str::FromStr;

/// The difficulty: which own shots a player sees on the drawn grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracking {
    /// Hits and misses.
    Easy,
    /// Hits only.
    Hard,
}

pub(super) fn trim(text: &[u8]) -> &[u8] {
    text::trim(text, is_blank)
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

impl Tracking {
    /// Both difficulties.
    pub const ALL: [Self; 2] = [Self::Easy, Self::Hard];

    /// Reads `easy` or `hard`. Upper and lower case are equal.
    pub fn read(answer: &[u8]) -> Option<Self> {
        Self::from_name(&std::str::from_utf8(answer).ok()?.to_ascii_lowercase())
    }
}

names! { Tracking: Easy "easy", Hard "hard" }

/// Reads a name: one byte or more, without control characters. The C1 controls of Unicode in UTF-8
/// are not allowed either, because a terminal obeys them.
pub(super) fn name(answer: &[u8]) -> Option<Vec<u8>> {
    let control = answer.iter().any(u8::is_ascii_control)
        || answer.windows(2).any(|pair| matches!(pair, [0xC2, 0x80..=0x9F]));
    (!answer.is_empty() && !control).then(|| answer.to_vec())
}

/// Reads the first cell and the axis of a ship, such as `B3, horizontal`.
fn berth(answer: &[u8]) -> Option<(Cell, Axis)> {
    let mut parts = answer.split(|byte| *byte == b',').map(trim);
    let (start, direction) = (cell(parts.next()?)?, parts.next()?);
    let direction = direction.to_ascii_lowercase();
    let axis = match direction.as_slice() {
        b"horizontal" | b"h" => Axis::Row,
        b"vertical" | b"v" => Axis::Column,
        _ => return None,
    };
    parts.next().is_none().then_some((start, axis))
}

pub(super) fn play(answer: &[u8]) -> Result<Move, Lost> {
    let mut words = answer.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    let (Some(word), Some(argument), None) = (words.next(), words.next(), words.next()) else {
        return Err(Lost::NotAMove);
    };
    let at = || cell(argument).ok_or(Lost::NotACoordinate);
    let area = || Area::new(at()?).ok_or(Lost::LeavesGrid);
    match word.to_ascii_lowercase().as_slice() {
        b"fire" => at().map(Move::Fire),
        b"radar" => area().map(Move::Radar),
        b"smoke" => area().map(Move::Smoke),
        b"artillery" => area().map(Move::Artillery),
        b"torpedo" => line(argument).map(Move::Torpedo).ok_or(Lost::NotACoordinate),
        _ => Err(Lost::NotAMove),
    }
}

impl FromStr for Move {
    type Err = Lost;

    fn from_str(text: &str) -> Result<Self, Lost> {
        play(trim(text.as_bytes()))
    }
}

impl Placement {
    /// Reads a place such as `B3, horizontal`. `placed` are the ships that were placed before.
    /// Fails if the text has another form, or if the ship leaves the grid or overlaps a ship of
    /// `placed`.
    #[doc(hidden)]
    pub fn read(class: Class, text: &[u8], placed: &[Self]) -> Result<Self, Misplaced> {
        fleet::place(class, berth(trim(text)).ok_or(Misplaced::Form)?, placed)
    }
}

/// Reads a cell such as `B3`.
pub(super) fn cell(text: &[u8]) -> Option<Cell> {
    let (letter, number) = text.split_first()?;
    Cell::new(row(number)?, column(*letter)?)
}

/// Reads a column or a row such as `B` or `7`.
fn line(text: &[u8]) -> Option<Line> {
    match text {
        [letter] if letter.is_ascii_alphabetic() => Line::new(Axis::Column, column(*letter)?),
        number => Line::new(Axis::Row, row(number)?),
    }
}

fn column(letter: u8) -> Option<u32> {
    text::column(letter.to_ascii_uppercase().into()).filter(|index| *index < SIZE)
}

fn row(number: &[u8]) -> Option<u32> {
    match number {
        [digit @ b'1'..=b'9'] => Some(u32::from(digit - b'1')),
        b"10" => Some(9),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_never_both_a_move_and_a_place(
            line in "(fire|torpedo|radar|[bB]3|J10|7|,|h|vertical|easy|[ \t]|.){1,6}",
        ) {
            let answer = trim(line.as_bytes());
            prop_assert!(play(answer).is_err() || berth(answer).is_none());
        }
    }
}
