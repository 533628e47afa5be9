//! The parts that the Battleship games of this workspace share. This crate has no rules: the crates
//! of the games decide which orders are legal, and what the answers to orders say.
//!
//! ```
//! use broadside_core::board::{Board, Coord, Dims, Heading, Hull};
//!
//! let mut board = Board::new(Dims::new(8, 8).expect("positive"));
//! let hull = Hull::new(Coord::new(2, 5), Heading::East, 3).expect("no overflow");
//! let ship = board.place(hull)?;
//! assert_eq!(board.ship_at(Coord::new(2, 4)), Some(ship));
//! # Ok::<(), broadside_core::board::Refusal>(())
//! ```
//!
//! Public items with `#[doc(hidden)]` are for the other crates of this workspace. They may change
//! at any time.

pub mod board;
mod cancel;
pub mod dice;
#[doc(hidden)]
pub mod digest;
mod forfeit;
mod opaque;
pub mod ports;
#[doc(hidden)]
pub mod text;

pub use cancel::{Cancel, Cancelled};
pub use forfeit::Forfeit;
#[doc(hidden)]
pub use opaque::opaque;
