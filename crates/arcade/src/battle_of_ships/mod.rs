//! `broadside battle-of-ships` plays two files of moves against each other (spec battle-of-ships).
//!
//! The program draws no random numbers and does not read standard input. It reads and writes only
//! through [`Ports`](broadside_core::ports::Ports).
//!
//! ```
//! use broadside_arcade::battle_of_ships;
//! use broadside_core::ports::Memory;
//! let mut memory = Memory::default();
//! let args = ["1.txt", "2.txt", "1.in", "2.in"].map(Into::into);
//! let status = memory.run(|ports| battle_of_ships::run(&args, ports));
//! assert_eq!(status.expect("memory does not fail"), 0);
//! let bytes = b"IOError: input file(s) 1.txt, 2.txt, 1.in, 2.in is/are not reachable.";
//! assert_eq!(memory.out, bytes);
//! assert_eq!(memory.files.0.borrow()["Battleship.out".as_ref() as &std::path::Path], bytes);
//! ```

mod class;
mod error;
mod fleet;
mod game;
mod input;
mod render;
mod run;
mod tee;

pub use error::{BadMove, Error};
pub use run::{play, run};
