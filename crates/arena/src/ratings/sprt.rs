//! The sequential test. It asks: is an engine stronger than another by `elo1`, or only by `elo0`?
//! After each pair of games, the test decides, or asks for more pairs (A. Wald, "Sequential tests
//! of statistical hypotheses", 1945).
//!
//! The test uses the generalized likelihood ratio. Each hypothesis fixes only the mean score of a
//! pair. The test takes the likeliest distribution of 0 to 4 half points that has this mean. The
//! ratio is exact, and not the usual quadratic approximation. So the ratio is also right if all
//! pairs are won or all are lost.

use super::{Pairs, SHARES, score_of};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A sequential probability ratio test (SPRT).
///
/// ```
/// use broadside_arena::ratings::{Decision, Pairs, Sprt};
///
/// let test: Sprt = "elo0=0 elo1=20".parse()?;
/// assert_eq!(test.decide(&Pairs([1, 2, 3, 2, 1])), None);
/// assert_eq!(test.decide(&Pairs([0, 0, 0, 0, 60])), Some(Decision::Accepted));
/// # Ok::<(), broadside_arena::ratings::NoSprt>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The results fit a difference of `elo1` better than one of `elo0`.
    Accepted,
    /// The results fit a difference of `elo0` better than one of `elo1`.
    Rejected,
}

/// Why a text or numbers do not define a test.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoSprt {
    /// A word is not an option of a test (`elo=3`), or its value is not a number (`elo1=x`).
    #[error("expected elo0=N, elo1=N, alpha=P or beta=P, found `{0}`")]
    Word(String),
    /// The differences are in the wrong order or out of range, for example `elo0=20 elo1=0`.
    #[error("elo0 has to be below elo1, and both between -1000 and 1000")]
    Elo,
    /// A risk is too large or too small, for example `alpha=0.6`.
    #[error("alpha and beta have to be above 0 and below 0.5")]
    Risk,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// Returns a test between two differences in Elo. `alpha` is the risk that the test accepts an
    /// engine that is stronger only by `elo0`. `beta` is the risk that the test rejects an engine
    /// that is stronger by `elo1`. Fails if `elo0` is not below `elo1`, or if one of the two is
    /// below -1000 or above 1000. Also fails if a risk is not between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, NoSprt> {
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        if !is_elo(elo0) || !is_elo(elo1) || elo0 >= elo1 {
            return Err(NoSprt::Elo);
        }
        if ![alpha, beta].iter().all(|risk| (f64::MIN_POSITIVE..0.5).contains(risk)) {
            return Err(NoSprt::Risk);
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// Returns the logarithm of a ratio: the likelihood of the results for `elo1`, divided by their
    /// likelihood for `elo0` (`LLR_logistic` of fishtest).
    #[doc(hidden)]
    pub fn log_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.regularized();
        let of = |elo| log_likelihood(counts, score_of(elo));
        of(self.elo1) - of(self.elo0)
    }

    /// Returns the [logarithms](Self::log_ratio) at which the test ends. The test rejects at the
    /// first bound or below, and accepts at the second bound or above.
    #[doc(hidden)]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the decision, or `None` if the test needs more results.
    pub fn decide(&self, pairs: &Pairs) -> Option<Decision> {
        let (log_ratio, (low, high)) = (self.log_ratio(pairs), self.bounds());
        if log_ratio >= high {
            Some(Decision::Accepted)
        } else {
            (log_ratio <= low).then_some(Decision::Rejected)
        }
    }
}

impl fmt::Display for Sprt {
    /// Writes the test in the form that `from_str` reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")
    }
}

impl FromStr for Sprt {
    type Err = NoSprt;

    /// Reads words in any order. A missing word has the value of [`default`](Self::default).
    fn from_str(text: &str) -> Result<Self, NoSprt> {
        let mut sprt = Self::default();
        for word in text.split_whitespace() {
            let unknown = || NoSprt::Word(word.to_owned());
            let (name, value) = word.split_once('=').ok_or_else(unknown)?;
            let value = value.parse().map_err(|_| unknown())?;
            *match name {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(unknown()),
            } = value;
        }
        Self::new(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta)
    }
}

/// Returns the logarithm of the likelihood of the counts, under the likeliest distribution with
/// this mean. The result leaves out a term that is equal for every mean.
///
/// Let `a` be a score, and let `p` be its count divided by the sum of all counts. Then the
/// distribution gives this score the probability `p / (1 + x (a - mean))`. Here `x` is the root of
/// `sum p (a - mean) / (1 + x (a - mean))` (Van den Bergh, proposition 1.1).
fn log_likelihood(counts: [f64; 5], mean: f64) -> f64 {
    let x = root(counts, mean);
    let terms = SHARES.into_iter().zip(counts);
    terms.map(|(share, count)| -count * (x * (share - mean)).ln_1p()).sum()
}

/// Finds the root `x` of the sum in [`log_likelihood`]. Uses Newton's method, with bisection as the
/// fallback. Between the poles of the sum, the sum falls from plus to minus infinity.
fn root(counts: [f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut x = 0.0;
    for _ in 0..STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (share, count) in SHARES.into_iter().zip(counts) {
            let term = (share - mean) / (1.0 + x * (share - mean));
            sum += count * term;
            slope += count * term * term;
        }
        *(if sum > 0.0 { &mut low } else { &mut high }) = x;
        let next = x + sum / slope;
        let next = if low < next && next < high { next } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-12 {
            break;
        }
        x = next;
    }
    x
}

/// The largest number of steps. This many bisections alone reach the precision of `f64`.
const STEPS: u32 = 200;

#[cfg(test)]
mod tests {
    use super::super::real;
    use super::*;

    #[test]
    fn the_ratio_is_near_its_quadratic_approximation_after_many_pairs() {
        let (test, pairs) = (Sprt::default(), Pairs([100, 200, 420, 230, 110]));
        let (s0, s1) = (score_of(0.0), score_of(20.0));
        let (mean, count) = (pairs.score().unwrap(), real(pairs.count()));
        let variance = super::super::Spread::of(pairs.0.map(real)).variance;
        let rough = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!(
            (test.log_ratio(&pairs) - rough).abs() < 0.02,
            "{} {rough}",
            test.log_ratio(&pairs)
        );
    }

    /// If all pairs are won, the likeliest distribution with mean `m` has a share `m` of won pairs.
    #[test]
    fn all_won_or_lost_ends_the_test() {
        let test = Sprt::default();
        let won = |pairs| test.log_ratio(&Pairs([0, 0, 0, 0, pairs]));
        assert!((won(40) - 40.0 * (score_of(20.0) / 0.5).ln()).abs() < 0.01);
        assert_eq!(test.decide(&Pairs([0, 0, 0, 0, 52])), None);
        assert_eq!(test.decide(&Pairs([0, 0, 0, 0, 53])), Some(Decision::Accepted));
        assert_eq!(test.decide(&Pairs([52, 0, 0, 0, 0])), Some(Decision::Rejected));
        assert_eq!(test.decide(&Pairs::default()), None);
        for counts in [[0, 0, u64::MAX >> 20, 0, 0], [1 << 40, 0, 0, 0, 1 << 40]] {
            assert_eq!(test.decide(&Pairs(counts)), Some(Decision::Rejected), "{counts:?}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (low, high) = Sprt::default().bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn tests_are_read_as_they_are_written() {
        let test: Sprt = "elo1=5.5 beta=0.1".parse().unwrap();
        assert_eq!(test.to_string(), "elo0=0 elo1=5.5 alpha=0.05 beta=0.1");
        assert_eq!(test.to_string().parse(), Ok(test));
        assert_eq!("".parse(), Ok(Sprt::default()));
        for (text, why) in [
            ("elo=3", NoSprt::Word("elo=3".into())),
            ("elo1=x", NoSprt::Word("elo1=x".into())),
            ("elo0=20", NoSprt::Elo),
            ("elo1=nan", NoSprt::Elo),
            ("elo1=inf", NoSprt::Elo),
            ("alpha=0", NoSprt::Risk),
            ("beta=0.5", NoSprt::Risk),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(why), "{text}");
        }
    }
}
