//! Reads the files and guesses of naval (spec naval §2), line by line. The function `new_game`
//! checks later whether ships overlap or leave the board.
//!
//! The specification does not mention lines over 1 MiB. Such a line is malformed, or a bad guess,
//! with two exceptions. If its first MiB has a NUL, the text ends at the NUL, as in a short line.
//! In a file, an overlong line is a comment if it begins with `#`.
//!
//! ```ebnf
#![doc = include_str!("naval.ebnf")]
//! ```

use broadside_core::board::{Coord, Dims, Heading};
use broadside_core::ports::Line;
use broadside_core::text::{self, digits, integer, whole};
use nom::bytes::complete::take_while;
use nom::character::complete::{anychar, digit1, one_of};
use nom::combinator::{opt, recognize, verify};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};
use std::io::{self, BufRead, BufReader, Read};

type Parsed<'s, T> = IResult<&'s [u8], T>;

/// The cells that a map can name: `A1` to `Z26`, on a board of any size.
const SHEET: Dims = Dims::new(26, 26).expect("positive");

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) dims: Dims,
    pub(super) lengths: Vec<u32>,
}

/// The place of a ship: its first cell, and the direction of its other cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Berth {
    pub(super) start: Coord,
    pub(super) rest: Heading,
}

impl Default for Rules {
    /// The rules if the argument is `standard.rules` and this file cannot be opened.
    fn default() -> Self {
        const DIMS: Dims = Dims::new(8, 8).expect("positive");
        Self { dims: DIMS, lengths: vec![5, 4, 3, 2, 1] }
    }
}

/// Reads the rules up to the last length. Returns `None` if they are malformed.
pub(super) fn rules(mut lines: Lines) -> Option<Rules> {
    let (cols, rows) = read(&lines.next()?, size)?;
    let dims = Dims::new(rows.into(), cols.into())?;
    if !SHEET.rect().covers(&dims.rect()) {
        return None;
    }
    let count = read(&lines.next()?, length)?;
    let lengths = (0..count).map(|_| read(&lines.next()?, length)).collect::<Option<_>>()?;
    Some(Rules { dims, lengths })
}

/// Reads a map. Returns at most `count` ships, or `None` if any line is malformed.
pub(super) fn map(mut lines: Lines, count: usize) -> Option<Vec<Berth>> {
    let mut berths = Vec::new();
    while let Some(line) = lines.next() {
        let berth = read(&line, berth)?;
        if berths.len() < count {
            berths.push(berth);
        }
    }
    Some(berths)
}

pub(super) fn guess(line: &Line, dims: Dims) -> Option<Coord> {
    read(line, cell).filter(|at| dims.holds(*at))
}

/// The lines of a file, without comments. Each line is read only when needed: the file may be a
/// pipe.
pub(super) struct Lines {
    file: BufReader<Box<dyn Read>>,
    /// Whether the rest of an overlong line comes next.
    is_in_overlong_line: bool,
}

impl Lines {
    pub(super) fn new(file: Box<dyn Read>) -> Self {
        Self { file: BufReader::new(file), is_in_overlong_line: false }
    }

    /// Returns the next line; `None` at the end. A read error counts as the end, as in the original
    /// program.
    pub(super) fn next(&mut self) -> Option<Line> {
        self.try_next().ok()?
    }

    pub(super) fn try_next(&mut self) -> io::Result<Option<Line>> {
        loop {
            if self.is_in_overlong_line {
                self.file.skip_until(b'\n')?;
            }
            let Some(line) = Line::read(&mut self.file)? else { return Ok(None) };
            self.is_in_overlong_line = line.is_overlong;
            if text::trim(cut(&line.bytes), is_space).first() != Some(&b'#') {
                return Ok(Some(line));
            }
        }
    }
}

fn read<T>(line: &Line, parser: fn(&[u8]) -> Parsed<'_, T>) -> Option<T> {
    whole(parser, clean(line)?)
}

/// Returns the text without white space at its ends; `None` if the line is overlong and has no NUL.
fn clean(line: &Line) -> Option<&[u8]> {
    let text = cut(&line.bytes);
    let is_all = !line.is_overlong || text.len() < line.bytes.len();
    is_all.then(|| text::trim(text, is_space))
}

pub(super) fn cut(line: &[u8]) -> &[u8] {
    line.split(|byte| *byte == 0).next().unwrap_or_default()
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r')
}

fn size(input: &[u8]) -> Parsed<'_, (i32, i32)> {
    separated_pair(int, space, int).parse(input)
}

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
    anychar.map_opt(text::column).map(i64::from).parse(input)
}

fn row(input: &[u8]) -> Parsed<'_, i64> {
    digit1.map_opt(|text| Some(digits(text)? - 1)).parse(input)
}

fn heading(input: &[u8]) -> Parsed<'_, Heading> {
    let letter = |letter: char| Heading::from_name(letter.encode_utf8(&mut [0; 4]));
    one_of("NESW").map_opt(letter).parse(input)
}

fn int(input: &[u8]) -> Parsed<'_, i32> {
    let text = recognize((opt(one_of("+-")), digit1));
    text.map_opt(|text: &[u8]| i32::try_from(integer(text)?).ok()).parse(input)
}

fn space(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_space).parse(input)
}
