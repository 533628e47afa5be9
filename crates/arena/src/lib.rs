//! Games that play themselves, and games between bots, with statistics.
//!
//! What lives here: [`PlayOut`] (a game of the Ships language that plays itself), [`solo`] and
//! [`duel`] (arsenal bots alone and against each other), [`targeting`] (gunners that only fire),
//! [`royale`] (a knockout), and their statistics ([`Summary`]).
//! [`tournament`] has matches between engines of the Ships language, programs among them, and
//! [`ratings`] measures how strong they are.
//! Only for the program: `versus` (a person against the machine), `fight` (a game between two machines),
//! `show` (one game of a gunner), `thoughts` (of the fair pilot in a kept game) and `svg` (pictures of
//! statistics).
//! Games are independent and numbered: game k depends only on the seed and k. So any number of threads gives
//! the same statistics and the same digest.
//!
//! What it does not know: the terminal, files, and time; a [`Bench`] gets a clock.
//!
//! A caller's bot may take part: [`solo`], [`duel`] and [`royale`] take a [`CaptainFactory`], [`targeting`]
//! takes a [`GunnerFactory`]. The built-in bots have such factories, and a [`ForeignBot`] makes them from a
//! program that is asked line by line. A bot that fails, or whose answer is not allowed, forfeits the game;
//! [`Forfeits`] counts these games.
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
//! Public items that this documentation does not show are for the crates above, and may change at any time.

mod bench;
mod driver;
mod duel;
mod exchange;
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
pub use exchange::Exchange;
pub use factory::{CaptainFactory, GunnerFactory};
#[doc(hidden)]
pub use fair_game::FairGame;
#[doc(hidden)]
pub use fight::fight;
pub use foreign::{ForeignBot, Trouble};
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
