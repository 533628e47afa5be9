//! The Ships language: Battleship games written as scripts, with reefs, moving ships, cannons,
//! radar and spy planes.
//!
//! [`rules`] has the game: settings, orders, turns, the fields that a side sees, and computer
//! players. [`script`] has the language: the syntax, the session that runs a script, the checks,
//! the canonical form and SAVE.
//!
//! Run a script:
//!
//! ```
//! use broadside_ships::script::{Session, feed};
//!
//! let script = "[state] BOARD_SIZE 1 3 REEF 0 2 PRINT 0 [state]";
//! let mut out = Vec::new();
//! feed(&mut Session::default(), &mut script.as_bytes(), &mut out)?;
//! assert_eq!(out, b"  #\nPARTS REMAINING:: A : 0 B : 0\n");
//! # Ok::<(), broadside_ships::script::FeedError>(())
//! ```
//!
//! Ask a game what a player sees:
//!
//! ```
//! use broadside_core::board::{Coord, Heading, Side};
//! use broadside_ships::rules::{Class, Detail, Game, Order, Picture, Setting, ShipName};
//!
//! let mut game = Game::default();
//! game.set(&Setting::BoardSize(3, 5))?;
//! game.set(&Setting::Fleet(Side::First, [0, 0, 0, 1]))?;
//! game.open(Side::First)?;
//! let name = ShipName { class: Class::Destroyer, index: 0 };
//! game.order(Order::Place { name, bow: Coord::new(1, 1), heading: Heading::West })?;
//! let mut seen = Vec::new();
//! Picture::new(&game, Detail::Basic)?.draw_for(Side::First, &mut seen).expect("a vector grows");
//! assert_eq!(seen, b"   ??\n ++ ?\n   ??\n");
//! # Ok::<(), broadside_ships::rules::Reason>(())
//! ```
//!
//! The docs hide some public items, because only the other crates of this repository and the tests
//! of this crate use them. Hidden items may change at any time.

pub mod rules;
pub mod script;

pub use broadside_core::{board, dice};
