//! The laboratory: games that play themselves, and games between bots, counted.
//!
//! What lives here: [`PlayOut`] (a game of the Ships language that plays itself), [`solo`] and
//! [`duel`] (arsenal bots alone and against each other), [`targeting`] (gunners that only fire),
//! [`royale`] (a knockout), what is counted of them ([`Summary`]) and a picture of it ([`svg`]).
//! Games are independent and numbered: game k depends on the seed and k only, so that any number of
//! threads gives the same figures, and the same digest.
//!
//! What it does not know: the terminal, files, and time itself; a [`Bench`] is handed a clock.
//!
//! ```
//! use broadside::arena::{Bench, Contestant, solo};
//! use std::time::Duration;
//!
//! let (clock, tick, goes_on) = (&|| Duration::ZERO, &|_| {}, &|| true);
//! let bench = Bench { seed: 1.into(), games: 20, clock, tick, goes_on };
//! let report = solo(&bench, Contestant::from_name("medium").expect("a bot"));
//! assert!(report.turns.mean < 50.0);
//! ```

mod contestant;
mod duel;
mod play_out;
mod royale;
mod summary;
pub mod svg;
mod targeting;

pub use contestant::{Aim, Contestant};
pub use duel::{Duel, Pace, Solo, duel, solo};
pub use play_out::{End, PlayOut, Show};
pub use royale::{Bout, Clock, Entry, Node, Royale, royale};
pub use summary::{Figure, Summary, digest};
pub use targeting::{Series, Trial, targeting};

use num_bigint::BigInt;
use std::time::Duration;

/// A series of games to play.
#[derive(Clone)]
pub struct Bench<'a> {
    /// The seed of the series.
    pub seed: BigInt,
    /// How many games.
    pub games: u64,
    /// The processor time that the calling thread has used so far.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Told how many more games are over, from any thread.
    pub tick: &'a (dyn Fn(u64) + Sync),
    /// Asked before a game begins whether it shall: a series may be broken off.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bench").field("games", &self.games).finish_non_exhaustive()
    }
}
