//! Matches between engines of the Ships language (spec laboratory §6).
//!
//! [`Tournament`] has the options of all games, and plays games between [`Engine`]s. [`Schedule`]
//! lists the games to play: all games of the match, or a part of these games (a [`Shard`]). The
//! journal of a match has an [`Entry`] for each finished game. [`Table`] has the results.
//!
//! This module does not use files, the terminal or the time. Programs run through two traits:
//! `Programs` starts a process for each turn, and `Dialogues` starts a process for each game.
//!
//! ```
//! use broadside_arena::tournament::{
//!     Broken, DrawRules, Engine, OnFault, Player, Schedule, Setup, Shard, Surroundings, Table,
//!     Told, Tournament,
//! };
//! use broadside_core::ports::programs::{Ended, InMemory, InMemoryDialogue, Limits};
//!
//! let engine = |name: &str| {
//!     Engine::new(name, Player::from_name(name).expect("an engine of this crate"))
//! };
//! let tournament = Tournament {
//!     seed: 1.into(),
//!     engines: vec![engine("open"), engine("random")],
//!     setup: Setup::Extended,
//!     told: Told::Full,
//!     limits: Limits::default(),
//!     on_fault: OnFault::Lose,
//!     draws: DrawRules::default(),
//! };
//! let programs = InMemory(|_: &[u8]| Ended::exited(1, []));
//! let around = Surroundings {
//!     programs: &programs,
//!     dialogues: &InMemoryDialogue::new(|_: &str, _: &mut _| {}),
//!     on_turn: &|_| Ok(()),
//!     goes_on: &|| true,
//!     options: tournament.options(""),
//! };
//! let mut table = Table::empty(None);
//! let games = Schedule::new(2, Some(4), Shard::ALL).fixtures();
//! tournament.play(games, &around, |played| {
//!     table.add(&played.entry);
//!     Ok::<_, Broken>(true)
//! })?;
//! assert_eq!(table.engines["open"].won, 4);
//! # Ok::<(), Broken>(())
//! ```

mod engine;
mod fault;
mod game;
mod journal;
mod observed;
mod player;
mod report;
mod schedule;
mod setup;
mod table;
#[expect(clippy::module_inception, reason = "a tournament as a whole")]
mod tournament;

pub use crate::driver::{DrawRules, Ending};
pub use engine::{Engine, PilotFactory, Player, Protocol};
pub use fault::Fault;
pub(crate) use game::pilots_dice;
pub use journal::{Entry, NoMerge, Schema, Sides, Verdict, merge};
pub use observed::{FirstFault, Observed, Turns};
pub use report::{EngineReport, Report, ReportSchema, TestReport};
pub(crate) use schedule::round_of;
pub use schedule::{Fixture, NoShard, Schedule, Shard, drawn_from};
pub use setup::{NoSetup, Setup, Told};
pub use table::{Row, Table, Test};
pub use tournament::{Broken, OnFault, Played, Surroundings, Tournament};
