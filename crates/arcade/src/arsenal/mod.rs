//! Radar, smoke, artillery and torpedo: two players at one terminal, or one against a bot.
//!
//! What lives here: the rules of spec arsenal, its exact words, and three bots.
//! [`run()`] is the program; [`Game`] the rules without words, for games between bots.
//!
//! Ours: an answer longer than 1 MiB says nothing; it is refused, or the turn is lost.
//!
//! What it does not know: arguments, the process, the other rule-sets, how games between bots are
//! counted.
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
mod class;
mod error;
mod fleet;
mod game;
mod input;
mod knowledge;
mod moves;
#[doc(hidden)]
pub mod record;
mod render;
mod run;

#[doc(hidden)]
pub use cells::waters;
pub use cells::{Area, Cell, Line, SIZE};
pub use class::Class;
pub use error::{Lost, Misplaced};
pub use fleet::{Fleet, Placement};
pub use game::{Game, Outcome, Standing, TURN_LIMIT};
#[doc(hidden)]
pub use input::Tracking;
pub use knowledge::{Knowledge, Openings, Shot};
pub use moves::{Move, Refusal};
pub use run::{Opponent, Options, run, run_against};
