//! Random numbers. A game draws all its random numbers from [`Dice`], so the seed of the dice
//! determines these numbers. A seed must give the same game in every release, so each release must
//! draw the same numbers in the same order.
//!
//! ```
//! use broadside_core::dice::{Dice, Twister};
//! let mut dice = Twister::from_python_seed(&42.into());
//! // random.seed(42); [random.randint(0, 9) for _ in range(5)]
//! assert_eq!([0; 5].map(|_| dice.below(10)), [1, 0, 4, 3, 3]);
//! ```

mod seed;
mod stream;
mod twister;

pub use seed::{NotASeed, Seed};
pub use stream::Stream;
pub use twister::Twister;

/// A source of random numbers.
pub trait Dice {
    /// Returns a random integer from 0 to `n - 1`, each with the same probability. If `n` is 0,
    /// returns 0 and draws no number.
    fn below(&mut self, n: u64) -> u64;
}

/// Returns a random index below `count`. If `count` is 0, returns 0 and draws no number.
#[doc(hidden)]
pub fn index_below(count: usize, dice: &mut dyn Dice) -> usize {
    usize::try_from(dice.below(count as u64)).unwrap_or(0)
}

/// Returns one of `items` at random, each with the same probability. If there are no items, returns
/// `None` and draws no number.
///
/// ```
/// use broadside_core::dice::{ScriptedDice, pick};
/// assert_eq!(pick(b"abc", &mut ScriptedDice::new([1])), Some(b'b'));
/// assert_eq!(pick(b"", &mut ScriptedDice::default()), None);
/// ```
pub fn pick<T: Copy>(items: &[T], dice: &mut dyn Dice) -> Option<T> {
    items.get(index_below(items.len(), dice)).copied()
}

/// Shuffles `items` with the algorithm of Fisher and Yates, from the end. Calls `is_over` before
/// each of the `len - 1` draws, and stops if `is_over` returns true.
///
/// ```
/// use broadside_core::dice::{ScriptedDice, shuffle};
/// let mut items = *b"abc";
/// shuffle(&mut items, &mut ScriptedDice::new([0, 1]), || false);
/// assert_eq!(&items, b"cba");
/// ```
pub fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice, mut is_over: impl FnMut() -> bool) {
    for last in (1..items.len()).rev() {
        if is_over() {
            return;
        }
        items.swap(last, index_below(last + 1, dice));
    }
}

/// Dice for tests. They return given numbers and record the calls. A draw panics if no number is
/// left, or if the next number is not below the `n` of the call.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    /// The numbers that are left. The last number is returned first.
    pub falls: Vec<u64>,
    /// The argument `n` of each call so far.
    pub asked: Vec<u64>,
}

impl ScriptedDice {
    /// Creates dice that return `falls` in this order.
    pub fn new(falls: impl IntoIterator<Item = u64>) -> Self {
        let mut falls: Vec<_> = falls.into_iter().collect();
        falls.reverse();
        Self { falls, asked: Vec::new() }
    }
}

impl Dice for ScriptedDice {
    fn below(&mut self, n: u64) -> u64 {
        self.asked.push(n);
        if n == 0 {
            return 0;
        }
        let fall = self.falls.pop().expect("the script has a number for each draw");
        assert!(fall < n, "the script says {fall} where {n} is the bound");
        fall
    }
}
