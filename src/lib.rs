//! Broadside: the reference interpreter, referee and laboratory for scriptable Battleship.
//!
//! > The core states facts. A rule-set decides their order, their consequences and their words.
//!
//! The core is the crate `broadside-core`. A rule-set is the code for the rules of one game.
//!
//! Run a script:
//!
//! ```
//! use broadside::script::{Session, feed};
//!
//! let script = "[state] BOARD_SIZE 1 3 REEF 0 2 PRINT 0 [state]";
//! let mut out = Vec::new();
//! feed(&mut Session::default(), &mut script.as_bytes(), &mut out)?;
//! assert_eq!(out, b"  #\nPARTS REMAINING:: A : 0 B : 0\n");
//! # Ok::<(), broadside::script::FeedError>(())
//! ```
//!
//! Ask a game what a player sees:
//!
//! ```
//! use broadside::board::{Coord, Heading, Side};
//! use broadside::rules::ships::{Class, Detail, Game, Order, Picture, Setting, ShipName};
//!
//! let mut game = Game::default();
//! game.set(&Setting::BoardSize(3, 5))?;
//! game.set(&Setting::Fleet(Side::First, [0, 0, 0, 1]))?;
//! game.open(Side::First)?;
//! let name = ShipName { class: Class::Destroyer, index: 0 };
//! game.order(Order::Place { name, bow: Coord::new(1, 1), heading: Heading::West })?;
//! let mut seen = Vec::new();
//! Picture::new(&game, Detail::Basic)?.draw_for(Side::First, &mut seen).expect("a write to memory never fails");
//! assert_eq!(seen, b"   ??\n ++ ?\n   ??\n");
//! # Ok::<(), broadside::rules::ships::Reason>(())
//! ```
//!
//! Let your own bot aim, and see how many shots it takes:
//!
//! ```
//! use broadside::ai::{Bits, Chart, Forfeit, Gunner};
//! use broadside::arena::{Bench, GunnerFactory, Trial, targeting};
//! use broadside::board::{Coord, Dims};
//! use broadside::dice::Dice;
//!
//! #[derive(Debug)]
//! struct InOrder;
//!
//! impl<B: Bits> Gunner<B> for InOrder {
//!     fn aim(&mut self, chart: &Chart<B>, _: &mut dyn Dice) -> Result<Coord, Forfeit> {
//!         chart.open_cells().next().ok_or(Forfeit::NoTarget)
//!     }
//! }
//!
//! let trial = Trial { dims: Dims::new(10, 10).expect("positive"), fleet: vec![5, 4, 3, 2] };
//! let series = targeting(&Bench::new(1, 20), &trial, &[GunnerFactory::new("in order", || InOrder)])?;
//! assert!((14.0..=100.0).contains(&series[0].shots.mean));
//! # Ok::<(), broadside::arena::TrialError>(())
//! ```
//!
//! # Crates
//! This crate has the `broadside` program, and re-exports the crates of this table. Each of them
//! can be used alone.
//!
//! | crate | here | holds |
//! |---|---|---|
//! | `broadside-core` | [`board`], [`dice`], [`digest`], [`text`], [`ports`] | coordinates, hulls, ships, reefs; random numbers from a seed; digests; notations; the streams and files of a program |
//! | `broadside-ships` | [`rules::ships`], [`script`] | the Ships language: its game and its scripts |
//! | `broadside-arcade` | [`ai`], [`catalog`], [`rules`] | bots that aim; the games arsenal, naval, battle-of-ships, classic |
//! | `broadside-arena` | [`arena`] | contests between bots: single games, series, statistics, ratings |
//! | `broadside-lab` | [`lab`] | tests and grades for other people's programs |
//!
//! # Features
//! - `cli` (default): the `broadside` program, and everything that only the program depends on. A
//!   crate that uses only the library turns this feature off:
//!   `broadside = { version = "0.2", default-features = false }`.
//!
//! Without `cli`, the library also compiles for `wasm32-unknown-unknown`. There, all games run on a
//! single thread.
//!
//! # The reference
//! Comments cite the reference in `book/`. `spec ships §5` is section 5 of `book/src/ships/`, and
//! `spec naval §2` is section 2 of `book/src/naval.md`. A test checks that the sections exist.

pub use broadside_arcade::{ai, catalog};
pub use broadside_arena as arena;
pub use broadside_core::{Cancel, Cancelled, board, dice, digest, ports, text};
pub use broadside_lab as lab;
pub use broadside_ships::script;

/// The rule-sets of Ships, arsenal and classic, and the grids on which some of the games are
/// played. No rule-set uses another rule-set. The games naval and battle-of-ships are only in
/// [`catalog`].
pub mod rules {
    pub use broadside_arcade::{arsenal, classic, grids};
    pub use broadside_ships::rules as ships;
}
