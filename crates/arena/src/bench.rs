//! [`Bench`]: the options of a series of games, which is played in batches.

use super::series::in_order;
use broadside_arcade::grids::record::Record;
use broadside_core::dice::Seed;
use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// A series of games to play: its options, and the functions to call.
#[derive(Clone)]
pub struct Bench<'a> {
    /// The seed of the series.
    pub seed: Seed,
    /// The number of games.
    pub games: u64,
    /// Returns the time, for example the processor time of the calling thread.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Called from any thread after each game, or in a knockout after each bout.
    pub tick: &'a (dyn Fn() + Sync),
    /// Called for example before each game. If it returns `false`, the series stops.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Called from any thread with the record of each finished game, if games are kept.
    pub keep: Option<&'a Keep<'a>>,
}

/// A function that keeps a game. It gets the number of the game, from 0, and its record.
pub type Keep<'a> = dyn Fn(u64, &str) + Sync + 'a;

/// Consecutive games in order. A batch may be short or empty, for example if a series is stopped.
#[derive(Clone, Debug)]
pub(crate) struct Batch<T> {
    /// The number of the first game.
    pub(crate) first: u64,
    pub(crate) games: Vec<T>,
    pub(crate) time: Duration,
}

impl Bench<'_> {
    /// Returns a series without a progress display. All its times are 0, and it is never stopped.
    pub fn new(seed: impl Into<Seed>, games: u64) -> Self {
        let seed = seed.into();
        Self { seed, games, clock: &|| Duration::ZERO, tick: &|| {}, goes_on: &|| true, keep: None }
    }

    /// Begins the record of a game if games are kept. In its title, `note` follows the number.
    pub(crate) fn record(
        &self,
        (number, note): (u64, &str),
        [a, b]: [&str; 2],
        head: &str,
    ) -> Option<Record> {
        let (game, seed) = (number.saturating_add(1), &self.seed);
        let title = || format!("game {game}{note}, seed {seed}: A is {a}, B is {b}");
        self.keep.map(|_| Record::new(&title(), head))
    }

    /// Gives the record of a game to the caller. Drops a forfeit if the series was stopped
    /// meanwhile, because the stop may be its cause.
    pub(crate) fn keep(&self, number: u64, record: Option<&Record>, is_forfeit: bool) {
        if let (Some(keep), Some(record)) = (self.keep, record)
            && (!is_forfeit || (self.goes_on)())
        {
            keep(number, record.as_str());
        }
    }

    /// Plays the games in batches of `size`. The clock is read before and after each batch.
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
                .map(|number| play(number).inspect(|_| (self.tick)()))
                .collect::<Result<Vec<_>, _>>()?;
            // The last game may be a forfeit that the stop has caused, see `keep`.
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
