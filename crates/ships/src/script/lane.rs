//! A fast reader of plain lines. Large scripts have mostly such lines: one tag, one `REEF`, or one
//! common order, with single blanks between the words. The normal [reader](super::reader) reads all
//! other lines, for example lines with comments or signed numbers. If the game refuses a line, the
//! normal reader reads this line again to find the place of the command.

use super::ast::Group;
use super::table::Keyword;
use super::words::from_name;
use crate::rules::{Class, Order, ShipName};
use broadside_core::board::{Coord, Heading, Manoeuvre};
use nom::branch::alt;
use nom::character::complete::alpha1;
use nom::combinator::map_opt;
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    Tag(Group),
    Reef(Coord),
    Order(Order),
}

type Read<'t, T> = IResult<&'t [u8], T, ()>;

/// The largest number of blanks before a plain line. This limit keeps plain lines shorter than the
/// longest line that the language allows.
const BLANKS: usize = 80;

/// Reads the first line of `text`, and returns the text after it. Returns `None` if the line is not
/// plain or has no LF.
pub(super) fn line(group: Option<Group>, text: &[u8]) -> Option<(&[u8], Plain)> {
    let blanks = text.iter().take_while(|byte| **byte == b' ').count();
    let text = &text[blanks..];
    if blanks > BLANKS {
        return None;
    }
    let read = match (text.first()?, group) {
        (b'[', _) => tag(text),
        (_, Some(Group::State)) => reef(text),
        (_, Some(Group::Turn(_))) => alt((shoot, move_ship, spy, place)).parse(text),
        (_, None) => return None,
    };
    let (rest, plain) = read.ok()?;
    match rest {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some((rest, plain)),
        _ => None,
    }
}

#[inline]
fn tag(text: &[u8]) -> Read<'_, Plain> {
    let [state, first, second] = Group::ALL;
    let one = |group: Group| literal(group.tag()).map(move |()| Plain::Tag(group));
    alt((one(first), one(second), one(state))).parse(text)
}

#[inline]
fn reef(text: &[u8]) -> Read<'_, Plain> {
    preceded(literal(const { Keyword::Reef.name() }), position).map(Plain::Reef).parse(text)
}

#[inline]
fn shoot(text: &[u8]) -> Read<'_, Plain> {
    let name = literal(const { Keyword::Shoot.name() });
    let (rest, first) = preceded(name, number).parse(text)?;
    let shoot = number.map(|col| Order::Shoot(Coord::new(first, col)));
    let fire = pair(class, position);
    let fire = fire.map(|(class, at)| Order::Fire(ShipName { class, index: first }, at));
    alt((shoot, fire)).map(Plain::Order).parse(rest)
}

fn move_ship(text: &[u8]) -> Read<'_, Plain> {
    let order = pair(ship, word(&Manoeuvre::ALL, Manoeuvre::name));
    let order = order.map(|(ship, manoeuvre)| Plain::Order(Order::Move(ship, manoeuvre)));
    preceded(literal(const { Keyword::Move.name() }), order).parse(text)
}

fn spy(text: &[u8]) -> Read<'_, Plain> {
    let spy = pair(number, position).map(|(index, at)| Plain::Order(Order::Spy(index, at)));
    preceded(literal(const { Keyword::Spy.name() }), spy).parse(text)
}

fn place(text: &[u8]) -> Read<'_, Plain> {
    let place = (position, word(&Heading::ALL, Heading::name), ship);
    let place = place.map(|(bow, heading, name)| Plain::Order(Order::Place { name, bow, heading }));
    preceded(literal(const { Keyword::PlaceShip.name() }), place).parse(text)
}

#[inline]
fn position(text: &[u8]) -> Read<'_, Coord> {
    pair(number, number).map(|(row, col)| Coord::new(row, col)).parse(text)
}

fn ship(text: &[u8]) -> Read<'_, ShipName> {
    pair(number, class).map(|(index, class)| ShipName { class, index }).parse(text)
}

fn class(text: &[u8]) -> Read<'_, Class> {
    word(&Class::ALL, Class::name).parse(text)
}

/// The largest number of digits of a plain number. Every number with 18 digits fits into 64 bits.
const DIGITS: usize = 18;

/// Parses a blank and up to [`DIGITS`] digits in one pass. `take_while` of `nom` would need two
/// passes, which take longer in large scripts.
#[inline]
fn number(text: &[u8]) -> Read<'_, i64> {
    let (digits, ()) = literal(" ")(text)?;
    let (mut value, mut length) = (0_i64, 0);
    while let Some(byte @ b'0'..=b'9') = digits.get(length)
        && length < DIGITS
    {
        // This cannot overflow: see `DIGITS`.
        value = value.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
        length += 1;
    }
    if length == 0 { Err(nom::Err::Error(())) } else { Ok((&digits[length..], value)) }
}

fn word<'t, T: Copy>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl Parser<&'t [u8], Output = T, Error = ()> {
    preceded(literal(" "), map_opt(alpha1, move |word| from_name(all, name, word)))
}

/// Parses `word`. Compares all bytes at once, which is faster than `tag` of `nom`.
#[inline]
fn literal<'t>(word: &'static str) -> impl Fn(&'t [u8]) -> Read<'t, ()> {
    move |text| match text.strip_prefix(word.as_bytes()) {
        Some(rest) => Ok((rest, ())),
        None => Err(nom::Err::Error(())),
    }
}
