//! Dice for many independent games with the same seed.

use super::{Dice, Seed};
use num_bigint::Sign;

/// The random number generator `SplitMix64` (Steele, Lea and Flood, 2014). The numbers for game k
/// depend only on the seed and on k. A stream starts faster than a [`Twister`](super::Twister).
#[derive(Clone, Debug)]
pub struct Stream(u64);

/// 2^64 divided by the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Stream {
    /// Creates the dice for game number `game`.
    pub fn new(seed: &Seed, game: u64) -> Self {
        let sign = u64::from(seed.0.sign() == Sign::Minus);
        let words = seed.0.iter_u64_digits().chain([sign, game]);
        Self(words.fold(0, |state, word| mix(state ^ mix(word).wrapping_add(STEP))))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }
}

/// Mixes the 64 bits of a word. Different words give different results.
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

impl Dice for Stream {
    /// Draws numbers until the top bits of a number are below `n`, and returns these bits. Uses as
    /// many bits as the number `n - 1` has, but at least one.
    fn below(&mut self, n: u64) -> u64 {
        let Some(highest) = n.checked_sub(1) else { return 0 };
        let spare = highest.leading_zeros().min(u64::BITS - 1);
        loop {
            let drawn = self.next() >> spare;
            if drawn < n {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_dice_of_their_own() {
        let falls = |seed: i32, game| {
            let mut dice = Stream::new(&seed.into(), game);
            [0; 4].map(|_| dice.below(1 << 40))
        };
        let all = [falls(1, 0), falls(1, 1), falls(2, 0), falls(-1, 0), falls(0, 1)];
        assert!((1..all.len()).all(|k| !all[..k].contains(&all[k])));
        assert_eq!(falls(7, 3), falls(7, 3));
    }

    #[test]
    fn falls_are_uniform() {
        let mut dice = Stream::new(&1.into(), 1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[usize::try_from(dice.below(7)).unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!([dice.below(1), dice.below(1)], [0, 0]);
    }
}
