//! The Mersenne twister, which draws the same numbers as `CPython`.

use super::{Dice, Seed};
use rand_mt::Mt;

/// The generator MT19937 (Matsumoto and Nishimura, 1998), with the draws of `CPython`'s module
/// `random` (spec classic §3). If `n` has k bits, `below(n)` draws k bits until they are below `n`.
#[derive(Clone, Debug)]
pub struct Twister(Mt);

impl Twister {
    /// Returns the generator in its state after Python's `random.seed(seed)`. Python calls
    /// `init_by_array` with the 32-bit words of the absolute value, least significant word first.
    /// For the seed 0 it uses `[0]`.
    #[doc(hidden)]
    pub fn from_python_seed(seed: &Seed) -> Self {
        let mut words = seed.to_u32_words();
        if words.is_empty() {
            words.push(0);
        }
        Self(Mt::new_with_key(words))
    }

    /// Returns the generator in the state of `std::mt19937(seed)` in C++.
    #[doc(hidden)]
    pub fn from_cpp_seed(seed: u32) -> Self {
        Self(Mt::new(seed))
    }

    /// Skips the next `count` numbers of 32 bits.
    #[doc(hidden)]
    pub fn skip(&mut self, count: u64) {
        for _ in 0..count {
            self.0.next_u32();
        }
    }

    /// Draws the number that Python's `random.getrandbits(bits)` draws, for 1 to 64 bits. It is made
    /// of one or two words of 32 bits, the low word first. The last word gives only its top bits.
    fn bits(&mut self, bits: u32) -> u64 {
        if bits <= 32 {
            return u64::from(self.0.next_u32() >> (32 - bits));
        }
        let low = u64::from(self.0.next_u32());
        low | u64::from(self.0.next_u32() >> (64 - bits)) << 32
    }
}

impl Dice for Twister {
    fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        let bits = u64::BITS - n.leading_zeros();
        loop {
            let fall = self.bits(bits);
            if fall < n {
                return fall;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sided_dice_draw_too() {
        let mut asked = Twister::from_python_seed(&0.into());
        let mut fresh = asked.clone();
        assert_eq!(asked.below(1), 0);
        // The draw used up the accepted bit, and the rejected bits before it.
        assert_ne!([0; 8].map(|_| asked.below(1 << 20)), [0; 8].map(|_| fresh.below(1 << 20)));
    }

    /// Python gives these numbers after `random.seed(7)`, for `random.getrandbits(k)` with k = 33,
    /// 40 and 64.
    #[test]
    fn wide_draws_join_words_low_word_first() {
        let mut dice = Twister::from_python_seed(&7.into());
        assert_eq!([33, 40, 64].map(|k| dice.bits(k)), PYTHON_SEVEN);
    }

    #[test]
    fn negative_seeds_are_their_absolute_value() {
        let draws = |seed: i32| {
            let mut dice = Twister::from_python_seed(&seed.into());
            [0; 8].map(|_| dice.below(1000))
        };
        assert_eq!(draws(-5), draws(5));
    }

    /// The C++ standard fixes the 10,000th output of a `std::mt19937` with the default seed.
    #[test]
    fn the_cpp_seed_gives_the_output_that_the_standard_names() {
        let mut dice = Twister::from_cpp_seed(5489);
        let last = (0..10_000).map(|_| dice.bits(32)).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    const PYTHON_SEVEN: [u64; 3] = [5_685_818_424, 434_439_589_175, 890_727_360_438_182_992];
}
