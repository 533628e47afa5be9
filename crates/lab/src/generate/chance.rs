//! Draws in the words of the generator.

use broadside_core::dice::{Dice, Stream};

/// The dice of one script.
#[derive(Clone, Debug)]
pub(crate) struct Chance(pub(crate) Stream);

impl Chance {
    /// A number from 0 to `n - 1`; 0 if `n` is 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let fall = self.0.below(n.max(1) as u64);
        usize::try_from(fall).expect("below a usize")
    }

    /// A number from `low` to `high`, both included; `low` if there is none.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high.saturating_sub(low)).unwrap_or(0);
        let fall = self.0.below(width.saturating_add(1));
        low.saturating_add_unsigned(fall)
    }

    /// Yes, in `times` of `of` cases.
    pub(crate) fn happens(&mut self, times: u64, of: u64) -> bool {
        self.0.below(of) < times
    }

    /// One of `items`, each equally likely.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// One of `items`, of which there is one at least.
    pub(crate) fn one_of<T: Copy, const N: usize>(&mut self, items: [T; N]) -> T {
        items[self.below(N)]
    }

    /// The number of one of `weights`, each as likely as it is heavy.
    pub(crate) fn weighted(&mut self, weights: &[u64]) -> usize {
        let mut fall = self.0.below(weights.iter().sum::<u64>().max(1));
        let is_it = |weight: &u64| {
            let here = fall < *weight;
            fall = fall.wrapping_sub(*weight);
            here
        };
        weights.iter().position(is_it).unwrap_or(0)
    }
}
