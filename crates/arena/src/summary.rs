//! Statistics of a series of games: means, standard errors, medians, digests and forfeits.

use broadside_arcade::ai::Forfeit;
use broadside_core::digest::Fnv64;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl Figure {
    /// Returns the mean of `values` and its standard error. Both are 0 without values.
    #[doc(hidden)]
    pub fn of(values: impl ExactSizeIterator<Item = f64> + Clone) -> Self {
        let count = real(values.len()).max(1.0);
        let mean = values.clone().fold(0.0, |sum, value| sum + value) / count;
        let squares = values.fold(0.0, |sum, value| sum + (value - mean).powi(2));
        Self { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

/// Statistics of a count, such as turns or shots, over the games of a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "Known")]
pub struct Summary {
    /// The number of games.
    pub games: usize,
    /// The mean of the counts.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The median. If there are two middle values, it is the smaller one.
    pub median: u32,
    /// A digest of all counts in the order of the games.
    pub digest: String,
}

impl Summary {
    /// Summarizes `counts`, which are in the order of the games.
    pub fn of(counts: &[u32]) -> Self {
        let Figure { mean, error } = Figure::of(counts.iter().map(|count| f64::from(*count)));
        let mut sorted = counts.to_vec();
        sorted.sort_unstable();
        let median = sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0);
        Self { games: counts.len(), mean, error, median, digest: digest(counts) }
    }
}

/// A summary in JSON. Without games, figures are `null`, because 0 shots would look like the best
/// result.
#[derive(Serialize)]
struct Known {
    games: usize,
    mean: Option<f64>,
    error: Option<f64>,
    median: Option<u32>,
    digest: String,
}

impl From<Summary> for Known {
    fn from(Summary { games, mean, error, median, digest }: Summary) -> Self {
        let known = |figure| (games > 0).then_some(figure);
        let median = (games > 0).then_some(median);
        Self { games, mean: known(mean), error: known(error), median, digest }
    }
}

/// Returns a digest of numbers in their order, as 16 hexadecimal digits. It is FNV-1a over the
/// bytes of the numbers, the lowest byte first.
pub fn digest(numbers: &[u32]) -> String {
    let mut digest = Fnv64::default();
    for number in numbers {
        digest.add(&number.to_le_bytes());
    }
    digest.to_string()
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(super) const fn real(count: usize) -> f64 {
    count as f64
}

/// How many games a bot forfeited, for each kind of forfeit.
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
    fn figures_are_the_textbook_ones() {
        let summary = Summary::of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert!((summary.mean - 5.0).abs() < 1e-12);
        assert!((summary.error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        assert_eq!(summary.median, 4);
        assert_ne!(digest(&[1, 2]), digest(&[2, 1]));
        assert_eq!(digest(&[]), "cbf29ce484222325");
    }

    #[test]
    fn the_error_without_values_is_0_and_not_minus_0() {
        let Figure { mean, error } = Figure::of([].into_iter());
        assert_eq!(format!("{mean} +- {error}"), "0 +- 0");
    }

    #[test]
    fn forfeits_are_counted_by_kind() {
        let all = [Forfeit::Timeout, Forfeit::Illegal("A1".to_owned()), Forfeit::Timeout];
        let forfeits = Forfeits::of((7..).zip(&all));
        assert_eq!(forfeits.to_string(), "3 (1 illegal, 2 timeout)");
        assert_eq!(forfeits.first().unwrap().to_string(), "game 8: time ran out");
        assert_eq!(Forfeits::default().to_string(), "0");
    }
}
