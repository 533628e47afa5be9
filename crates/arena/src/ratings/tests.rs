//! Tests Elo, its bounds and the sequential test, with examples and simulated matches.

use super::*;
use broadside_core::dice::{Dice as _, Seed, Stream};
use std::collections::HashMap;

#[track_caller]
fn check(counts: [u64; 5], elo: &str, superiority: f64) {
    let pairs = Pairs(counts);
    assert_eq!(pairs.elo().unwrap().to_string(), elo, "{counts:?}");
    let got = pairs.superiority();
    assert!((got - superiority).abs() < 5e-4, "{counts:?}: {got}");
}

#[test]
fn elo_and_superiority_are_computed_from_pairs() {
    check([10, 20, 40, 30, 20], "+43 (+6 to +81)", 0.9900);
    check([0, 0, 50, 0, 0], "+0 (-14 to +14)", 0.5);
    check([5, 0, 0, 0, 5], "+0 (-224 to +224)", 0.5);
}

#[test]
fn bounds_are_wide_after_few_pairs_and_finite_after_lost_pairs() {
    for (counts, widest) in [([0, 0, 0, 0, 1], 1200.0), ([0, 0, 2, 0, 0], 700.0)] {
        let elo = Pairs(counts).elo().unwrap();
        assert!(elo.low < 0.0 && elo.high - elo.low > 300.0, "{counts:?}: {elo}");
        assert!(elo.high - elo.low < widest, "{counts:?}: {elo}");
    }
    let lost = Pairs([100, 0, 0, 0, 0]).elo().unwrap();
    assert!(lost.low.is_finite() && lost.high < -400.0, "{lost}");
}

/// If only two outcomes have a weight, the mean score has a beta distribution.
#[test]
fn the_distribution_of_the_mean_agrees_with_known_cases() {
    for score in [0.05, 0.3, 0.5, 0.9] {
        let uniform = cdf([1.0, 0.0, 0.0, 0.0, 1.0], score);
        assert!((uniform - score).abs() < 1e-4, "{score}: {uniform}");
        let square = cdf([1.0, 0.0, 0.0, 0.0, 2.0], score);
        assert!((square - score * score).abs() < 1e-4, "{score}: {square}");
    }
    let many = [1e6, 2e6, 4e6, 2e6, 1e6];
    assert!((cdf(many, 0.5) - 0.5).abs() < 1e-6);
    let deviation = (Spread::of(many).variance / 1e7).sqrt();
    assert!((cdf(many, 0.5 + 1.96 * deviation) - 0.975).abs() < 1e-4);
}

/// Returns the shares of pairs with 0 to 4 half points, for an engine that is stronger by `elo`.
/// `draws` is the share of drawn games. Returns `None` if such an engine cannot draw so many games.
/// A lucky start helps one engine in the first game of a pair, and the other in the second game.
fn shares(elo: f64, draws: f64) -> Option<[f64; 5]> {
    let wins = score_of(elo) - draws / 2.0;
    let losses = 1.0 - wins - draws;
    if losses < 0.0 {
        return None;
    }
    let luck = wins.min(losses).min(0.05);
    let [one, two] = [luck, -luck].map(|luck| [losses - luck, draws, wins + luck]);
    let mut shares = [0.0; 5];
    for (first, p) in one.into_iter().enumerate() {
        for (second, q) in two.into_iter().enumerate() {
            shares[first + second] += p * q;
        }
    }
    Some(shares)
}

/// Returns the [`shares`] for all combinations of some strengths and some shares of draws.
fn all_shares() -> impl Iterator<Item = [f64; 5]> {
    const DRAWS: [f64; 8] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95];
    let strengths = [0.0, 25.0, 50.0, 100.0, 150.0, 200.0, 300.0, 400.0];
    strengths.into_iter().flat_map(|elo| DRAWS.into_iter().filter_map(move |d| shares(elo, d)))
}

/// Returns whether the true `mean` score lies between the bounds that follow from `pairs`.
fn hold(pairs: &Pairs, mean: f64) -> bool {
    let [lost, won] = pairs.lower_and_upper_weights();
    cdf(lost, mean) >= 0.025 && cdf(won, mean) <= 0.975
}

/// Returns all outcomes of `count` pairs, each with the logarithm of its multinomial coefficient.
fn outcomes(count: u64) -> Vec<(Pairs, f64)> {
    let factorial = |n: u64| (1..=n).map(|k| real(k).ln()).sum::<f64>();
    let mut all = vec![(Pairs::default(), factorial(count))];
    for outcome in 0..=MOST {
        let more = |(pairs, ways): (Pairs, f64)| {
            let left = count - pairs.count();
            let least = if outcome == MOST { left } else { 0 };
            (least..=left).map(move |n| {
                let mut pairs = pairs;
                pairs.0[outcome] = n;
                (pairs, ways - factorial(n))
            })
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

/// Returns the probability that the bounds hold after `count` pairs.
fn coverage(shares: [f64; 5], count: u64) -> f64 {
    let mean = Spread::of(shares).mean;
    let probability = |(pairs, ways): &(Pairs, f64)| {
        let likely = shares.into_iter().zip(pairs.0);
        let likely = likely.filter(|(_, n)| *n > 0).map(|(share, n)| real(n) * share.ln());
        (ways + likely.sum::<f64>()).exp()
    };
    let outcomes = outcomes(count);
    let likely = outcomes.iter().map(|one| (probability(one), &one.0));
    let likely = likely.filter(|(probability, _)| *probability > 1e-7);
    likely.filter(|(_, pairs)| hold(pairs, mean)).map(|(probability, _)| probability).sum()
}

/// Returns the half points of a random pair.
fn random_pair(shares: [f64; 5], dice: &mut Stream) -> usize {
    const MILLION: u64 = 1_000_000;
    let mut left = real(dice.below(MILLION)) / real(MILLION);
    let outcome = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    outcome.unwrap_or(MOST)
}

fn simulated(shares: [f64; 5], count: u64, matches: u64, dice: &mut Stream) -> f64 {
    let mean = Spread::of(shares).mean;
    let mut known = HashMap::new();
    let mut holds = |_: &u64| {
        let pairs: Pairs = (0..count).map(|_| random_pair(shares, dice)).collect();
        *known.entry(pairs.0).or_insert_with(|| hold(&pairs, mean))
    };
    let kept = (0..matches).filter(|k| holds(k)).count() as u64;
    real(kept) / real(matches)
}

#[track_caller]
fn check_coverage(count: u64, least: f64, coverage: impl FnMut([f64; 5]) -> f64) {
    let held: Vec<_> = all_shares().map(coverage).collect();
    let mean = held.iter().sum::<f64>() / real(held.len() as u64);
    let worst = held.into_iter().fold(1.0, f64::min);
    assert!(worst >= least, "{count} pairs: {worst}");
    assert!((0.93..=0.97).contains(&mean), "{count} pairs: {mean}");
}

/// Computes how often the bounds of 4 pairs hold, and simulates a few matches of 40 and 200 pairs.
/// `BROADSIDE_COVERAGE=2000` also computes how often the bounds of 10 pairs hold, and simulates
/// 2000 matches for each element of [`all_shares`].
#[test]
fn bounds_hold_in_93_to_97_of_100_matches_on_average() {
    let matches = std::env::var("BROADSIDE_COVERAGE").ok().and_then(|n| n.parse().ok());
    check_coverage(4, 0.92, |shares| coverage(shares, 4));
    if matches.is_some() {
        check_coverage(10, 0.92, |shares| coverage(shares, 10));
    }
    let mut dice = Stream::new(&1.into(), 0);
    let matches = matches.unwrap_or(24);
    // The limit is three standard deviations below 92 %.
    let least = 0.92 - 3.0 * (0.92 * 0.08 / real(matches)).sqrt();
    for count in [40, 200] {
        check_coverage(count, least, |shares| simulated(shares, count, matches, &mut dice));
    }
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

/// Simulates a match until the test decides.
fn decided(test: &Sprt, shares: [f64; 5], dice: &mut Stream) -> Decision {
    let mut pairs = Pairs::default();
    loop {
        pairs.add(random_pair(shares, dice));
        if let Some(decision) = test.decide(&pairs) {
            return decision;
        }
    }
}

/// Simulates 3000 matches. The hypotheses are far apart to keep the matches short.
/// `BROADSIDE_SPRT=10000` simulates 10000 matches, with hypotheses that are closer together.
#[test]
fn the_promised_risks_are_kept() {
    let asked = std::env::var("BROADSIDE_SPRT").ok().and_then(|count| count.parse::<u64>().ok());
    let matches = asked.unwrap_or(3000);
    let (elo0, elo1) = if asked.is_some() { (0.0, 20.0) } else { (-40.0, 60.0) };
    let test = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
    for (seed, draws) in [(1, 0.0), (2, 0.3)] {
        let wrong = |(elo, right)| {
            let shares = shares(elo, draws).unwrap();
            let found = |k| decided(&test, shares, &mut Stream::new(&Seed::from(seed), k));
            (0..matches / 4).filter(|k| found(*k) != right).count() as u64
        };
        let missed = [(elo0, Decision::Rejected), (elo1, Decision::Accepted)].map(wrong);
        let share = real(missed.iter().sum()) / real(matches / 2);
        assert!(share <= 0.06, "{missed:?} of {} were wrong, {draws} drawn", matches / 2);
    }
}
