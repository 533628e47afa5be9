//! Reads boards, moves, and the optional files, which say where some ships lie (spec
//! battle-of-ships §2 and §3). The function `board` reads the letters of a board. The function
//! `ships` checks later whether the letters make a fleet.
//!
//! ```ebnf
#![doc = include_str!("battle-of-ships.ebnf")]
//! ```

use super::class::Class;
use super::error::{BadMove, Fault, Rule};
use broadside_core::board::{Axis, Coord, Dims, Hull};
use broadside_core::text::python::{is_space, newlines, strip, strip_end};
use broadside_core::text::{self, Visible, integer, whole};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{anychar, char, digit1, one_of};
use nom::combinator::{opt, recognize, rest, value, verify};
use nom::multi::separated_list1;
use nom::sequence::{delimited, separated_pair, terminated};
use nom::{IResult, Parser};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;

type Parsed<'s, T> = IResult<&'s str, T>;

pub(super) const SIZE: usize = 10;
pub(super) const DIMS: Dims = Dims::new(10, 10).expect("positive");

pub(super) fn board(file: &OsStr, text: &str) -> Result<BTreeMap<Coord, Class>, Fault> {
    let text = newlines(text);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let lines: Vec<_> = text.split('\n').collect();
    let mut letters = BTreeMap::new();
    for ((line, number), row) in lines.iter().zip(1..).zip(0..).take(SIZE) {
        let cells = cells(line).map_err(|rule| rule.broken_at(file, number))?;
        let fields = cells.into_iter().zip(0..);
        letters.extend(fields.filter_map(|(class, col)| Some((Coord::new(row, col), class?))));
    }
    match lines.len() {
        SIZE => Ok(letters),
        other => Err(Rule::Lines(other).broken_in(file)),
    }
}

/// Reads the ships of an optional file. Only lines that begin with `B` or `P` count.
pub(super) fn berths(file: &OsStr, text: &str) -> Result<Vec<(Class, Hull)>, Fault> {
    let lines = newlines(text);
    let lines = lines.split('\n').map(strip).zip(1..);
    let counts = |(line, _): &(&str, usize)| line.starts_with(['B', 'P']);
    let read =
        |(line, number)| whole(berth, line).ok_or_else(|| Rule::Berth.broken_at(file, number));
    lines.filter(counts).map(read).collect()
}

#[derive(Clone, Debug)]
pub(super) struct Moves {
    text: String,
    /// The position of the next token in `text`; `None` if no token is left.
    next: Option<usize>,
}

impl Moves {
    pub(super) fn new(text: &str) -> Self {
        let text = newlines(text);
        let text = strip_end(&text).trim_end_matches(';').to_owned();
        Self { next: (!text.is_empty()).then_some(0), text }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.next.is_none()
    }

    pub(super) fn next(&mut self) -> Option<&str> {
        let start = self.next?;
        let end = self.text[start..].find(';').map(|length| start + length);
        self.next = end.map(|end| end + 1);
        Some(&self.text[start..end.unwrap_or(self.text.len())])
    }
}

/// Reads the cell that a token names, with the checks in the order of spec battle-of-ships §2. The
/// game checks later whether the player has already shot at the cell.
pub(super) fn target(token: &str) -> Result<Coord, BadMove> {
    let fail = |reason: fn(String) -> BadMove| Err(reason(token.to_owned()));
    let (row, col) = match token.split(',').collect::<Vec<_>>()[..] {
        [_] => return fail(BadMove::NoComma),
        ["", ""] => return fail(BadMove::NoRowNorColumn),
        ["", _] => return fail(BadMove::NoRow),
        [_, ""] => return fail(BadMove::NoColumn),
        [row, col] => (row, col),
        _ => return fail(BadMove::ManyCommas),
    };
    match (exact_row(row), whole(letter, col)) {
        (Some(_), None) => fail(BadMove::NoLetter),
        (None, None) => fail(BadMove::NothingRight),
        (_, Some(_)) if whole(int, row).is_none() => fail(BadMove::NoInteger),
        (Some(row), Some(col)) if col < SIZE => Ok(field(row, col)),
        _ => Err(BadMove::Invalid),
    }
}

fn exact_row(text: &str) -> Option<usize> {
    const ROWS: [&str; SIZE] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    ROWS.iter().position(|row| *row == text)
}

fn field(row: usize, col: usize) -> Coord {
    let signed = |n| i64::try_from(n).expect("a row or column of the board");
    Coord::new(signed(row), signed(col))
}

fn cells(line: &str) -> Result<Vec<Option<Class>>, Rule> {
    let cells: Vec<_> = line.split(';').collect();
    if cells.len() != SIZE {
        return Err(Rule::Cells(cells.len()));
    }
    let cell = |(number, cell): (usize, &&str)| {
        let known = whole(opt(class), *cell);
        known.ok_or_else(|| Rule::Cell(number + 1, shown(cell)))
    };
    cells.iter().enumerate().map(cell).collect()
}

fn shown(cell: &str) -> String {
    const LONGEST: usize = 20;
    let mut shown = Visible(cell.as_bytes()).to_string();
    if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

fn class(input: &str) -> Parsed<'_, Class> {
    one_of("CBDSP").map_opt(Class::from_letter).parse(input)
}

/// Reads a ship such as `B1:6,B;right;`. The two characters after the class may be any.
fn berth(input: &str) -> Parsed<'_, (Class, Hull)> {
    let class_part = terminated(class, (anychar, anychar));
    let start_part = separated_pair(int, char(','), verify(letter, |col| *col < SIZE));
    let along_part = delimited(char(';'), along, opt((char(';'), rest)));
    (class_part, start_part, along_part)
        .map_opt(|(class, start, along)| berthed(class, start, along))
        .parse(input)
}

/// Returns a ship; `None` if its hull leaves the range of coordinates. `row` counts from 1.
fn berthed(class: Class, (row, col): (&str, usize), along: Axis) -> Option<(Class, Hull)> {
    let row = integer(row.replace('_', "").as_bytes())?.checked_sub(1)?;
    let start = Coord::new(row, i64::try_from(col).ok()?);
    Some((class, Hull::new(start, along.heading(), class.length())?))
}

fn along(input: &str) -> Parsed<'_, Axis> {
    alt((value(Axis::Row, tag("right")), value(Axis::Column, tag("down")))).parse(input)
}

fn letter(input: &str) -> Parsed<'_, usize> {
    anychar.map_opt(text::column).map(|col| col as usize).parse(input)
}

/// Reads a number that Python's `int` accepts, if all digits are ASCII. Also reads the white space
/// around the number.
fn int(input: &str) -> Parsed<'_, &str> {
    let digits = (opt(one_of("+-")), separated_list1(char('_'), digit1));
    delimited(space, recognize(digits), space).parse(input)
}

fn space(input: &str) -> Parsed<'_, &str> {
    take_while(is_space).parse(input)
}

/// Returns the ships, class by class. `berths` are the ships of the optional file, which must
/// include all battleships and patrol boats. An error names the file with the mistake.
pub(super) fn ships(
    letters: &BTreeMap<Coord, Class>,
    berths: Option<&[(Class, Hull)]>,
    [board, optional]: [&OsStr; 2],
) -> Result<Vec<(Class, Hull)>, Fault> {
    let mut fleet = Vec::new();
    for class in Class::ALL {
        let cells = letters.iter().filter(|(_, letter)| **letter == class).map(|(at, _)| *at);
        let cells: BTreeSet<_> = cells.collect();
        let expected = class.count() * class.length() as usize;
        if cells.len() != expected {
            return Err(Rule::Count(class, cells.len(), expected).broken_in(board));
        }
        let hulls = match (berths, class) {
            (Some(berths), Class::Battleship | Class::PatrolBoat) => {
                named(&cells, class, berths).map_err(|rule| rule.broken_in(optional))?
            }
            _ => {
                cover(&cells, class.length()).ok_or_else(|| Rule::Shape(class).broken_in(board))?
            }
        };
        fleet.extend(hulls.into_iter().map(|hull| (class, hull)));
    }
    Ok(fleet)
}

/// Returns the ships of `class` that the optional file names. The caller has checked that the
/// number of `cells` is the total length of all ships of the class. So if all these ships cover
/// exactly these cells, no two ships overlap.
fn named(
    cells: &BTreeSet<Coord>,
    class: Class,
    berths: &[(Class, Hull)],
) -> Result<Vec<Hull>, Rule> {
    let hulls = berths.iter().filter(|(named, _)| *named == class).map(|(_, hull)| *hull);
    let hulls: Vec<_> = hulls.collect();
    if hulls.len() != class.count() {
        return Err(Rule::Ships(class, hulls.len()));
    }
    let taken: BTreeSet<_> = hulls.iter().flat_map(Hull::fields).collect();
    if taken == *cells { Ok(hulls) } else { Err(Rule::Elsewhere(class)) }
}

/// Divides `cells` into hulls of `length`, and returns the first solution. Each step begins a hull
/// at the first free cell, row by row. It tries a hull to the right, and then a hull downwards.
fn cover(cells: &BTreeSet<Coord>, length: u32) -> Option<Vec<Hull>> {
    let Some(first) = cells.first() else { return Some(Vec::new()) };
    Axis::ALL.into_iter().find_map(|axis| {
        let hull = Hull::new(*first, axis.heading(), length)?;
        let mut left = cells.clone();
        if !hull.fields().all(|at| left.remove(&at)) {
            return None;
        }
        let mut hulls = cover(&left, length)?;
        hulls.insert(0, hull);
        Some(hulls)
    })
}
