//! `broadside classic`: one player against a seeded machine, asked for everything on standard output.
//! Spec classic.
//!
//! The rooms: `input` reads answers and the ship file, `fleet` lays out ships, `placement` lets the machine lay out
//! its own, `bots` aim for it, `game` knows the state, `render` the bytes, `error` the complaints, `run` asks the
//! questions and takes turns. The bots live here and not with the others, because the order of their random draws
//! decides the bytes. No other rule-set is known here, and the world only through
//! [`Ports`](broadside_core::ports::Ports).
//!
//! All random numbers come from one [`Dice`](broadside_core::dice::Dice), in this order and nowhere else:
//!
//! 1. placement, ship by ship in order of symbol: 2 for the direction, then, where the ship fits that
//!    way, the row and the column of its first cell, all again while it would lie on another ship;
//! 2. 2 for who begins;
//! 3. each shot of the random machine, and of the smart one while it hunts: the number of cells that
//!    it has not fired on.
//!
//! ```
//! use broadside_arcade::classic;
//! use broadside_core::ports::Memory;
//! let answers = "1\n2\n2\nships\n3\n0 0\n1 1\n";
//! let mut memory = Memory { input: answers.into(), ..Memory::default() };
//! memory.files.0.borrow_mut().insert("ships".into(), b"P 0 0 1 0\n".to_vec());
//! assert_eq!(memory.run(|ports| classic::run(&[], ports)).expect("memory does not fail"), 0);
//! assert!(memory.out.ends_with(b"The AI wins.\n"));
//! ```

mod bots;
mod error;
mod fleet;
mod game;
mod input;
mod placement;
mod render;
mod run;

pub use error::Error;
pub use run::{run, run_with, watch};
