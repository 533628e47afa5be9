//! Reads the player's answers and the ship file (spec classic §1, §2 and §4). The module
//! `placement` checks later whether a ship fits the board.
//!
//! The specification does not mention answers over 1 MiB. After such an answer, the program asks
//! again.
//!
//! ```ebnf
#![doc = include_str!("classic.ebnf")]
//! ```

use super::bots::Ai;
use super::error::Error;
use super::placement::Entry;
use broadside_core::board::{Coord, Dims};
use broadside_core::dice::Seed;
use broadside_core::text::python::{is_space, newlines, strip, strip_bytes};
use broadside_core::text::{digits, line_after, whole};
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{digit1, one_of};
use nom::combinator::{eof, opt, rest};
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

type Parsed<'s, T> = IResult<&'s str, T>;

/// The most cells of a board (spec classic §1).
const MOST_CELLS: u128 = 1_000_000;

pub(super) fn seed(line: &[u8]) -> Option<Seed> {
    answer(line)?.parse().ok()
}

pub(super) fn extent(line: &[u8]) -> Option<i64> {
    number(line).filter(|n| *n > 0)
}

pub(super) fn dims(width: i64, height: i64) -> Option<Dims> {
    Dims::new(height, width).filter(|dims| dims.area() <= MOST_CELLS)
}

/// Reads the path of the ship file. Any line is a path, even if it is not UTF-8.
pub(super) fn path(line: &[u8]) -> PathBuf {
    name(strip_bytes(line)).into()
}

#[cfg(unix)]
fn name(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

pub(super) fn ai(line: &[u8]) -> Option<Ai> {
    let number = usize::try_from(number(line)?).ok()?;
    Ai::ALL.get(number.checked_sub(1)?).copied()
}

pub(super) fn shot(line: &[u8]) -> Option<Coord> {
    let pair = separated_pair(digit1, space, digit1);
    let (row, col) = whole(pair, answer(line)?)?;
    Some(Coord::new(magnitude(row), magnitude(col)))
}

pub(super) fn ships(path: &Path, file: &[u8]) -> Result<Vec<Entry>, Error> {
    let text = std::str::from_utf8(file).map_err(|error| {
        let before = String::from_utf8_lossy(&file[..error.valid_up_to()]);
        let line = line_after(newlines(&before).as_bytes());
        Error::NoText { path: path.to_owned(), line }
    })?;
    let text = newlines(text);
    let lines = text.split('\n').map(strip).zip(1..).filter(|(line, _)| !line.is_empty());
    let malformed = |line| Error::Malformed { path: path.to_owned(), line };
    lines.map(|(line, number)| whole(ship, line).ok_or_else(|| malformed(number))).collect()
}

/// Reads an integer in the form of a seed: up to 4300 digits, without a `+`. Numbers above
/// `i64::MAX` become `i64::MAX`, and numbers below `-i64::MAX` become `-i64::MAX`.
fn number(line: &[u8]) -> Option<i64> {
    seed(line)?;
    whole(index, answer(line)?)
}

fn answer(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok().map(strip)
}

/// Reads a ship: its symbol and both its ends. A blank and any text may follow the second end.
fn ship(input: &str) -> Parsed<'_, Entry> {
    let symbol = take_while1(|c| !is_space(c));
    let end = alt((preceded(space, rest), eof));
    let ends = terminated((place, place), end);
    let entry = |(symbol, (a, b)): (&str, _)| Entry { symbol: symbol.to_owned(), ends: [a, b] };
    (symbol, ends).map(entry).parse(input)
}

fn place(input: &str) -> Parsed<'_, Coord> {
    (preceded(space, index), preceded(space, index))
        .map(|(row, col)| Coord::new(row, col))
        .parse(input)
}

fn index(input: &str) -> Parsed<'_, i64> {
    let value = |(sign, digits)| match sign {
        Some('-') => -magnitude(digits),
        _ => magnitude(digits),
    };
    (opt(one_of("+-")), digit1).map(value).parse(input)
}

fn space(input: &str) -> Parsed<'_, &str> {
    take_while1(is_space).parse(input)
}

fn magnitude(text: &str) -> i64 {
    digits(text.as_bytes()).unwrap_or(i64::MAX)
}
