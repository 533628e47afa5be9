//! The seed of a game.

use num_bigint::BigInt;
use std::fmt;
use std::str::FromStr;

/// The largest number of digits. Python has the same limit for integers that are read from text.
const MOST_DIGITS: usize = 4300;

/// An integer of up to 4300 digits that determines the random numbers of a game.
///
/// ```
/// use broadside_core::dice::Seed;
/// assert_eq!("-007".parse(), Ok(Seed::from(-7)));
/// assert!("7.0".parse::<Seed>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub(super) BigInt);

/// The error for a text that is not a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a decimal integer of up to 4300 digits")]
pub struct NotASeed;

impl FromStr for Seed {
    type Err = NotASeed;

    fn from_str(text: &str) -> Result<Self, NotASeed> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_plain || digits.is_empty() || digits.len() > MOST_DIGITS {
            return Err(NotASeed);
        }
        text.parse().map(Self).map_err(|_| NotASeed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! seeds_from {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Seed {
            fn from(value: $integer) -> Self {
                Self(value.into())
            }
        })*
    };
}

seeds_from!(u8, u32, u64, usize, i32, i64);
