//! Notations that several programs share: integers, column letters and Python's white space. Also
//! makes text safe for terminals, finds the known word that is nearest to a misspelled one,
//! finds the line that explains an error, and measures how wide a text is on a terminal.

mod columns;
mod integer;
mod nearest;
#[doc(hidden)]
pub mod python;
mod telling;
mod visible;
mod width;

pub use columns::{column, column_letters, column_name, coordinate};
pub use integer::{digits, integer};
pub use nearest::{nearest, third};
use nom::combinator::all_consuming;
use nom::error::Error;
use nom::{Input, Parser};
pub use telling::{telling_line, telling_lines};
pub use visible::{Screen, Visible, is_control};
#[doc(hidden)]
pub use width::{padding, width};

/// Parses a whole text. Returns `None` if `parser` fails or does not reach the end.
pub fn whole<I: Input, T>(
    parser: impl Parser<I, Output = T, Error = Error<I>>,
    text: I,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

/// Removes the blank bytes at both ends of `text`.
pub fn trim(text: &[u8], is_blank: fn(u8) -> bool) -> &[u8] {
    let start = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

/// Returns the number of the line, counted from 1, that contains the first byte after `before`.
pub fn line_after(before: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', before).count() + 1
}
