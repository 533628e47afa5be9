//! `broadside classic`: one player against a machine (spec classic). A seed determines the random
//! numbers of the machine.
//!
//! The bots of this program are separate from all other bots, because the output depends on the
//! order of their random draws. The program reads and writes only through
//! [`Ports`](broadside_core::ports::Ports).
//!
//! All random numbers come from one [`Dice`](broadside_core::dice::Dice), in this order:
//!
//! 1. For each ship of the machine, in order of symbol: a number below 2 for the direction. If the
//!    ship fits in that direction, the row and the column of its first cell follow. All of this is
//!    repeated until the ship lies on the board and on no other ship.
//! 2. A number below 2 decides who begins.
//! 3. For each random shot of the machine: a number below the number of cells that it has not fired
//!    at. The random machine always fires at random, and the smart machine only when no cell is
//!    queued.
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
mod input;
mod placement;
mod render;
mod run;

pub use error::Error;
pub use run::{play, run, run_with};
