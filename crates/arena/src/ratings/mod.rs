//! Measures how strong one engine is against another. This module computes Elo and its bounds from
//! the points of pairs of games. A sequential test ([`Sprt`]) can stop a series early.
//!
//! The two games of a pair begin alike, and the engines change sides. So the games depend on each
//! other, and this module counts pairs: those with 0, 1/2, 1, 3/2 and 2 points. Fishtest and
//! cutechess call this the pentanomial model. Differences in Elo are logistic: a score of `s` is a
//! difference of `-400 log10(1/s - 1)`.
//!
//! # Bounds
//!
//! Before the match, the shares of pairs with 0 to 2 points have a Dirichlet distribution, the
//! prior. After the match they have another Dirichlet distribution. Its parameters are the counts
//! plus the weights of the prior. The prior adds 1/10 of a pair to each outcome. It also adds a
//! part of one more pair, which was not played. After n pairs this part is n / (n + 3) / 4, so the
//! prior grows during the match. If the part were always 1/4, the bounds of 4 pairs would be too
//! wide: they would enclose the true difference in 98 of 100 matches, not in 95.
//!
//! No single prior fits both equal engines and engines of very different strength. So there is a
//! set of priors, as in the imprecise Dirichlet model (P. Walley, "Inferences from multinomial
//! data", 1996). For the lower bound the unplayed part counts as lost, for the upper bound as won,
//! and for the value as half won. The bounds for a mean by N. Gaffke (2005) use a whole unplayed
//! pair in this way (E. Learned-Miller and P. Thomas, "A new confidence interval for the mean of a
//! bounded random variable", 2019).
//!
//! The mean score of a pair is a linear combination of the shares. The probability that this score
//! is at most `s` follows from a linear combination of independent gamma variables (S. B. Provost
//! and Y.-H. Cheong, "On the distribution of linear combinations of the components of a Dirichlet
//! random vector", 2000). The inversion formula of J. Gil-Pelaez (1951) computes this probability.
//! The value and the bounds are always finite.
//!
//! The bounds should hold (enclose the true difference) in 95 of 100 matches. A test checks
//! strengths of 0 to 400 Elo with 0 to 95 % of draws. On average, the bounds hold in 96.7 % of the
//! matches of 4 pairs, in 96.4 % of those of 10 pairs, in 96.1 % of those of 40 pairs, and in
//! 95.4 % of those of 200 pairs. For **each** strength and share of draws, they hold in at least 92
//! of 100 matches. The bounds cannot hold equally often in all these cases. With 4 pairs there are
//! only 70 outcomes, and if 95 % of the games are drawn, two of three such matches have only draws.
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

use std::f64::consts::PI;
use std::{array, fmt};

/// The number of pairs of games with 0, 1, 2, 3 and 4 half points of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// The most half points of a pair.
const MOST: usize = 4;

/// The weight of the prior for each outcome, in pairs.
const PRIOR: f64 = 0.1;

/// The unplayed part of a pair that the prior adds after many pairs.
const UNPLAYED: f64 = 0.25;

/// After this number of pairs, the prior adds half of [`UNPLAYED`].
const HALF_UNPLAYED: f64 = 3.0;

/// The smallest number of pairs for which a table shows a difference in Elo.
pub const FEWEST_PAIRS: u64 = 20;

#[doc(hidden)]
impl Pairs {
    /// Adds a pair with this number of half points, at most 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(MOST)] += 1;
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the share of all points that the engine won, from 0 to 1, or `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        (self.count() > 0).then(|| Spread::of(self.0.map(real)).mean)
    }

    /// Returns the standard error of [`score`](Self::score), or `None` without a pair.
    pub fn error(&self) -> Option<f64> {
        let weights = self.weights();
        let error = (Spread::of(weights).variance / (weights.iter().sum::<f64>() + 1.0)).sqrt();
        (self.count() > 0).then_some(error)
    }

    /// Returns the difference in Elo with its bounds (95 %), or `None` without a pair.
    pub fn elo(&self) -> Option<Elo> {
        (self.count() > 0).then(|| {
            let [lost, won] = self.lower_and_upper_weights();
            let (low, high) = (quantile(lost, 0.025), quantile(won, 0.975));
            let least = self.least();
            let [low, high] = [low.max(least), high.min(1.0 - least)].map(elo_of);
            Elo { value: elo_of(Spread::of(self.weights()).mean), low, high }
        })
    }

    /// Returns the difference in Elo as text, or says that there are too few games.
    pub fn elo_text(&self) -> String {
        self.elo_if_enough_pairs()
            .map_or_else(|| "too few games to say".to_owned(), |elo| elo.to_string())
    }

    /// Returns the difference in Elo, or `None` if there are fewer than [`FEWEST_PAIRS`] pairs.
    pub fn elo_if_enough_pairs(&self) -> Option<Elo> {
        if self.count() < FEWEST_PAIRS { None } else { self.elo() }
    }

    /// Returns the probability that the engine is the stronger one (its mean score is more than
    /// 1/2). Without a pair the probability is 1/2.
    pub fn superiority(&self) -> f64 {
        1.0 - cdf(self.weights(), 0.5)
    }

    /// Returns the parameters of the Dirichlet distribution: half of the unplayed part is won.
    fn weights(&self) -> [f64; 5] {
        let [lost, won] = self.lower_and_upper_weights();
        array::from_fn(|outcome| f64::midpoint(lost[outcome], won[outcome]))
    }

    /// Returns the parameters if the whole unplayed part is lost, then those if it is won.
    fn lower_and_upper_weights(&self) -> [[f64; 5]; 2] {
        let [mut lost, mut won] = [self.0.map(|count| real(count) + PRIOR); 2];
        let count = real(self.count());
        let unplayed = UNPLAYED * count / (count + HALF_UNPLAYED);
        lost[0] += unplayed;
        won[MOST] += unplayed;
        [lost, won]
    }

    /// Returns the least score that a bound may have: a quarter of a point, divided by all points
    /// of the played pairs and of one more pair.
    fn least(&self) -> f64 {
        1.0 / (8.0 * (real(self.count()) + 1.0))
    }

    /// Returns the counts with 0.001 in place of 0, so no variance is 0 (`regularize` of fishtest).
    pub(super) fn regularized(&self) -> [f64; 5] {
        self.0.map(|count| if count == 0 { 1e-3 } else { real(count) })
    }
}

impl FromIterator<usize> for Pairs {
    fn from_iter<I: IntoIterator<Item = usize>>(half_points: I) -> Self {
        half_points.into_iter().fold(Self::default(), |mut pairs, half| {
            pairs.add(half);
            pairs
        })
    }
}

/// Returns the probability that the mean score is at most `score`. The shares of the outcomes have
/// the Dirichlet distribution with these weights.
fn cdf(weights: [f64; 5], score: f64) -> f64 {
    /// Beyond this number of standard deviations, the probability is taken as 0 or 1.
    const SURE: f64 = 12.0;
    let apart = SHARES.map(|share| share - score);
    let terms = || weights.into_iter().zip(apart);
    let scale = terms().map(|(weight, apart)| weight * apart * apart).sum::<f64>().sqrt().recip();
    // How far the mean lies above `score`, in standard deviations.
    let deviations: f64 = terms().map(|(weight, apart)| weight * apart * scale).sum();
    if deviations.abs() > SURE {
        return if deviations > 0.0 { 0.0 } else { 1.0 };
    }
    // The integral runs over v from 0 to infinity. Here v = w / (1 - w), and w runs from 0 to 1.
    let integrand = |w: f64| {
        if w == 0.0 {
            return deviations;
        }
        let v = w / (1.0 - w);
        let (mut phase, mut damping) = (0.0, 0.0);
        for (weight, apart) in terms() {
            let x = apart * scale * v;
            phase += weight * x.atan();
            damping += weight / 2.0 * (x * x).ln_1p();
        }
        phase.sin() * (-damping).exp() / (v * (1.0 - w) * (1.0 - w))
    };
    (0.5 - integral(integrand) / PI).clamp(0.0, 1.0)
}

/// Returns the integral of `f` from 0 to 1 by Simpson's rule. `f` must be 0 at 1.
fn integral(f: impl Fn(f64) -> f64) -> f64 {
    /// The number of steps. It must be even.
    const STEPS: u32 = 512;
    let term = |step: u32| {
        let factor = match step {
            0 => 1.0,
            odd if odd % 2 == 1 => 4.0,
            _ => 2.0,
        };
        factor * f(f64::from(step) / f64::from(STEPS))
    };
    (0..STEPS).map(term).sum::<f64>() / (3.0 * f64::from(STEPS))
}

/// Returns the score `s` for which the mean score is below `s` with this probability.
fn quantile(weights: [f64; 5], probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // After 30 halvings, the interval is shorter than 10^-9.
    for _ in 0..30 {
        let middle = f64::midpoint(low, high);
        if cdf(weights, middle) < probability { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// A difference in Elo with its bounds (95 %).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl fmt::Display for Elo {
    /// Writes for example `+35 (+14 to +57)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = [self.value, self.low, self.high].map(whole);
        write!(f, "{value:+} ({low:+} to {high:+})")
    }
}

/// Writes a share from 0 to 1 for tables and pages, for example `91.7 %`.
#[doc(hidden)]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Rounds to a whole number, and turns -0 into 0.
fn whole(elo: f64) -> f64 {
    elo.round() + 0.0
}

/// The mean and the variance of the score of a pair. The score is a share of the points of a pair.
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

/// The scores of pairs with 0 to 4 half points, as shares of the points of a pair.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // `0 - x` makes the difference of an even score 0 and not -0.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(super) const fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests;
