//! The laboratory: games that play themselves, and games between bots, counted.
//!
//! What lives here: [`PlayOut`] (a game of the Ships language that plays itself), [`solo`] and
//! [`duel`] (arsenal bots alone and against each other), [`targeting`] (gunners that only fire),
//! [`royale`] (a knockout), and what is counted of them ([`Summary`]).
//! [`tournament`] holds matches between engines of the Ships language, programs among them, and
//! [`ratings`] says how strong they are.
//! For the program only: `versus` (a person against the machine), `fight` (two machines to be watched),
//! `show` (one game of a gunner, to be shown), `thoughts` (of the fair pilot in a kept game) and `svg`
//! (pictures of figures).
//! Games are independent and numbered: game k depends on the seed and k only, so that any number of
//! threads gives the same figures, and the same digest.
//!
//! What it does not know: the terminal, files, and time itself; a [`Bench`] is handed a clock.
//!
//! A caller's bot may take part: [`solo`], [`duel`] and [`royale`] take a [`CaptainFactory`], [`targeting`]
//! takes a [`GunnerFactory`], and the built-in bots are entries of a list; a [`ForeignBot`] makes either of
//! a program that is asked line by line. A bot that answers with
//! something that is not allowed, or fails, forfeits the game; [`Forfeits`] counts them.
//!
//! ```
//! use broadside_arcade::ai::Forfeit;
//! use broadside_arena::{Bench, CaptainFactory, duel};
//! use broadside_core::dice::Dice;
//! use broadside_arcade::arsenal::bots::Captain;
//! use broadside_arcade::arsenal::{Knowledge, Move};
//!
//! /// Plays the first shot that could hit something new: torpedo, artillery, then fire.
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
//! What these pages do not show, though it is public, is for the crates above and may change at any time.

mod bench;
mod driver;
mod duel;
mod factory;
mod fair_game;
mod fight;
mod foreign;
mod forfeits;
#[doc(hidden)]
pub mod kept;
mod machine;
mod play;
mod play_out;
pub mod ratings;
mod reach;
mod record;
mod royale;
mod said;
mod series;
mod shown;
mod signature;
mod summary;
#[doc(hidden)]
pub mod svg;
mod targeting;
mod thoughts;
pub mod tournament;
mod turn;
mod umpire;
#[doc(hidden)]
pub mod versus;

pub use broadside_arcade::ai;
pub use broadside_core::{board, dice};

pub use bench::{Bench, Keep};
pub use driver::{DrawRules, Ending};
pub use duel::{Duel, Pace, Solo, duel, solo};
pub use factory::{CaptainFactory, GunnerFactory};
#[doc(hidden)]
pub use fair_game::FairGame;
#[doc(hidden)]
pub use fight::fight;
pub use foreign::{Asked, ForeignBot, Trouble};
pub use forfeits::{Forfeited, Forfeits};
pub use machine::Machine;
pub use play_out::{PlayOut, Show};
pub use royale::{Bout, Clock, Node, Origin, Royale, Third, royale};
#[doc(hidden)]
pub use shown::{ShownGame, ShownShot, show};
#[doc(hidden)]
pub use signature::{SignaturePart, signature};
pub use summary::{Figure, Summary, digest};
pub use targeting::{Series, Trial, TrialError, targeting};
#[doc(hidden)]
pub use thoughts::{Thoughts, thoughts};
