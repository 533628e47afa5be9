//! The Ships language: turns bytes into games, and games into bytes.
//!
//! ```text
//! bytes ── feed ──> lines ── Reader ──> events ── Session ──> orders ──> Game
//!                              │ (words, commands: nom)         │
//!                              └── SyntaxError                  └── print, save ──> bytes
//! ```
//!
//! Input is read line by line. If a command is not complete at the end of a line, the reader keeps
//! the words of the command and drops the line.
//!
//! - The reader knows the syntax but no game. The game knows no syntax. A [`Session`] uses both.
//! - The table of [`Keyword`] has one row for each command.
//! - Only the module `print` writes commands as text.
//! - The tools of the language read the same events as a session. [`Script`] is a whole script as a
//!   value. [`check`](mod@check) lists the mistakes of a script. [`format`](fn@format) returns the
//!   canonical form. `Context` says what may follow at a place.
//!
//! This module uses no files, no terminals and no process.
//!
//! ```
//! use broadside_ships::script::{Flow, Session};
//!
//! let mut session = Session::default();
//! let mut out = Vec::new();
//! for line in ["[state]", "BOARD_SIZE 2 3", "PRINT 0 # look", "[state]"] {
//!     assert_eq!(session.feed(line.as_bytes(), &mut out)?, Flow::Continue);
//! }
//! assert_eq!(out, b"   \n   \nPARTS REMAINING:: A : 0 B : 0\n");
//! # Ok::<(), broadside_ships::script::Stop>(())
//! ```
//!
//! # Choices
//! The language comes from a course, whose tests and assignment leave questions open. The
//! specification decides some of them (spec ships §1), for example:
//! - `#` starts a comment everywhere;
//! - if a command has several forms, the words after the command decide which form is meant;
//! - prose (text outside groups) that begins with a command word or with `[` is an error.
//!
//! This module decides the rest:
//! - the argument of `PRINT` is an integer like all others: `PRINT 01` is `PRINT 1`;
//! - columns are counted after the byte order mark at the start of a file;
//! - a number on the same line after `SET_FLEET P` or `SPY y x` is an argument even if it does not
//!   fit into 64 bits;
//! - lines are counted from 1 in every file;
//! - a syntax error has the place of its word, not of its command.
//!
//! # Grammar
//! ```text
#![doc = include_str!("ships.ebnf")]
//! ```

mod advice;
mod arguments;
pub mod ast;
pub mod check;
#[doc(hidden)]
pub mod choose;
mod context;
mod cursor;
mod expected;
mod feed;
#[doc(hidden)]
pub mod hand_over;
mod lane;
mod logbook;
mod mark;
mod notation;
mod page;
#[doc(hidden)]
pub mod print;
mod reader;
pub mod replay;
mod reply;
pub mod save;
mod session;
mod slot;
mod syntax;
mod table;
mod tree;
mod words;

pub use expected::{Expected, Found};
pub use feed::{FeedError, feed};
pub use mark::{Mark, Place};
pub use reader::Event;
pub use reply::{NoTurn, reply};
pub use session::{Flow, Invalid, Session, Stop};
pub use syntax::SyntaxError;
pub use table::Keyword;
pub use tree::{Block, Item, Part, Remark, Script, format};
#[doc(hidden)]
pub use {
    context::Context,
    cursor::Cursor,
    logbook::{Logbook, Step},
    reader::Reader,
    save::{pictures, state_group},
    slot::Slot,
};
