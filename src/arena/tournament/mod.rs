//! Matches between engines of the Ships language (spec laboratory §6): who plays whom, how games begin
//! and end, what is kept of them, and what they came to.
//!
//! What lives here: [`Schedule`] (which games there are) and [`Shard`] (which of them are played here),
//! [`Setup`] (how they begin), [`End`] and [`Fault`] (how they end), [`Entry`] and [`Journal`] (what is kept
//! of them) and [`Table`] (what they came to).
//!
//! What it does not know: files, processes, the terminal, time.
//!
//! ```
//! use broadside::arena::tournament::{Journal, Schedule, Shard, Table};
//!
//! let schedule = Schedule::new(2, Some(100), Shard::ALL);
//! assert_eq!(schedule.games(), Some(100));
//! let journal = Journal::parse(b"")?;
//! assert_eq!(Table::new(&journal.entries, None).games, 0);
//! # Ok::<(), broadside::arena::tournament::NoJournal>(())
//! ```

mod journal;
mod outcome;
mod schedule;
mod setup;
mod shard;
mod table;

pub use journal::{Entry, Journal, NoJournal, Schema, Sides, Verdict};
pub use outcome::{End, Fault};
pub use schedule::{Fixture, Schedule};
pub use setup::{NoSetup, Setup};
pub use shard::{NoShard, Shard};
pub use table::{Row, Table, Test, digest};
