//! The rules of the Ships language (spec ships §2 to §8): what a game is, what may be ordered, what
//! follows, and how a board looks.
//!
//! A [`Game`] speaks settings and orders. It knows no syntax: no tags, no words, no places in a file;
//! those live in `script`. It does no input; [`draw`](Picture::draw) is its only output.
//!
//! Every transition checks itself, at every call: [`Game::set`] is for the time between
//! turns, [`Game::order`] and [`Game::close`] for an open turn, and each gives the [`Reason`] against it.
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
//! # Where the page differs from the seed's words
//! The page follows a longer edition of the assignment as well: `AUTO_SHOOTING`, `INFORMATION` and
//! the `SPY` with two arguments come from there; the seed's bounds of ten ships of a class and of
//! reefs by the board's size do not hold. Choices of the page that no source settles are marked
//! "ours" at the [`Reason`]s and settings that they made.

mod berth;
pub mod fair;
mod feasible;
mod fleet;
mod game;
mod gunnery;
mod health;
mod large;
mod motion;
mod names;
mod note;
mod order;
mod picture;
pub mod pilot;
mod reason;
mod section;
mod spied;
mod standstill;
mod straits;
mod turn;
mod vision;

pub use fleet::{Fleet, LARGEST_CLASS};
pub use game::{Game, Unclosed};
pub use health::Health;
pub use names::{CANNON, Class, ShipName};
pub use note::{Note, NoteText};
pub use order::{Order, OrderKind, Setting};
pub use picture::{Detail, LARGEST_PICTURE, Picture};
pub use reason::Reason;
pub use section::Section;
pub use spied::Run;
pub use straits::Prospect;
pub use vision::Known;
pub use vision::surroundings;
