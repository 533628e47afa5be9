//! Random numbers. A game takes all of them from [`Dice`]. The number and order of the draws are public behaviour,
//! because a seed determines a whole game.
//!
//! ```
//! use broadside_core::dice::{Dice, Twister};
//! let mut dice = Twister::from_python_seed(&42.into());
//! // random.seed(42); [random.randint(0, 9) for _ in range(5)]
//! assert_eq!([0; 5].map(|_| dice.below(10)), [1, 0, 4, 3, 3]);
//! ```

mod draw;
mod seed;
mod stream;
mod twister;

pub use draw::{index_below, pick, shuffle};
pub use seed::{NotASeed, Seed};
pub use stream::Stream;
pub use twister::Twister;

/// A source of random numbers.
pub trait Dice {
    /// A random integer from 0 to `n - 1`, each equally likely. If `n` is 0, the result is 0, without a draw.
    fn below(&mut self, n: u64) -> u64;
}

/// Dice for tests: they return given numbers, and record the calls. They panic if no number is left or if a number
/// is too high.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    /// The numbers to return, the next one last.
    pub falls: Vec<u64>,
    /// The `n` of each call so far.
    pub asked: Vec<u64>,
}

impl ScriptedDice {
    /// Dice that return `falls` in this order.
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
        let fall = self.falls.pop().expect("the script holds a fall for each draw");
        assert!(fall < n, "the script says {fall} where {n} is the bound");
        fall
    }
}
