//! Tests which of several suspected rules is blamed for a wrong answer.

use super::{exam, marks, misread, output, right};
use broadside_core::ports::programs::Ended;
use broadside_lab::compare::Kind;
use broadside_lab::grade::{Exam, Marks, Outcome, Plan, Status, Test, Wrong};
use broadside_lab::misreadings::{Misreading, Misreadings};
use broadside_lab::rules::Rule::{
    self, PlaceSet, PlaceTooClose, ShipsBody, ShootHit, TurnExpected, TurnPasses,
};

fn suspected(rules: &[Rule]) -> Outcome {
    let wrong = Wrong {
        kind: Kind::Picture,
        line: None,
        suspected: rules.to_vec(),
        certain: Vec::new(),
        is_explained: true,
        leans: vec![Rule::PictureFields],
        shown: Vec::new(),
        habits: Vec::new(),
        is_silent: false,
        printed: 0,
    };
    Outcome::Wrong(wrong, Ended::exited(0, ""))
}

/// Checks which rules are blamed in each test. `lists` has the suspected rules of each test. All
/// tests are about the rule `own`, if any.
#[track_caller]
fn check(lists: &[&[Rule]], own: Option<Rule>, expected: &[&[Rule]]) {
    let test = |number: usize| {
        let given = Test::given("", Vec::new(), None).expect("an empty script");
        Test { name: number.to_string(), rule: own, ..given }
    };
    let exam = Exam::new(&Plan { cases: (0..lists.len()).map(test).collect(), ..Plan::default() });
    let probes = exam.tests().len() - lists.len();
    let suspected = lists.iter().map(|rules| suspected(rules));
    let outcomes: Vec<_> = vec![Outcome::Same; probes].into_iter().chain(suspected).collect();
    let wrong_tests = Marks::new(&exam, &outcomes).wrong_tests;
    for (number, expected) in expected.iter().enumerate() {
        let is_blamed = |tests: &Vec<String>| tests.contains(&number.to_string());
        let blamed = wrong_tests.iter().filter(|(_, tests)| is_blamed(tests));
        assert_eq!(blamed.map(|(rule, _)| *rule).collect::<Vec<_>>(), *expected);
    }
}

#[test]
fn the_rule_that_explains_most_tests_is_blamed_or_in_a_tie_the_own_rule_or_the_first() {
    let lists: [&[_]; 3] = [&[PlaceSet, ShipsBody], &[PlaceSet, PlaceTooClose], &[]];
    check(&lists, None, &[&[PlaceSet], &[PlaceSet], &[]]);
    let lists: [&[_]; 3] = [&[TurnExpected], &[TurnExpected, PlaceSet], &[PlaceSet, PlaceTooClose]];
    check(&lists, None, &[&[TurnExpected], &[TurnExpected, PlaceSet], &[PlaceSet]]);
    check(&[&[PlaceSet, ShipsBody]], Some(PlaceSet), &[&[PlaceSet]]);
    check(&[&[PlaceSet, ShipsBody]], None, &[&[ShipsBody]]);
}

/// Regression: a program that prints a line at each shot into water lost points for turns.
#[test]
fn in_a_tie_a_rule_of_a_command_is_blamed_before_the_rule_of_all_tags() {
    check(&[&[TurnPasses, ShootHit]], None, &[&[ShootHit]]);
    let lists: [&[_]; 2] = [&[TurnPasses, ShootHit], &[TurnPasses, PlaceSet]];
    check(&lists, None, &[&[TurnPasses], &[TurnPasses]]);
}

/// Each program ignores one command or leaves out one check. Regression: other rules were blamed,
/// for example a rule of `PLACE_SHIP` for a missing check of `SHIP`.
#[test]
fn a_rule_that_is_left_out_is_blamed_and_no_other() {
    use Rule::{FleetSet, PlacePresent, ShipSet, ShipTooClose};
    let exam = exam(4);
    for rule in [FleetSet, ShipSet, ShootHit, ShipTooClose, PlacePresent] {
        let marks = misread(&exam, Misreadings::NONE.without(rule));
        assert_eq!(marks.wrong_tests.keys().collect::<Vec<_>>(), [&rule]);
        assert_eq!(marks.status(rule), Status::Wrong);
    }
}

/// Regression: a program whose carriers send no plane without a healthy bow lost points for shots,
/// and a program whose planes show too many fields lost points for radar.
#[test]
fn a_fault_of_planes_costs_no_points_for_shots_or_radar() {
    let exam = exam(10);
    let has = |script: &[u8], word: &[u8]| memchr::memmem::find(script, word).is_some();
    let by_bow = marks(&exam, |script| {
        let is_it = has(script, b"\nSPY ") && !has(script, b"\nSHOOT ");
        if is_it { output(script, Misreading::CannonAnyBow) } else { right(script) }
    });
    assert_eq!(by_bow.wrong_tests.keys().collect::<Vec<_>>(), [&Rule::SpyCannot]);
    let brighter = marks(&exam, |script| {
        let out = String::from_utf8(right(script)).unwrap();
        if !has(script, b"\nSPY ") {
            return out.into();
        }
        let lines = out.split_inclusive('\n').map(|line| line.replacen(" ?", "  ", 1));
        lines.collect::<String>().into()
    });
    assert!(!brighter.wrong_tests.contains_key(&Rule::SightRadar), "{:?}", brighter.wrong_tests);
}

/// Regression: a program that hides the fields of earlier planes after a move lost points for
/// radar.
#[test]
fn planes_whose_fields_are_hidden_later_cost_no_points_for_radar() {
    let exam = exam(4);
    let marks = marks(&exam, |script| {
        let script = String::from_utf8_lossy(script);
        let is_left = script.contains("\nSPY 0 ") && script.contains("\nMOVE 0 DES ");
        let out = right(script.as_bytes());
        let right = String::from_utf8(out).unwrap();
        let hidden = || right.split_inclusive('\n').map(|line| line.replacen("  \n", " ?\n", 1));
        if is_left { hidden().collect::<String>().into() } else { right.into() }
    });
    assert_eq!(marks.wrong_tests.keys().collect::<Vec<_>>(), [&Rule::SpyStays]);
}
