//! Checks which tests an exam has, and which cases (tests of a teacher) are refused.

use super::{exam, marks};
use crate::verify::{right, whole_lines};
use broadside_lab::cards;
use broadside_lab::grade::{Exam, Plan, Status, Test, Weights};
use broadside_lab::misreadings::Misreading;
use broadside_lab::rules::{Level, Rule};
use broadside_lab::verify::{Form, PROBES};
use std::collections::HashSet;

/// The number of tests about the form of input: the usual forms, one script without its last tag,
/// and one script with thousands of empty lines.
const FORMS: usize = Form::USUAL.len() + 2;

#[test]
fn an_exam_has_all_that_was_asked_for() {
    let case = Test::given("mine", b"[state] PRINT 0 [state]".to_vec(), None).unwrap();
    let plan =
        Plan { cards: true, cases: vec![case], random: 3, seed: 1.into(), ..Plan::default() };
    let exam = Exam::new(&plan);
    let (cards, random) = (cards::all().count(), 3 * Level::ALL.len());
    assert_eq!(exam.tests().len(), PROBES.len() + FORMS + cards + 1 + random);
    let names: HashSet<_> = exam.tests().iter().map(|test| &test.name).collect();
    assert_eq!(names.len(), exam.tests().len());
    assert_eq!(exam, Exam::new(&plan));
    assert!(exam.reaches(Rule::PlaceTooClose) && !exam.reaches(Rule::PictureTooLarge));
    assert_eq!(Exam::new(&Plan::default()).tests().len(), PROBES.len());
    let simple = Exam::new(&Plan { most: Some(Level::Fleet), ..plan });
    assert!(simple.tests().iter().all(|test| test.level <= Level::Fleet));
    let mut counted = simple.tests().iter().filter(|test| test.counts());
    assert!(counted.all(|test| test.draft.level() <= Level::Fleet), "a later level counts");
}

#[test]
fn cases_that_cannot_be_judged_are_refused() {
    let refused = |script: &[u8], expected| {
        Test::given("x", script.to_vec(), expected).unwrap_err().to_string()
    };
    assert!(refused(b"[state] REEF [state]", None).starts_with("the script has a syntax error"));
    let ai = refused(b"[state] SET_AI_PLAYER A [state]", None);
    assert_eq!(ai, "scripts with `SET_AI_PLAYER` are not graded");
    let other = refused(b"[state] BOARD_SIZE 1 1 PRINT 0 [state]", Some(b" \nPARTS"));
    assert_eq!(other, "the rules give another answer than the one expected, in line 2");
}

/// A right program refuses the second ship and draws no picture. A course that teaches the
/// misreading `Close4` accepts this ship.
#[test]
fn a_test_is_about_the_rules_that_the_answer_of_the_course_shows() {
    let script = "[playerA] PLACE_SHIP 0 0 N 0 DES PLACE_SHIP 2 1 N 1 DES [playerA] \
                  [state] PRINT 0 [state]";
    let case = Test::given("diagonal", script.into(), None).unwrap();
    let plan = Plan { cases: vec![case], ..Plan::default() };
    let shown = |plan: &Plan| {
        let exam = Exam::new(plan);
        [Rule::PlaceTooClose, Rule::PictureFields, Rule::ShipsTouchDiagonally]
            .map(|rule| exam.reaches(rule))
    };
    assert_eq!(shown(&plan), [true, false, true]);
    assert_eq!(shown(&Plan { reading: Misreading::Close4.into(), ..plan }), [false, true, true]);
}

#[test]
fn cards_show_their_rules() {
    let exam = Exam::new(&Plan { cards: true, ..Plan::default() });
    let unseen: Vec<_> =
        cards::all().map(|card| card.rule).filter(|rule| !exam.reaches(*rule)).collect();
    assert_eq!(unseen, [], "no card shows these rules");
}

/// In old exams, the last line of the script without a last newline printed nothing, so skipping
/// this line cost nothing.
#[test]
fn a_last_line_without_newline_that_is_not_read_costs_points() {
    for most in [Level::Place, Level::Shoot] {
        let exam = Exam::new(&Plan { cards: true, most: Some(most), ..Plan::default() });
        let marks = marks(&exam, |script| right(whole_lines(script)));
        assert_eq!(marks.status(Rule::InputWords), Status::Wrong, "{most}");
        assert_eq!(marks.wrong_tests.len(), 1, "{most}: {:?}", marks.wrong_tests);
    }
}

/// In old exams, many scripts had `INFORMATION` or `AUTO_SHOOTING` before other commands. So a
/// program that ends at these words lost up to 10 points.
#[test]
fn a_program_without_the_commands_that_only_our_specification_settles_loses_nothing() {
    let exam = exam(10);
    for word in ["INFORMATION", "AUTO_SHOOTING"] {
        let known = |script: &[u8]| {
            let end = memchr::memmem::find(script, word.as_bytes());
            right(&script[..end.unwrap_or(script.len())])
        };
        let marks = marks(&exam, known);
        let score = Weights::default().score(&exam, &marks);
        assert!((score - 100.0).abs() < 1e-9, "{word}: {score} {:?}", marks.wrong_tests);
    }
}

/// Regression: one test of a teacher took the place of all cards, and a program that failed only
/// this test got at most 5 of 100 points.
#[test]
fn a_test_of_the_teacher_does_not_take_the_place_of_the_cards() {
    let script = b"[state]\nREEF 0 0\nPRINT 1\n[state]\n";
    let cases = vec![Test::given("own", script.to_vec(), None).unwrap()];
    let exam = Exam::new(&Plan { cards: true, cases, ..Plan::default() });
    let marks = marks(&exam, |given| if given == script { b"no\n".to_vec() } else { right(given) });
    assert!(!marks.shows_nothing && marks.unexplained < 0.01, "{}", marks.unexplained);
    assert!(Weights::default().score(&exam, &marks) > 90.0);
}

/// Regression: the tests of a teacher counted in the marks of the rules. They should count there
/// only if there are no other tests.
#[test]
fn a_test_of_the_teacher_does_not_change_the_marks_of_rules() {
    let script = b"[state]\nREEF 0 0\nPRINT 1\n[state]\n";
    let own = Test::given("own", script.to_vec(), None).unwrap();
    let rules = |random, cases| {
        let exam = Exam::new(&Plan { random, cases, ..Plan::default() });
        marks(&exam, |given| if given == script { b"no\n".to_vec() } else { right(given) }).rules
    };
    assert_eq!(rules(1, vec![own.clone()]), rules(1, Vec::new()));
    assert_ne!(rules(0, vec![own]), rules(0, Vec::new()), "without other tests, it counts");
}
