//! Random choices from a stream of random numbers.

use broadside_core::dice::{Dice, Stream};

#[derive(Clone, Debug)]
pub(crate) struct Chance(pub(crate) Stream);

impl Chance {
    /// Draws a number from 0 to `n - 1`. Returns 0 if `n` is 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let drawn = self.0.below(n.max(1) as u64);
        usize::try_from(drawn).expect("numbers up to `n` fit")
    }

    /// Draws a number from `low` to `high`, including `high`. Returns `low` if `high` is smaller.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high.saturating_sub(low)).unwrap_or(0);
        let drawn = self.0.below(width.saturating_add(1));
        low.saturating_add_unsigned(drawn)
    }

    /// Returns true with the probability `times / of`.
    pub(crate) fn happens(&mut self, times: u64, of: u64) -> bool {
        self.0.below(of) < times
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Draws one of the items. `N` must not be 0.
    pub(crate) fn one_of<T: Copy, const N: usize>(&mut self, items: [T; N]) -> T {
        items[self.below(N)]
    }

    /// Draws an index of `weights`. The probability of an index is in proportion to its weight.
    /// Returns 0 if all weights are 0.
    pub(crate) fn weighted(&mut self, weights: &[u64]) -> usize {
        let mut left = self.0.below(weights.iter().sum::<u64>().max(1));
        let is_it = |weight: &u64| {
            let here = left < *weight;
            left = left.wrapping_sub(*weight);
            here
        };
        weights.iter().position(is_it).unwrap_or(0)
    }
}
