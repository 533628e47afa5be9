//! The game arsenal: Battleship with radar, smoke, artillery and torpedoes. Two players share one
//! terminal, or one player plays against a bot.
//!
//! This module has the rules of spec arsenal, the exact texts, and three bots. [`run()`] plays a
//! game with texts. [`Game`] has the rules without texts, for games between bots.
//!
//! The specification does not limit the length of answers. Here, an answer over 1 MiB counts as
//! empty.
//!
//! ```
//! use broadside_core::ports::Memory;
//! use broadside_arcade::arsenal::{Options, run};
//!
//! let mut memory = Memory { input: b"easy\nAlice\nBob\n".to_vec(), ..Memory::default() };
//! let options = Options { bot: None, seed: 1.into(), colour: false };
//! assert_eq!(memory.run(|ports| run(&options, ports)).expect("memory"), 1);
//! assert!(memory.out.ends_with(b"Alice plays first.\nAlice, place your Carrier (5 cells): "));
//! ```

pub mod bots;
mod cells;
mod error;
mod fleet;
mod game;
mod input;
mod moves;
#[doc(hidden)]
pub mod record;
mod render;
mod run;

#[doc(hidden)]
pub use cells::waters;
pub use cells::{Area, Cell, Class, Line, SIZE};
pub use error::{Lost, Misplaced};
pub use fleet::{Fleet, Placement};
pub use game::{Game, Outcome, Standing, TURN_LIMIT};
#[doc(hidden)]
pub use input::Tracking;
pub use moves::{Knowledge, Move, Openings, Refusal, Shot};
pub use run::{Opponent, Options, run, run_against};
