//! Tests of weights and scores.

use broadside_lab::grade::{Exam, Marks, Outcome, Plan, Weights};
use broadside_lab::rules::{Level, Rule};

#[test]
fn weights_of_rules_and_levels_multiply() {
    let text = "max_score = 20\n[levels]\nplace = 2\n[rules]\nplace.set = 3\n\"move.turn\" = 0.5\n";
    let weights = Weights::parse(text).unwrap();
    let of = [Rule::PlaceSet, Rule::PlacePresent, Rule::MoveTurn, Rule::MoveForward];
    assert_eq!(format!("{:?}", of.map(|rule| weights.of(rule))), "[6.0, 2.0, 0.5, 1.0]");
    assert_eq!(weights.max_score().to_string(), "20");
    assert_eq!(Weights::parse(""), Ok(Weights::default()));
}

#[test]
fn the_teachers_tests_count_by_their_weights() {
    let exam = Exam::new(&Plan { random: 1, ..Plan::default() });
    let outcomes = vec![Outcome::Same; exam.tests().len()];
    let marks = Marks::new(&exam, &outcomes);
    let weights = Weights::parse("[cases]\nreef = 40\nother = 10\n").unwrap();
    assert!(weights.cases().eq(["other", "reef"]));
    let account = |right: &'static str| weights.account(&exam, &marks, &|name| name == right);
    let (reef, other) = (account("reef"), account("other"));
    assert!((reef.cases - 4.0 * other.cases).abs() < 1e-9 && other.cases > 0.0);
    assert!((reef.rules - other.rules).abs() < 1e-9);
    let whole = weights.account(&exam, &marks, &|_| true);
    assert!((whole.score - 100.0).abs() < 1e-9 && whole.rules < 100.0, "{whole:?}");
}

#[test]
fn an_exam_without_tests_gives_nothing() {
    let exam = Exam::new(&Plan::default());
    let score = Weights::default().score(&exam, &Marks::new(&exam, &[]));
    assert_eq!(score.to_string(), "0");
}

/// Only the level `auto` has a weight, but the exam ends before this level. In `some`, the test
/// `reef` has a weight too.
#[test]
fn an_exam_in_which_nothing_has_a_weight_gives_nothing() {
    let exam = Exam::new(&Plan { random: 1, most: Some(Level::Place), ..Plan::default() });
    let outcomes = vec![Outcome::Same; exam.tests().len()];
    let others = Level::ALL.into_iter().filter(|level| *level != Level::Auto);
    let others = others.map(|level| format!("{level} = 0")).collect::<Vec<_>>().join("\n");
    let weights = |reef| format!("[cases]\nreef = {reef}\n[levels]\n{others}\nauto = 1\n");
    let (none, some) = (weights(0), weights(1));
    let [none, some] = [none, some].map(|text| Weights::parse(&text).unwrap());
    let score = |weights: &Weights| {
        let account = weights.account(&exam, &Marks::new(&exam, &outcomes), &|_| true);
        account.score.to_string()
    };
    assert_eq!([&none, &some].map(score), ["0", "100"]);
    assert_eq!([&none, &some].map(|weights| weights.gives_points_in(&exam)), [false, true]);
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |text: &str| Weights::parse(text).unwrap_err().to_string();
    assert_eq!(error("[rules]\nplace.nothing = 1"), "there is no rule `place.nothing`");
    assert_eq!(error("[levels]\nhigh = 1"), "there is no level `high`");
    assert_eq!(
        error("levels = 1"),
        "`levels` is unknown: expected max_score, [rules], [levels] or [cases]"
    );
    for number in ["-1", "nan", "inf", "1e9", "'1'"] {
        let text = format!("[rules]\nplace.set = {number}");
        assert_eq!(error(&text), "`place.set` must be a number from 0 to 1000000");
    }
    let none = Level::ALL.map(|level| format!("{level} = 0")).join("\n");
    assert_eq!(error(&format!("[levels]\n{none}")), "nothing has a weight");
    assert_eq!(error(&format!("[levels]\n{none}\n[cases]\nreef = 0")), "nothing has a weight");
    assert!(Weights::parse(&format!("[levels]\n{none}\n[cases]\nreef = 1")).is_ok());
    assert!(error("[rules").contains("TOML parse error"));
}
