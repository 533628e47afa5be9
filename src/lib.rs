//! Broadside: the reference interpreter, referee and laboratory for scriptable Battleship.
//!
//! > The core states facts. A rule-set decides their order, their consequences and their words.
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
//! Picture::new(&game, Detail::Basic)?.draw_for(Side::First, &mut seen).expect("memory takes all");
//! assert_eq!(seen, b"   ??\n ++ ?\n   ??\n");
//! # Ok::<(), broadside::rules::ships::Reason>(())
//! ```
//!
//! Let a bot of yours aim, and see how many shots it takes:
//!
//! ```
//! use broadside::ai::{Bits, Chart, Forfeit, Gunner};
//! use broadside::arena::{Bench, GunnerFactory, Trial, targeting};
//! use broadside::board::Dims;
//! use broadside::dice::Dice;
//!
//! #[derive(Debug)]
//! struct InOrder;
//!
//! impl<B: Bits> Gunner<B> for InOrder {
//!     fn aim(&mut self, chart: &Chart<B>, _: &mut dyn Dice) -> Result<u32, Forfeit> {
//!         chart.targets().cells().next().ok_or(Forfeit::NoTarget)
//!     }
//! }
//!
//! let trial = Trial { dims: Dims::new(10, 10).expect("positive"), fleet: vec![5, 4, 3, 2] };
//! let series = targeting(&Bench::new(1, 20), &trial, &[GunnerFactory::new("in order", || InOrder)])?;
//! assert!((14.0..=100.0).contains(&series[0].shots.mean));
//! # Ok::<(), broadside::arena::TrialError>(())
//! ```
//!
//! # Features
//! - `cli` (default): the `broadside` program with everything that only it depends on. A crate that builds
//!   on the library turns it off: `broadside = { version = "0.2", default-features = false }`.
//! - `lab`: what only other people's programs need, judged or playing: modules `lab`, `arena::tournament` and
//!   `arena::ratings`; `cli` turns it on.
//!
//! Without `cli` the library also compiles for `wasm32-unknown-unknown`. Games that are played in parallel
//! then run on the one thread that there is.
//!
//! # The reference
//! Comments cite the reference in `book/`: `spec ships §5` is section 5 of `book/src/ships/`, and
//! `spec naval §2` section 2 of `book/src/naval.md`. A test looks the sections up.
//!
//! # Floors
//! A module uses only what stands below it; rule-sets do not know of each other. A test holds the
//! code to this table.
//!
//! | floor | module | holds |
//! |---|---|---|
//! | 0 | `board` | coordinates, hulls, ships, reefs; places, repositions, strikes, answers predicates |
//! | 0 | `dice` | chance, exactly as a seed orders it |
//! | 1 | `ai` | what one side knows, who aims, fleets at random |
//! | 1 | `text` | notations that several programs share |
//! | 1 | `ports` | what a program may touch of the world, and its in-memory twin |
//! | 2 | `rules/arsenal` | radar, smoke, artillery, torpedo; a game of two, or against bots |
//! | 2 | `rules/ships` | the game of the Ships language: settings, orders, turns, pictures |
//! | 2 | `rules/naval` | the game of two maps and a file of guesses |
//! | 2 | `rules/battle_of_ships` | the game of boards and moves from files |
//! | 2 | `rules/classic` | one player against a seeded machine |
//! | 3 | `script` | the Ships language: words, events, syntax, printing, SAVE, the session, checks, the canonical form |
//! | 4 | `catalog` | the closed list of the byte-exact programs |
//! | 4 | `arena` | games that play themselves; bench, royale and matches between bots, figures, ratings and a picture |
//! | 0 | `lab/rules` | the table of rules that findings, cards and marks name |
//! | 1 | `lab/misreadings` | plausible wrong readings of a rule |
//! | 2 | `lab/model` | a second, slow, obvious implementation of the Ships language, with misreadings |
//! | 4 | `lab` | other people's programs judged |
//! | 5 | `cli` | the binary's own: arguments, process, files, terminal |
//! | 6 | `main` | the door |

pub mod ai;
pub mod arena;
pub mod board;
pub mod catalog;
pub mod dice;
#[cfg(feature = "lab")]
pub mod lab;
pub mod ports;
pub mod rules;
pub mod script;
pub mod text;
