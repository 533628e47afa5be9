//! The facts that every Battleship program of this house shares: a board, chance, texts, the world.
//!
//! [`board`] holds coordinates, hulls, ships and reefs, and answers questions about them. [`dice`] is
//! chance, exactly as a seed orders it. [`digest`] makes fingerprints. [`text`] holds the notations that
//! several programs share. [`ports`] is what a program may touch of the world, with a twin in memory for
//! tests. [`Forfeit`] says why a player gives a game up.
//!
//! This crate knows no rules: who may do what, in which order and with which words is the business of
//! the crates above it.
//!
//! ```
//! use broadside_core::board::{Board, Coord, Dims, Heading, Hull};
//!
//! let mut board = Board::new(Dims::new(8, 8).expect("positive"));
//! let hull = Hull::new(Coord::new(2, 5), Heading::East, 3).expect("on the plane");
//! let ship = board.place(hull)?;
//! assert_eq!(board.ship_at(Coord::new(2, 4)), Some(ship));
//! # Ok::<(), broadside_core::board::Refusal>(())
//! ```

pub mod board;
mod cancel;
pub mod dice;
pub mod digest;
mod forfeit;
pub mod ports;
pub mod text;

pub use cancel::{Cancel, Cancelled};
pub use forfeit::Forfeit;
