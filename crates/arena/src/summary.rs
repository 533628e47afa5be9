//! Statistics of a series of games: means, standard errors, medians and digests.

use broadside_core::digest::Fnv64;
use serde::Serialize;

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

/// A summary in JSON. Without games, figures are `null`: 0 shots would be the best result.
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
}
