//! What a series of games is given.

use broadside_core::dice::Seed;
use std::fmt;
use std::time::Duration;

/// A series of games to play.
#[derive(Clone)]
pub struct Bench<'a> {
    /// The seed of the series.
    pub seed: Seed,
    /// How many games.
    pub games: u64,
    /// The processor time that the calling thread has used so far; the time of day where it waits for
    /// programs.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Told how many more games are over, from any thread.
    pub tick: &'a (dyn Fn(u64) + Sync),
    /// Asked before each game whether it shall begin: a series may be broken off.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
}

impl Bench<'_> {
    /// A series without a clock (all times are 0), without a progress display, played to its end.
    pub fn new(seed: impl Into<Seed>, games: u64) -> Self {
        let seed = seed.into();
        Self { seed, games, clock: &|| Duration::ZERO, tick: &|_| {}, goes_on: &|| true }
    }
}

impl fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bench").field("games", &self.games).finish_non_exhaustive()
    }
}
