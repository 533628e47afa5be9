//! Notations that several programs share: integers, column letters, Python's white space.
//!
//! This module only reads and writes text. It does not know what a number or a letter means on a
//! board.
//!
//! ```
//! use broadside_core::text::{column, integer};
//!
//! // `E5`: a column and a row.
//! assert_eq!((column('E'), integer(b"5")), (Some(4), Some(5)));
//! ```

mod columns;
mod integer;
mod nearest;
#[doc(hidden)]
pub mod python;
mod telling;
mod visible;

pub use columns::{column, column_letters, column_name, coordinate};
pub use integer::{digits, integer};
pub use nearest::{nearest, third};
use nom::combinator::all_consuming;
use nom::error::Error;
use nom::{Input, Parser};
pub use telling::telling_line;
pub use visible::{Screen, Visible, is_control};

/// The value of a text that `parser` reads to its end; `None` when it does not, or leaves something.
pub fn whole<I: Input, T>(
    parser: impl Parser<I, Output = T, Error = Error<I>>,
    text: I,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

/// The number of the line, counted from 1, that goes on behind `before`.
pub fn line_behind(before: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', before).count() + 1
}
