//! Plays the games of a series on many threads, and passes on the results in order. [`Bench`] has
//! the options of a series that is played in batches.

use broadside_arcade::grids::record::Record;
use broadside_core::dice::Seed;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many games per thread may begin before the first of them ends. This number limits the
/// memory.
const MOST_AHEAD_PER_THREAD: usize = 8;

/// Plays games on all threads of the current rayon pool, and calls `commit` with the results in
/// order. Stops after the last game, or earlier if `commit` returns false or an error occurs. Such
/// an early stop drops all results that `commit` has not received.
pub(crate) fn in_order<F: Send, P: Send, E: Send>(
    games: impl Iterator<Item = F> + Send,
    play: impl Fn(F) -> Result<P, E> + Sync,
    commit: impl FnMut(P) -> Result<bool, E> + Send,
) -> Result<(), E> {
    let queue = Queue {
        state: Mutex::new(State {
            games,
            commit,
            taken: 0,
            committed: 0,
            waiting: BTreeMap::new(),
            early_end: None,
        }),
        moved: Condvar::new(),
        ahead: MOST_AHEAD_PER_THREAD * rayon::current_num_threads(),
    };
    let play_all = || {
        while let Some((number, game)) = queue.take() {
            queue.submit(number, play(game));
        }
    };
    rayon::broadcast(|_| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(play_all)) {
            queue.end();
            resume_unwind(panic);
        }
    });
    let state = queue.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.early_end.unwrap_or(Ok(()))
}

struct Queue<I, C, P, E> {
    state: Mutex<State<I, C, P, E>>,
    moved: Condvar,
    /// The largest number of taken games whose results have not gone to `commit`.
    ahead: usize,
}

struct State<I, C, P, E> {
    games: I,
    commit: C,
    taken: usize,
    committed: usize,
    /// The results that wait for the result of an earlier game, by the number of their game.
    waiting: BTreeMap<usize, P>,
    early_end: Option<Result<(), E>>,
}

impl<F, I: Iterator<Item = F>, P, E, C: FnMut(P) -> Result<bool, E>> Queue<I, C, P, E> {
    /// Takes the next game; `None` if the series ends. First waits while `ahead` taken games have
    /// not gone to `commit`.
    fn take(&self) -> Option<(usize, F)> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ahead = |state: &mut State<I, C, P, E>| {
            state.early_end.is_none() && state.taken - state.committed >= self.ahead
        };
        let waited = self.moved.wait_while(state, is_ahead);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.early_end.is_some() {
            return None;
        }
        let game = state.games.next()?;
        state.taken += 1;
        Some((state.taken - 1, game))
    }

    fn submit(&self, number: usize, played: Result<P, E>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match played {
            Ok(played) => {
                state.waiting.insert(number, played);
                Self::commit(&mut state);
            }
            Err(error) => {
                state.early_end.get_or_insert(Err(error));
            }
        }
        self.moved.notify_all();
    }

    /// Ends the series after a panic in a game, so that no thread waits for this game.
    fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.early_end.get_or_insert(Ok(()));
        drop(state);
        self.moved.notify_all();
    }

    fn commit(state: &mut MutexGuard<'_, State<I, C, P, E>>) {
        while state.early_end.is_none() {
            let next = state.committed;
            let Some(played) = state.waiting.remove(&next) else { break };
            state.committed += 1;
            match (state.commit)(played) {
                Ok(true) => {}
                Ok(false) => state.early_end = Some(Ok(())),
                Err(error) => state.early_end = Some(Err(error)),
            }
        }
    }
}

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

/// A function that keeps a game. The function gets the number of the game, from 0, and the record
/// of the game.
pub type Keep<'a> = dyn Fn(u64, &str) + Sync + 'a;

/// Consecutive games in order. A batch may be short or empty, for example if a series is stopped.
#[derive(Clone, Debug)]
pub(crate) struct Batch<T> {
    pub(crate) first: u64,
    pub(crate) games: Vec<T>,
    pub(crate) time: Duration,
}

impl Bench<'_> {
    /// Returns a series that shows no progress and keeps no records. All its times are 0, and it is
    /// never stopped.
    pub fn new(seed: impl Into<Seed>, games: u64) -> Self {
        let seed = seed.into();
        Self { seed, games, clock: &|| Duration::ZERO, tick: &|| {}, goes_on: &|| true, keep: None }
    }

    /// Begins the record of a game if games are kept. In the title of the record, `note` follows
    /// the number of the game. `head` is the next line, and names the kind of game.
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

    /// Passes a record to the function in the field `keep`. Leaves out the record of a forfeit if
    /// stopping the series may have caused this forfeit.
    pub(crate) fn keep(&self, number: u64, record: Option<&Record>, is_forfeit: bool) {
        if let (Some(keep), Some(record)) = (self.keep, record)
            && (!is_forfeit || (self.goes_on)())
        {
            keep(number, record.as_str());
        }
    }

    /// Plays the games in batches of `size`. Reads the clock before and after each batch.
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
            // Stopping the series may have caused a forfeit in the last game, see `keep`.
            games.pop_if(|last| is_forfeit(last) && !(self.goes_on)());
            Ok(Batch { first, games, time: (self.clock)().saturating_sub(started) })
        };
        let mut batches = Vec::new();
        // A stopped series must not go through the batches that are left: they may be many.
        let begun = (0..count).map(start).take_while(|_| (self.goes_on)());
        in_order(begun, one, |batch| {
            batches.push(batch);
            Ok(true)
        })?;
        Ok(batches)
    }
}

broadside_core::opaque!(Bench<'_>: games);

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn played(threads: usize, until: u64, failing: u64) -> (Result<(), u64>, Vec<u64>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut all = Vec::new();
        let play = |game: u64| {
            let rounds = if game.is_multiple_of(2) { 20_000 } else { 1 };
            let sum = (0..rounds).fold(game, |sum, k| std::hint::black_box(sum ^ k));
            if game == failing { Err(game) } else { Ok((game, sum)) }
        };
        let commit = |(game, _)| {
            all.push(game);
            Ok(game < until)
        };
        let outcome = pool.install(|| in_order(0..1000, play, commit));
        (outcome, all)
    }

    #[test]
    fn outcomes_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let (outcome, all) = played(threads, u64::MAX, u64::MAX);
            assert_eq!(outcome, Ok(()));
            assert_eq!(all, (0..1000).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stopped_series_does_not_go_through_the_games_that_are_left() {
        let played = AtomicU64::new(0);
        let goes_on = || played.load(Ordering::Relaxed) < 5;
        let bench = Bench { goes_on: &goes_on, ..Bench::new(1, 1_000_000) };
        let play = |game| {
            played.fetch_add(1, Ordering::Relaxed);
            Ok::<_, ()>(game)
        };
        let batches = bench.play(0..bench.games, 1, play, |_| false).unwrap();
        let most = 5 + MOST_AHEAD_PER_THREAD * rayon::current_num_threads();
        assert!((5..=most).contains(&batches.len()), "{} batches", batches.len());
    }

    #[test]
    fn a_panic_in_a_game_ends_the_series() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let play = |game: u64| if game == 0 { panic!("game 0") } else { Ok::<_, ()>(game) };
        let series = || pool.install(|| in_order(0..100, play, |_| Ok(true)));
        let panic = catch_unwind(AssertUnwindSafe(series)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"game 0"));
    }

    #[test]
    fn nothing_is_committed_after_the_end() {
        let (outcome, all) = played(3, 100, u64::MAX);
        assert_eq!((outcome, all.len()), (Ok(()), 101));
        let (outcome, all) = played(3, u64::MAX, 100);
        assert_eq!(outcome, Err(100));
        assert!(all.len() <= 100 && all.iter().copied().eq(0..all.len() as u64));
    }
}
