//! What a series of games is given, and how it is played.

use super::series::in_order;
use broadside_arcade::grids::record::Record;
use broadside_core::dice::Seed;
use std::fmt;
use std::ops::Range;
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
    /// Asked before each game whether to begin it: a series may be stopped.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Given the number of each finished game, from 0, and its record, from any thread.
    pub keep: Option<&'a Keep<'a>>,
}

/// Keeps the record of a game, given with the number of the game, from 0.
pub type Keep<'a> = dyn Fn(u64, &str) + Sync + 'a;

/// Some games in order, and how long they took. A series that is stopped leaves batches short or empty.
#[derive(Clone, Debug)]
pub(crate) struct Batch<T> {
    pub(crate) first: u64,
    pub(crate) games: Vec<T>,
    pub(crate) time: Duration,
}

impl Bench<'_> {
    /// A series without a clock (all times are 0), without a progress display, played to its end.
    pub fn new(seed: impl Into<Seed>, games: u64) -> Self {
        let seed = seed.into();
        Self {
            seed,
            games,
            clock: &|| Duration::ZERO,
            tick: &|_| {},
            goes_on: &|| true,
            keep: None,
        }
    }

    /// The record of a game between two, if games are kept; `what` says more of the game than its number.
    pub(crate) fn record(
        &self,
        (number, what): (u64, &str),
        [a, b]: [&str; 2],
        head: &str,
    ) -> Option<Record> {
        let (game, seed) = (number.saturating_add(1), &self.seed);
        let title = || format!("game {game}{what}, seed {seed}: A is {a}, B is {b}");
        self.keep.map(|_| Record::new(&title(), head))
    }

    /// Keeps a game that is over. A forfeit in a series that was stopped meanwhile is none.
    pub(crate) fn keep(&self, number: u64, record: Option<&Record>, is_forfeit: bool) {
        if let (Some(keep), Some(record)) = (self.keep, record)
            && (!is_forfeit || (self.goes_on)())
        {
            keep(number, record.as_str());
        }
    }

    /// Plays the games of these numbers in batches of `size`, between which the clock is read.
    ///
    /// # Errors
    /// The first error of `play`.
    pub(crate) fn play<T: Send, E: Send>(
        &self,
        numbers: Range<u64>,
        size: u64,
        play: impl Fn(u64) -> Result<T, E> + Sync,
        is_forfeit: impl Fn(&T) -> bool + Sync,
    ) -> Result<Vec<Batch<T>>, E> {
        let count = numbers.end.saturating_sub(numbers.start).div_ceil(size);
        let start = |batch: u64| numbers.start.saturating_add(batch.saturating_mul(size));
        let one = |first: u64| {
            let started = (self.clock)();
            let batch = first..numbers.end.min(first.saturating_add(size));
            let begun = batch.take_while(|_| (self.goes_on)());
            let mut games = begun
                .map(|number| play(number).inspect(|_| (self.tick)(1)))
                .collect::<Result<Vec<_>, _>>()?;
            // A forfeit in a series that was stopped meanwhile says nothing: the stop may be its cause.
            games.pop_if(|last| is_forfeit(last) && !(self.goes_on)());
            Ok(Batch { first, games, time: (self.clock)().saturating_sub(started) })
        };
        let mut batches = Vec::new();
        in_order((0..count).map(start), one, |batch| {
            batches.push(batch);
            Ok(true)
        })?;
        Ok(batches)
    }
}

impl fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bench").field("games", &self.games).finish_non_exhaustive()
    }
}
