//! The games that a bot forfeited, because it failed or gave an answer that is not allowed.

use broadside_arcade::ai::Forfeit;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// How many games a bot forfeited, for each [kind](Forfeit::kind) of forfeit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Forfeits {
    counts: BTreeMap<&'static str, u64>,
    #[serde(skip)]
    first: Option<Forfeited>,
}

/// The number and the reason of a forfeited game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeited {
    /// The number of the game, from 0.
    pub game: u64,
    /// The reason.
    pub reason: Forfeit,
}

impl Forfeits {
    /// Counts forfeits, which must come in the order of their games.
    pub(super) fn of<'f>(forfeits: impl Iterator<Item = (u64, &'f Forfeit)>) -> Self {
        let mut all = Self::default();
        for (game, reason) in forfeits {
            *all.counts.entry(reason.kind()).or_default() += 1;
            all.first.get_or_insert_with(|| Forfeited { game, reason: reason.clone() });
        }
        all
    }

    /// Returns whether no game was forfeited.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns the number of forfeited games.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns the number of games for each kind of forfeit, in the order of the kinds' names.
    #[doc(hidden)]
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.counts.iter().map(|(kind, count)| (*kind, *count))
    }

    /// Returns the first forfeited game.
    #[doc(hidden)]
    pub const fn first(&self) -> Option<&Forfeited> {
        self.first.as_ref()
    }
}

/// Writes for example `game 17: time ran out`. Here the first game has the number 1.
impl fmt::Display for Forfeited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game.saturating_add(1), self.reason)
    }
}

/// Writes for example `3 (2 illegal, 1 timeout)`.
impl fmt::Display for Forfeits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.total())?;
        if self.is_empty() { Ok(()) } else { write!(f, " ({})", listed(&self.counts)) }
    }
}

/// Returns for example `2 illegal, 1 timeout`.
pub(crate) fn listed(counts: &BTreeMap<impl fmt::Display, u64>) -> String {
    let counts: Vec<_> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forfeits_are_counted_by_kind() {
        let all = [Forfeit::Timeout, Forfeit::Illegal("A1".to_owned()), Forfeit::Timeout];
        let forfeits = Forfeits::of((7..).zip(&all));
        assert_eq!(forfeits.to_string(), "3 (1 illegal, 2 timeout)");
        assert_eq!(forfeits.first().unwrap().to_string(), "game 8: time ran out");
        assert_eq!(Forfeits::default().to_string(), "0");
    }
}
