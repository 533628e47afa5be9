//! A shard is a part of numbered work, for example of a match. Several processes or computers can
//! each do one shard.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of N parts of numbered things. A thing belongs to part K, counted from 0, if its number
/// modulo N is K.
///
/// ```
/// use broadside_arena::tournament::Shard;
///
/// let second: Shard = "2/3".parse()?;
/// let held: Vec<u64> = (0..9).filter(|number| second.holds(*number)).collect();
/// assert_eq!(held, [1, 4, 7]);
/// # Ok::<(), broadside_arena::tournament::NoShard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// The error for a text that is not a shard.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected a shard of several, K/N with K from 1 to N: `2/8`")]
pub struct NoShard;

impl Shard {
    /// The whole as a single part.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// Returns whether the thing with this number belongs to this part.
    #[doc(hidden)]
    pub const fn holds(&self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// Returns the number of parts.
    #[doc(hidden)]
    pub const fn of(&self) -> u64 {
        self.of
    }

    /// Returns whether this part is the whole.
    #[doc(hidden)]
    pub const fn is_all(&self) -> bool {
        self.of == 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let [number, of] = [number, of].map(|text| text.parse::<u64>().map_err(|_| NoShard));
        let (index, of) = (number?.checked_sub(1).ok_or(NoShard)?, of?);
        if index < of { Ok(Self { index, of }) } else { Err(NoShard) }
    }
}

impl fmt::Display for Shard {
    /// Writes the form that is parsed, for example `2/8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_things() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for number in [0, 1, 2, 3, 100, u64::MAX] {
            assert_eq!(shards.iter().filter(|shard| shard.holds(number)).count(), 1);
        }
        assert_eq!(shards[1].to_string(), "2/3");
        assert!("1/1".parse::<Shard>().unwrap().is_all());
    }

    #[test]
    fn malformed_shards_are_errors() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/2/3", "1/x", "1/99999999999999999999"]
        {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
    }
}
