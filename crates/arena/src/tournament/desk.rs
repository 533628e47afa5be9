//! Games on many threads, handed in one by one: whatever the number of threads, their outcomes come in the
//! order of the games. It does not know how a game is played.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many games of each thread may be over and wait for an earlier one.
const AHEAD: usize = 8;

/// Plays games on all threads of the current pool of rayon, and gives their outcomes to `commit` in
/// order, until there are no more, or `commit` says that no more are wanted, or something fails.
///
/// # Errors
/// The first error of `play` or `commit`. Games that are on their way then are lost.
pub(super) fn in_order<F: Send, P: Send, E: Send>(
    games: impl Iterator<Item = F> + Send,
    play: impl Fn(F) -> Result<P, E> + Sync,
    commit: impl FnMut(P) -> Result<bool, E> + Send,
) -> Result<(), E> {
    let desk = Desk {
        books: Mutex::new(Books {
            games,
            commit,
            taken: 0,
            committed: 0,
            waiting: BTreeMap::new(),
            over: None,
        }),
        moved: Condvar::new(),
        ahead: AHEAD * rayon::current_num_threads(),
    };
    rayon::broadcast(|_| {
        while let Some((number, game)) = desk.take() {
            desk.hand_in(number, play(game));
        }
    });
    let books = desk.books.into_inner().unwrap_or_else(PoisonError::into_inner);
    books.over.unwrap_or(Ok(()))
}

struct Desk<I, C, P, E> {
    books: Mutex<Books<I, C, P, E>>,
    /// Rung when a game was committed or all is over.
    moved: Condvar,
    ahead: usize,
}

struct Books<I, C, P, E> {
    games: I,
    commit: C,
    taken: usize,
    committed: usize,
    waiting: BTreeMap<usize, P>,
    over: Option<Result<(), E>>,
}

impl<F, I: Iterator<Item = F>, P, E, C: FnMut(P) -> Result<bool, E>> Desk<I, C, P, E> {
    /// The next game, when it is not too far ahead of the first one that is missing. That one is always
    /// being played: a worker that waits here has none.
    fn take(&self) -> Option<(usize, F)> {
        let books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ahead = |books: &mut Books<I, C, P, E>| {
            books.over.is_none() && books.taken - books.committed >= self.ahead
        };
        let waited = self.moved.wait_while(books, is_ahead);
        let mut books = waited.unwrap_or_else(PoisonError::into_inner);
        if books.over.is_some() {
            return None;
        }
        let game = books.games.next()?;
        books.taken += 1;
        Some((books.taken - 1, game))
    }

    fn hand_in(&self, number: usize, played: Result<P, E>) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        match played {
            Ok(played) => {
                books.waiting.insert(number, played);
                Self::commit(&mut books);
            }
            Err(error) => {
                books.over.get_or_insert(Err(error));
            }
        }
        self.moved.notify_all();
    }

    fn commit(books: &mut MutexGuard<'_, Books<I, C, P, E>>) {
        while books.over.is_none() {
            let next = books.committed;
            let Some(played) = books.waiting.remove(&next) else { break };
            books.committed += 1;
            match (books.commit)(played) {
                Ok(true) => {}
                Ok(false) => books.over = Some(Ok(())),
                Err(error) => books.over = Some(Err(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays games on threads, of which even numbers take longer.
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
    fn outcomes_come_in_order_whatever_the_number_of_threads() {
        for threads in [1, 2, 5] {
            let (outcome, all) = played(threads, u64::MAX, u64::MAX);
            assert_eq!(outcome, Ok(()));
            assert_eq!(all, (0..1000).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_handed_in_behind_the_end() {
        let (outcome, all) = played(3, 100, u64::MAX);
        assert_eq!((outcome, all.len()), (Ok(()), 101));
        let (outcome, all) = played(3, u64::MAX, 100);
        assert_eq!(outcome, Err(100));
        assert!(all.len() <= 100 && all.iter().copied().eq(0..all.len() as u64));
    }
}
