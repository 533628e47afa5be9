//! How strong one engine is against another: the score of pairs of games as Elo, how sure that is, and
//! when a series may stop.
//!
//! The two games of a pair begin alike and change sides, so they depend on each other. Therefore pairs
//! are counted, not games: [`Pairs`] holds how many of them brought 0, 1/2, 1, 3/2 and 2 points (the
//! pentanomial model of fishtest and cutechess). It knows no engine and no game.
//!
//! Elo is the logistic one: a score of `s` is `-400 log10(1/s - 1)`. Formulas: fishtest,
//! `server/fishtest/stats/stat_util.py` and `LLRcalc.py`; M. Van den Bergh, "The generalized maximum
//! likelihood ratio for the expectation value of a distribution" (2019).
//!
//! ```
//! use broadside_arena::ratings::Pairs;
//!
//! let pairs: Pairs = [0, 0, 2, 2, 3, 4, 4, 4].into_iter().collect();
//! let elo = pairs.elo().expect("there are pairs");
//! assert!(elo.low < 0.0 && elo.value > 0.0 && elo.high > elo.value);
//! assert!(pairs.superiority() > 0.5);
//! ```

mod sprt;

pub use sprt::{Decision, NoSprt, Sprt};

use statrs::distribution::{ContinuousCDF as _, Normal};
use std::fmt;

/// How many pairs of games brought how many half points: 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// What a pair scores at most, in half points.
const MOST: usize = 4;

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

impl Pairs {
    /// Counts a pair that brought so many half points, at most 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(MOST)] += 1;
    }

    /// How many pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of all points that was won, from 0 to 1; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        (self.count() > 0).then(|| Spread::of(self.0.map(real)).mean)
    }

    /// The standard error of [`score`](Self::score); `None` without a pair.
    pub fn error(&self) -> Option<f64> {
        (self.count() > 0).then(|| (self.regular().variance / real(self.count())).sqrt())
    }

    /// The difference in Elo; `None` without a pair.
    ///
    /// The bounds follow from the normal approximation of the mean score. Where all pairs are won, or all
    /// lost, they are Wilson's: the approximation knows none then.
    pub fn elo(&self) -> Option<Elo> {
        let (score, count) = (self.score()?, real(self.count()));
        let error = Z * (self.regular().variance / count).sqrt();
        let wilson = count / (count + Z * Z);
        let (low, high) = match score {
            1.0 => (wilson, 1.0),
            0.0 => (0.0, 1.0 - wilson),
            _ => (score - error, score + error),
        };
        Some(Elo { value: elo_of(score), low: elo_of(low), high: elo_of(high) })
    }

    /// The likelihood that the engine is the stronger one: that its mean score is above one half. It is
    /// 1/2 without a pair.
    ///
    /// It follows from the same distributions as the bounds of [`elo`](Self::elo): where all pairs are
    /// won, or all lost, from that of Wilson's bounds, so that one pair settles nothing.
    pub fn superiority(&self) -> f64 {
        let Some(score) = self.score() else { return 0.5 };
        let count = real(self.count());
        let Spread { mean, variance } = self.regular();
        let deviations = match score {
            1.0 => count.sqrt(),
            0.0 => -count.sqrt(),
            _ => (mean - 0.5) / (variance / count).sqrt(),
        };
        Normal::standard().cdf(deviations)
    }

    /// The counts with zeros made a thousandth of a pair, so that no likelihood is 0 and no variance
    /// is (`regularize` of fishtest).
    pub(super) fn regularized(&self) -> [f64; 5] {
        self.0.map(|count| if count == 0 { 1e-3 } else { real(count) })
    }

    fn regular(&self) -> Spread {
        Spread::of(self.regularized())
    }
}

impl FromIterator<usize> for Pairs {
    /// Counts the half points of each pair.
    fn from_iter<I: IntoIterator<Item = usize>>(half_points: I) -> Self {
        half_points.into_iter().fold(Self::default(), |mut pairs, half| {
            pairs.add(half);
            pairs
        })
    }
}

/// A difference in Elo, with the bounds between which it lies in 95 of 100 cases. Where nothing is
/// known of a side, or all was won or lost, it is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference that gives just this score.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl fmt::Display for Elo {
    /// `+35.1 +- 20.4`; `+inf, at least +127.5` where no error is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, low, high } = self;
        write!(f, "{value:+.1}")?;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => write!(f, " +- {:.1}", (high - low) / 2.0),
            (true, false) => write!(f, ", at least {low:+.1}"),
            (false, true) => write!(f, ", at most {high:+.1}"),
            (false, false) => Ok(()),
        }
    }
}

/// The mean and the variance of what a pair scores, as a share of its points.
struct Spread {
    mean: f64,
    variance: f64,
}

impl Spread {
    fn of(counts: [f64; 5]) -> Self {
        let total: f64 = counts.iter().sum();
        let over = |value: &dyn Fn(f64) -> f64| {
            let values = SHARES.into_iter().zip(counts);
            values.map(|(share, count)| value(share) * count / total).sum::<f64>()
        };
        let mean = over(&|share| share);
        Self { mean, variance: over(&|share| (share - mean).powi(2)) }
    }
}

/// What 0 to 4 half points are of a pair's points.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The difference in Elo of a score.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // `0 - x`, so that an even score is 0, not -0.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference in Elo leads one to expect.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(super) const fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(counts: [u64; 5], elo: &str, superiority: f64) {
        let pairs = Pairs(counts);
        assert_eq!(pairs.elo().unwrap().to_string(), elo, "{counts:?}");
        let got = pairs.superiority();
        assert!((got - superiority).abs() < 5e-4, "{counts:?}: {got}");
    }

    /// The figures are those of fishtest's formulas, worked out apart from this code.
    #[test]
    fn elo_and_superiority_are_those_of_pairs() {
        check([10, 20, 40, 30, 20], "+43.7 +- 36.9", 0.9907);
        check([0, 0, 50, 0, 0], "+0.0 +- 0.7", 0.5);
        check([5, 0, 0, 0, 5], "+0.0 +- 251.7", 0.5);
    }

    #[test]
    fn all_won_or_lost_has_one_bound() {
        check([0, 0, 0, 0, 100], "+inf, at least +566.2", 1.0);
        check([100, 0, 0, 0, 0], "-inf, at most -566.2", 0.0);
        check([0, 0, 0, 0, 1], "+inf, at least -233.8", 0.8413);
        check([2, 0, 0, 0, 0], "-inf, at most +113.4", 0.0786);
        check([0, 0, 0, 1, 9], "+636.4, at least +443.6", 1.0);
    }

    #[test]
    fn without_a_pair_nothing_is_known() {
        let none = Pairs::default();
        assert_eq!((none.elo(), none.score(), none.superiority()), (None, None, 0.5));
    }

    #[test]
    fn elo_and_scores_are_inverse() {
        for elo in [-500.0, -20.0, 0.0, 3.0, 191.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of(20.0) - 0.528_750).abs() < 1e-6);
    }
}
