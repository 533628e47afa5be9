//! Games that bots forfeited, counted.

use crate::ai::Forfeit;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// How many games a bot forfeited, by [kind](Forfeit::kind).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Forfeits(BTreeMap<&'static str, u64>);

impl Forfeits {
    /// The forfeits of some games.
    pub(super) fn of<'f>(forfeits: impl Iterator<Item = &'f Forfeit>) -> Self {
        let mut counts = BTreeMap::new();
        for forfeit in forfeits {
            *counts.entry(forfeit.kind()).or_default() += 1;
        }
        Self(counts)
    }

    /// Whether no game was forfeited.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of games forfeited.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Each kind and its number, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().map(|(kind, count)| (*kind, *count))
    }
}

/// `3 (2 illegal, 1 timeout)`
impl fmt::Display for Forfeits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        write!(f, "{}", self.total())?;
        if kinds.is_empty() { Ok(()) } else { write!(f, " ({})", kinds.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forfeits_are_counted_by_kind() {
        let all = [Forfeit::Timeout, Forfeit::Illegal("A1".to_owned()), Forfeit::Timeout];
        assert_eq!(Forfeits::of(all.iter()).to_string(), "3 (1 illegal, 2 timeout)");
        assert_eq!(Forfeits::default().to_string(), "0");
    }
}
