//! `broadside naval`: a player at the keyboard against a machine (spec naval).
//!
//! The arguments are four files: the rules (size of the board and lengths of the ships), the
//! player's map, the machine's map, and the machine's guesses. The player types one guess per line.
//!
//! The program draws no random numbers and writes no files. It reads and writes only through
//! [`Ports`](broadside_core::ports::Ports).
//!
//! ```
//! use broadside_arcade::naval;
//! use broadside_core::ports::Memory;
//! let mut memory = Memory { input: b"A1\n".to_vec(), ..Memory::default() };
//! for (name, text) in [("rules", "3 2\n1\n1\n"), ("map", "A1 N\n"), ("turns", "")] {
//!     memory.files.0.borrow_mut().insert(name.into(), text.into());
//! }
//! let args = ["rules", "map", "map", "turns"].map(Into::into);
//! assert_eq!(memory.run(|ports| naval::run(&args, ports)).expect("memory does not fail"), 0);
//! assert!(memory.out.ends_with(b"(Your move)>Hit\nShip sunk\nGame over - you win\n"));
//! ```

mod error;
mod game;
mod input;
mod render;
mod run;

pub use error::Error;
pub use run::{play, run};
