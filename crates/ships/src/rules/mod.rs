//! The rules of the Ships language (spec ships §2 to §6 and §8), and computer players.
//!
//! A [`Game`] takes settings between turns ([`Game::set`]), and orders in an open turn
//! ([`Game::order`]). A game knows no syntax: the module `script` reads tags and words.
//!
//! ```
//! use broadside_core::board::{Coord, Heading, Side};
//! use broadside_ships::rules::{Class, Game, Order, Reason, Setting, ShipName};
//!
//! let mut game = Game::default();
//! game.set(&Setting::Fleet(Side::First, [0, 0, 0, 1]))?;
//! game.open(Side::First)?;
//! let name = ShipName { class: Class::Destroyer, index: 0 };
//! let place = Order::Place { name, bow: Coord::new(2, 2), heading: Heading::North };
//! game.order(place)?;
//! assert_eq!(game.order(place), Err(Reason::ShipAlreadyPresent));
//! # Ok::<(), Reason>(())
//! ```
//!
//! # Differences from the shorter assignment
//! The rules come from the assignment: the text of a programming course about the language. This
//! crate also follows a longer edition of the assignment. Only the longer edition describes
//! `AUTO_SHOOTING`, `INFORMATION` and the `SPY` with two arguments. The shorter edition allows at
//! most ten ships of a class, and limits the number of reefs. This crate has neither of these
//! limits.

pub mod fair;
mod fleet;
mod game;
mod gunnery;
mod large;
mod motion;
mod names;
mod order;
mod picture;
pub mod pilot;
mod reason;
mod spied;
mod standstill;
mod straits;
mod turn;
mod vision;

pub use fleet::{Fleet, LARGEST_CLASS};
pub use game::{Game, Unclosed};
pub use large::{Marks, Quarters};
pub use names::{CANNON, Class, Health, Section, ShipName};
pub use order::{NoteText, Order, OrderKind, Setting};
pub use picture::{Detail, LARGEST_PICTURE, Picture};
pub use reason::Reason;
pub use spied::{Run, plane_square};
pub use straits::{Chart, Prospect, Scene, Scenes, Vessel};
pub use vision::{Known, surroundings};
