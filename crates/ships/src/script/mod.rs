//! The Ships language: from bytes to games and back.
//!
//! ```text
//! bytes ── feed ──> lines ── Reader ──> events ── Session ──> orders ──> Game
//!                              │ (words, commands: nom)         │
//!                              └── SyntaxError                  └── print, save ──> bytes
//! ```
//!
//! One line is read at a time; for an unfinished command its words are kept, not its lines. The
//! reader does not use a game, and the game has no syntax; only [`Session`] uses both. Standard
//! input, files, the prompt and tests all use a [`Session`]. Each command is one row of the table
//! behind [`Keyword`]. Only [`mod@print`] writes command syntax. The tools of the language read the
//! same events: [`Script`] is a whole script as a value, [`check`](mod@check) lists all its
//! mistakes, [`format`](fn@format) returns its canonical form, and [`Context`] says what may follow.
//! This module does not use files, terminals or the process.
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
//! If its sources do not say what is right, the reference (spec ships §1) decides: `#` starts a comment
//! everywhere; some commands have several forms, and the words behind the command decide which form
//! is meant; prose that looks like a command or a tag is an error. The reference does not say the
//! following, so we chose:
//! - the argument of `PRINT` is an integer like all others: `PRINT 01` is `PRINT 1`;
//! - a byte order mark is skipped at the start of every file, and columns are counted behind it;
//! - if a number follows `SET_FLEET P` or `SPY y x` on the same line, the number belongs to the
//!   command as an argument, even if it does not fit into 64 bits;
//! - lines are counted from 1 in every file, and a place is that of the word, not of its command.
//!
//! # Grammar
//! ```text
#![doc = include_str!("ships.ebnf")]
//! ```

mod advice;
mod answer;
mod arguments;
pub mod ast;
pub mod check;
#[doc(hidden)]
pub mod choose;
mod command;
mod context;
mod cursor;
mod expected;
mod feed;
mod format;
#[doc(hidden)]
pub mod hand_over;
mod lane;
mod logbook;
mod mark;
mod notation;
mod notes;
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
mod unreadable;
mod watched;
mod words;

#[doc(hidden)]
pub use answer::state_group;
pub use answer::{pictures, turn};
#[doc(hidden)]
pub use context::Context;
#[doc(hidden)]
pub use cursor::Cursor;
pub use expected::{Expected, Found};
pub use feed::{FeedError, feed};
pub use format::format;
#[doc(hidden)]
pub use logbook::{Logbook, Step};
pub use mark::{Mark, Place};
pub use reader::Event;
#[doc(hidden)]
pub use reader::Reader;
pub use reply::{NoTurn, reply};
pub use session::{Flow, Invalid, Session, Stop};
#[doc(hidden)]
pub use slot::Slot;
pub use syntax::SyntaxError;
pub use table::Keyword;
pub use tree::{Block, Item, Part, Remark, Script};
