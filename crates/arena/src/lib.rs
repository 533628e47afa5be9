//! Plays series of games between bots, and collects their statistics.
//!
//! - [`PlayOut`] is a game of the Ships language that plays itself.
//! - [`solo`] plays games of one bot with all weapons, and [`duel`] plays games of two such bots.
//! - [`targeting`] plays games of bots that only fire.
//! - [`royale`] plays a knockout.
//! - [`tournament`] plays matches between engines of the Ships language, also between programs.
//! - [`Summary`] has the statistics of a series, and [`ratings`] measures how strong engines are.
//!
//! The games of a knockout depend on earlier games. All other games are independent and numbered:
//! game k depends only on the bots, the seed and k. So any number of threads gives the same results
//! and the same digest (a checksum of the results).
//!
//! The crate does not use the terminal, files or the time. A caller gives a clock to a [`Bench`].
//!
//! A caller's own bot may take part. [`solo`], [`duel`] and [`royale`] take a [`CaptainFactory`],
//! which makes bots with all weapons. [`targeting`] takes a [`GunnerFactory`], which makes bots
//! that only fire. The built-in bots have such factories. A [`ForeignBot`] makes such factories
//! from a program that is asked line by line. A bot that fails, or gives an answer that is not
//! allowed, forfeits the game. [`Forfeits`] counts these games.
//!
//! ```
//! use broadside_arcade::ai::Forfeit;
//! use broadside_arena::{Bench, CaptainFactory, duel};
//! use broadside_core::dice::Dice;
//! use broadside_arcade::arsenal::bots::Captain;
//! use broadside_arcade::arsenal::{Knowledge, Move};
//!
//! /// Plays a shot that could hit something new: a torpedo if it may, else artillery, else fire.
//! #[derive(Debug)]
//! struct Simple;
//!
//! impl Captain for Simple {
//!     fn choose(&mut self, known: &Knowledge<'_>, _: &mut dyn Dice) -> Result<Move, Forfeit> {
//!         known.shots().next().map(|shot| shot.play).ok_or(Forfeit::NoTarget)
//!     }
//! }
//!
//! let simple = CaptainFactory::new("simple", || Simple);
//! let medium = CaptainFactory::from_name("medium").expect("built in");
//! let report = duel(&Bench::new(1, 20), &medium, &simple);
//! assert!(report.wins > 15 && report.forfeits.is_empty());
//! ```
//!
//! Hidden public items are for other crates of Broadside, and may change at any time.

mod driver;
mod duel;
mod exchange;
mod factory;
mod fair_game;
mod foreign;
mod machine;
mod play_out;
pub mod ratings;
mod reach;
mod record;
mod recorded;
mod royale;
mod series;
mod signature;
mod summary;
#[doc(hidden)]
pub mod svg;
mod targeting;
#[doc(hidden)]
pub mod targeting_record;
mod thoughts;
pub mod tournament;

#[doc(hidden)]
pub mod versus;

pub use broadside_arcade::ai;
pub use broadside_core::{board, dice};

pub use driver::{DrawRules, Ending};
pub use duel::{Duel, Pace, Solo, duel, solo};
pub use exchange::Exchange;
pub use factory::{CaptainFactory, GunnerFactory};
#[doc(hidden)]
pub use fair_game::FairGame;
pub use foreign::{ForeignBot, Trouble};
pub use machine::Machine;
#[doc(hidden)]
pub use play_out::fight;
pub use play_out::{PlayOut, Show};
pub use royale::{Bout, Clock, Node, Origin, Royale, Third, royale};
pub use series::{Bench, Keep};
#[doc(hidden)]
pub use signature::{SignaturePart, signature};
pub use summary::{Figure, Forfeited, Forfeits, Summary, digest};
pub use targeting::{Series, Trial, TrialError, targeting};
#[doc(hidden)]
pub use targeting::{ShownGame, ShownShot, show};
#[doc(hidden)]
pub use thoughts::{Thoughts, thoughts};
