//! `broadside classic`: one player against a seeded machine. All questions go to standard output. Spec classic.
//!
//! `input` reads answers and the ship file, `fleet` places the player's ships, `placement` finds places for the
//! machine's ships, `bots` aims for the machine, `render` makes the output, `error` has the error messages, and `run`
//! asks the questions and takes turns. These bots are apart from the other bots, because the bytes depend on the
//! order of their random draws. The program uses no other rule-set, and reaches the world only through
//! [`Ports`](broadside_core::ports::Ports).
//!
//! All random numbers come from one [`Dice`](broadside_core::dice::Dice), in this order:
//!
//! 1. for each ship of the machine, in order of symbol: below 2 for the direction; then, if the ship fits in that
//!    direction, the row and the column of its first cell; all of this again while the ship would lie on another ship;
//! 2. below 2 for who begins;
//! 3. for each shot of the random machine, and of the smart machine without queued cells: below the number of
//!    cells that it has not fired at.
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
