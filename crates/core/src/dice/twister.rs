//! The Mersenne twister, which draws the same numbers as `CPython`.

use super::{Dice, Seed};
use rand_mt::Mt;

/// The generator MT19937 (Matsumoto and Nishimura, 1998), with the draws of `CPython`'s module
/// `random` (spec classic §3). If `n` has k bits, `below(n)` draws numbers of k bits until a number
/// is below `n`.
#[derive(Clone, Debug)]
pub struct Twister(Mt);

#[doc(hidden)]
impl Twister {
    /// Returns the generator in the state after Python's `random.seed(seed)`. Python calls
    /// `init_by_array` with the 32-bit words of the absolute value, least significant word first.
    /// For the seed 0, it calls `init_by_array` with `[0]`.
    pub fn from_python_seed(seed: &Seed) -> Self {
        let mut words = seed.0.magnitude().to_u32_digits();
        if words.is_empty() {
            words.push(0);
        }
        Self(Mt::new_with_key(words))
    }

    /// Returns the generator in the state of `std::mt19937(seed)` in C++.
    pub fn from_cpp_seed(seed: u32) -> Self {
        Self(Mt::new(seed))
    }

    /// Skips the next `count` numbers of 32 bits.
    pub fn skip(&mut self, count: u64) {
        for _ in 0..count {
            self.0.next_u32();
        }
    }

    /// Draws the number that Python's `random.getrandbits(bits)` draws, for 1 to 64 bits. Up to 32
    /// bits need one drawn word of 32 bits, and more bits need two, the low word first. Only the
    /// top bits of the last word are used.
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
            let drawn = self.bits(bits);
            if drawn < n {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python gives these numbers after `random.seed(7)`, for `random.getrandbits(k)` with k = 33,
    /// 40 and 64.
    #[test]
    fn wide_draws_join_words_low_word_first() {
        let mut dice = Twister::from_python_seed(&7.into());
        assert_eq!([33, 40, 64].map(|k| dice.bits(k)), PYTHON_SEVEN);
    }

    const PYTHON_SEVEN: [u64; 3] = [5_685_818_424, 434_439_589_175, 890_727_360_438_182_992];
}
