//! A part of the work. Of N shards, test k of submission s belongs to shard (s * tests + k) mod N.

use std::fmt;
use std::str::FromStr;

/// The K-th of N parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// From 1.
    number: usize,
    of: usize,
}

impl Shard {
    /// All of the work.
    pub(super) const ALL: Self = Self { number: 1, of: 1 };

    /// Whether test `test` of submission `submission` belongs to this shard, if there are `tests` tests.
    pub(super) const fn holds(self, submission: usize, test: usize, tests: usize) -> bool {
        submission.wrapping_mul(tests).wrapping_add(test) % self.of == self.number - 1
    }

    /// Whether searching for the findings of a submission belongs to this shard.
    pub(super) const fn holds_findings(self, submission: usize) -> bool {
        submission % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        let is_one = |shard: &Self| (1..=shard.of).contains(&shard.number);
        parsed.filter(is_one).ok_or("expected a shard of several, K/N with K from 1 to N: `2/8`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_everything() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for (submission, test) in (0..7).flat_map(|s| (0..6).map(move |k| (s, k))) {
            let holders = shards.iter().filter(|shard| shard.holds(submission, test, 6)).count();
            let finders = shards.iter().filter(|shard| shard.holds_findings(submission)).count();
            assert_eq!((holders, finders), (1, 1));
        }
        assert!(Shard::ALL.holds(3, 4, 5) && Shard::ALL.holds_findings(9));
        for text in ["", "1", "0/2", "3/2", "-1/2", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
