//! The files and guesses of spec naval §2, one line at a time. Knows the shape of lines, not what
//! they mean for a game: whether ships overlap or leave the board is asked later.
//!
//! ```ebnf
#![doc = include_str!("../../../grammar/naval.ebnf")]
//! ```

use crate::board::{Coord, Dims, Heading};
use crate::text::{digits, integer, whole};
use nom::bytes::complete::take_while;
use nom::character::complete::{digit1, one_of};
use nom::combinator::{opt, recognize, verify};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};
use std::io::{BufRead, BufReader, Read};

type Parsed<'s, T> = IResult<&'s [u8], T>;

/// The sheet that maps are drawn on: `A1` to `Z26`, whatever the size of the board.
const SHEET: Dims = Dims::new(26, 26).expect("positive");

/// The rules: the size of the board and the lengths of the ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) dims: Dims,
    pub(super) lengths: Vec<u32>,
}

/// Where a ship begins and where the rest of it lies from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Berth {
    pub(super) start: Coord,
    pub(super) rest: Heading,
}

impl Default for Rules {
    /// The rules that `standard.rules` stands for where there is no such file.
    fn default() -> Self {
        const DIMS: Dims = Dims::new(8, 8).expect("positive");
        Self { dims: DIMS, lengths: vec![5, 4, 3, 2, 1] }
    }
}

/// A rules file; `None` when it is malformed. What follows the last length is not looked at.
pub(super) fn rules(text: &[u8]) -> Option<Rules> {
    let mut lines = content(text);
    let (cols, rows) = whole(size, lines.next()?)?;
    let dims = Dims::new(rows.into(), cols.into())?;
    if !SHEET.rect().covers(&dims.rect()) {
        return None;
    }
    let count = usize::try_from(whole(length, lines.next()?)?).ok()?;
    let lengths: Option<Vec<_>> = lines.take(count).map(|line| whole(length, line)).collect();
    let lengths = lengths.filter(|lengths| lengths.len() == count)?;
    Some(Rules { dims, lengths })
}

/// A map file, whole; `None` when it is malformed.
pub(super) fn map(text: &[u8]) -> Option<Vec<Berth>> {
    content(text).map(|line| whole(berth, line)).collect()
}

/// A guess; `None` for anything but a cell of the board.
pub(super) fn guess(line: &[u8], dims: Dims) -> Option<Coord> {
    whole(cell, clean(line)).filter(|at| dims.holds(*at))
}

/// The machine's guesses, read as they are played.
pub(super) struct Turns(BufReader<Box<dyn Read>>);

impl Turns {
    /// The guesses in `file`.
    pub(super) fn new(file: Box<dyn Read>) -> Self {
        Self(BufReader::new(file))
    }

    /// The next line that is no comment, as it is echoed: up to a NUL, untrimmed. `None` at the end;
    /// what cannot be read, such as a directory, has no lines.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let mut line = Vec::new();
            self.0.read_until(b'\n', &mut line).ok().filter(|length| *length > 0)?;
            if !is_comment(clean(&line)) {
                line.truncate(cut(&line).len());
                return Some(line);
            }
        }
    }
}

/// The lines of a file, cleaned, without comments.
fn content(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(clean);
    lines.filter(|line| !is_comment(line))
}

fn is_comment(clean: &[u8]) -> bool {
    clean.first() == Some(&b'#')
}

/// A line without its newline, up to a NUL, and without white space at its ends.
fn clean(line: &[u8]) -> &[u8] {
    let mut line = cut(line);
    while let [rest @ .., last] = line
        && is_space(*last)
    {
        line = rest;
    }
    while let [first, rest @ ..] = line
        && is_space(*first)
    {
        line = rest;
    }
    line
}

/// A line up to its newline or a NUL.
fn cut(line: &[u8]) -> &[u8] {
    line.split(|byte| matches!(byte, b'\n' | 0)).next().unwrap_or_default()
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r')
}

fn size(input: &[u8]) -> Parsed<'_, (i32, i32)> {
    separated_pair(int, space, int).parse(input)
}

/// At least 1.
fn length(input: &[u8]) -> Parsed<'_, u32> {
    int.map_opt(|n| u32::try_from(n).ok().filter(|n| *n > 0)).parse(input)
}

fn berth(input: &[u8]) -> Parsed<'_, Berth> {
    let cell = verify(cell, |at| SHEET.holds(*at));
    let both = separated_pair(cell, space, heading);
    both.map(|(start, rest)| Berth { start, rest }).parse(input)
}

fn cell(input: &[u8]) -> Parsed<'_, Coord> {
    (column, row).map(|(col, row)| Coord::new(row, col)).parse(input)
}

fn column(input: &[u8]) -> Parsed<'_, i64> {
    one_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        .map(|letter| i64::from(letter as u32 - 'A' as u32))
        .parse(input)
}

/// Rows are numbered from 1.
fn row(input: &[u8]) -> Parsed<'_, i64> {
    digit1.map_opt(|text| Some(digits(text)? - 1)).parse(input)
}

fn heading(input: &[u8]) -> Parsed<'_, Heading> {
    let letter = |letter| match letter {
        'N' => Heading::North,
        'E' => Heading::East,
        'S' => Heading::South,
        _ => Heading::West,
    };
    one_of("NESW").map(letter).parse(input)
}

/// An integer of 32 bits; leading zeros do not count.
fn int(input: &[u8]) -> Parsed<'_, i32> {
    let text = recognize((opt(one_of("+-")), digit1));
    text.map_opt(|text: &[u8]| i32::try_from(integer(text)?).ok()).parse(input)
}

fn space(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_space).parse(input)
}
