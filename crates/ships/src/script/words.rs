//! Reads the words of the language. Most parsers are named after their productions in
//! `grammar/ships.ebnf`.

use super::expected::Expected;
use crate::rules::{Class, Detail, Health, NoteText, ShipName};
use broadside_core::board::{Coord, Heading, Manoeuvre, Side};
use nom::bytes::complete::take_till;
use nom::error::{ContextError, ErrorKind, ParseError};
use nom::sequence::pair;
use nom::{IResult, Parser};

/// The result of a parser: the rest of the text, and the value that was read.
pub(super) type Parsed<'t, T> = IResult<&'t [u8], T, Unexpected<'t>>;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unexpected<'t> {
    /// The text from the wrong word to the end. If it is empty, words are missing, and the next
    /// line may have them.
    pub(super) at: &'t [u8],
    pub(super) expected: Expected,
    pub(super) command: Option<&'static str>,
}

impl<'t> Unexpected<'t> {
    pub(super) fn at(text: &'t [u8], expected: Expected) -> Self {
        Self { at: skip_blanks(text), expected, command: None }
    }
}

impl<'t> ParseError<&'t [u8]> for Unexpected<'t> {
    fn from_error_kind(at: &'t [u8], _: ErrorKind) -> Self {
        Self::at(at, Expected::Word)
    }

    fn append(_: &'t [u8], _: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        Self { expected: self.expected.or(other.expected), ..other }
    }
}

impl<'t> ContextError<&'t [u8]> for Unexpected<'t> {
    fn add_context(_: &'t [u8], command: &'static str, other: Self) -> Self {
        Self { command: Some(command), ..other }
    }
}

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns whether `byte` is white space: blank, tab, LF, VT, FF, CR.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns `text` without white space at its end.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    &text[..end]
}

pub(super) fn skip_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    &text[blanks..]
}

/// Returns the text after the first word, and the first word. If there is no word, both are empty.
pub(super) fn word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = skip_blanks(text);
    let end = text.iter().position(|byte| is_blank(*byte)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (rest, word)
}

fn read_as<T>(text: &[u8], expected: Expected, read: impl Fn(&[u8]) -> Option<T>) -> Parsed<'_, T> {
    let (rest, word) = word(text);
    let unexpected = || nom::Err::Error(Unexpected::at(text, expected));
    read(word).map(|value| (rest, value)).ok_or_else(unexpected)
}

pub(super) fn integer(text: &[u8]) -> Parsed<'_, i64> {
    read_as(text, Expected::Integer, broadside_core::text::integer)
}

pub(super) fn detail(text: &[u8]) -> Parsed<'_, Detail> {
    read_as(text, Expected::Detail, |word| match broadside_core::text::integer(word)? {
        0 => Some(Detail::Basic),
        1 => Some(Detail::Extended),
        _ => None,
    })
}

pub(super) fn player(text: &[u8]) -> Parsed<'_, Side> {
    read_as(text, Expected::Player, |word| from_name(&Side::ALL, Side::name, word))
}

pub(super) fn heading(text: &[u8]) -> Parsed<'_, Heading> {
    read_as(text, Expected::Heading, |word| from_name(&Heading::ALL, Heading::name, word))
}

pub(super) fn class(text: &[u8]) -> Parsed<'_, Class> {
    read_as(text, Expected::Class, |word| from_name(&Class::ALL, Class::name, word))
}

pub(super) fn manoeuvre(text: &[u8]) -> Parsed<'_, Manoeuvre> {
    read_as(text, Expected::Manoeuvre, |word| from_name(&Manoeuvre::ALL, Manoeuvre::name, word))
}

/// Returns a parser for `HEALTH5` to `HEALTH2` of the grammar: a digit for each segment of a ship
/// of `class`, the bow first.
pub(super) fn health(class: Class) -> impl Fn(&[u8]) -> Parsed<'_, Health> {
    move |text| {
        read_as(text, Expected::Health(class.length()), |word| {
            let healthy = |byte: &u8| matches!(byte, b'0' | b'1').then_some(*byte == b'1');
            Health::new(class, &word.iter().map(healthy).collect::<Option<Vec<_>>>()?)
        })
    }
}

pub(super) fn position(text: &[u8]) -> Parsed<'_, Coord> {
    pair(integer, integer).map(|(row, col)| Coord::new(row, col)).parse(text)
}

pub(super) fn ship_name(text: &[u8]) -> Parsed<'_, ShipName> {
    pair(integer, class).map(|(index, class)| ShipName { class, index }).parse(text)
}

/// Succeeds if a word that looks like a number follows on the same line. Reads nothing.
pub(super) fn number_ahead(text: &[u8]) -> Parsed<'_, ()> {
    let gap = text.iter().take_while(|byte| is_blank(**byte) && **byte != b'\n').count();
    match &text[gap..] {
        [b'+' | b'-', digit, ..] | [digit, ..] if digit.is_ascii_digit() => Ok((text, ())),
        _ => Err(nom::Err::Error(Unexpected::at(text, Expected::Integer))),
    }
}

/// Reads the words up to the end of the line, joined by single blanks.
pub(super) fn note(text: &[u8]) -> Parsed<'_, NoteText> {
    let (rest, line) = take_till(|byte| byte == b'\n').parse(text)?;
    let note = NoteText::new(single_spaced(line));
    // The words come from one line without its comment, so only their length can be wrong.
    let too_long = || nom::Err::Error(Unexpected::at(text, Expected::ShorterLine));
    note.map(|note| (rest, note)).ok_or_else(too_long)
}

pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty())
}

/// Returns the words of `text` with single blanks between them.
pub(super) fn single_spaced(text: &[u8]) -> Vec<u8> {
    words(text).collect::<Vec<_>>().join(&b' ')
}

pub(super) fn from_name<T: Copy>(all: &[T], name: fn(T) -> &'static str, word: &[u8]) -> Option<T> {
    all.iter().copied().find(|value| name(*value).as_bytes() == word)
}

pub(super) fn characters(bytes: &[u8]) -> u64 {
    String::from_utf8_lossy(bytes).chars().count() as u64
}
