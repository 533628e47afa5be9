//! Tests of the marks that programs with known faults get.

mod blame;
mod endings;
mod exam;
mod lines;
mod pictures;
mod weights;

use crate::verify::{output, right, sample, wants_figures};
use broadside_core::board::Side;
use broadside_core::ports::programs::{Command, Ended, InMemory};
use broadside_lab::draft::{Draft, Line};
use broadside_lab::grade::{Exam, Marks, Outcome, Plan, Status, Test, Weights};
use broadside_lab::habit::Habit;
use broadside_lab::misreadings::{Misreading, Misreadings};
use broadside_lab::reference::{self, End};
use broadside_lab::rules::{Level, Rule, Settled};
use broadside_lab::verify::ProgramUnderTest;
use broadside_ships::rules::{Detail, Order, Reason, Setting};
use broadside_ships::script::ast::{self, Group};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use std::cell::Cell;
use std::fmt::Write as _;

fn marks(exam: &Exam, program: impl Fn(&[u8]) -> Vec<u8> + Sync) -> Marks {
    Marks::new(exam, &outcomes(exam, program))
}

fn run(exam: &Exam, program: impl Fn(&[u8]) -> Ended + Sync) -> Marks {
    Marks::new(exam, &outcomes_of_runs(exam, program))
}

fn outcomes(exam: &Exam, program: impl Fn(&[u8]) -> Vec<u8> + Sync) -> Vec<Outcome> {
    outcomes_of_runs(exam, |script| Ended::exited(0, program(script)))
}

fn outcomes_of_runs(exam: &Exam, program: impl Fn(&[u8]) -> Ended + Sync) -> Vec<Outcome> {
    let (programs, command) = (InMemory(program), Command::new(["./ships"]));
    let program = ProgramUnderTest::new(&programs, &command);
    let run = |test: &Test| program.run(&test.script);
    let lenience = exam.past_habits(program.lenience, run).expect("a program that runs");
    let outcome = |test: &Test| {
        Outcome::new(test, run(test).expect("a program that runs"), &program, lenience)
    };
    exam.tests().par_iter().map(outcome).collect()
}

fn exam(random: u64) -> Exam {
    Exam::new(&Plan { cards: true, random, seed: 1.into(), ..Plan::default() })
}

fn misread(exam: &Exam, misreadings: Misreadings) -> Marks {
    marks(exam, |script| output(script, misreadings))
}

fn without(script: &[u8], is_left_out: impl Fn(Group, &ast::Command) -> bool) -> Vec<u8> {
    let mut draft = Draft::parse(script).expect("a script");
    for block in &mut draft.blocks {
        let group = block.group;
        block.commands.retain(|command| !is_left_out(group, command));
    }
    reference::run(&draft).output
}

/// Shows no ships in `PRINT 0`, but shows them in `PRINT 1`.
fn shows_no_ship(script: &[u8]) -> Vec<u8> {
    let draft = Draft::parse(script).expect("a script");
    let answer = reference::run(&draft);
    let mut output = answer.output.clone();
    for (at, range) in answer.ranges() {
        if draft.text(at) == b"PRINT 0" {
            let rows = output[range].split_mut(|byte| *byte == b'\n');
            let rows = rows.filter(|row| !row.starts_with(b"PARTS") && !row.starts_with(b"INV"));
            rows.flatten().filter(|byte| matches!(byte, b'+' | b'x')).for_each(|byte| *byte = b' ');
        }
    }
    output
}

fn ignores_shots(script: &[u8]) -> Vec<u8> {
    without(script, |_, command| {
        matches!(command, ast::Command::Order(Order::Shoot(_) | Order::Fire(..)))
    })
}

fn prints_no_victory(script: &[u8]) -> Vec<u8> {
    let out = right(script);
    let before = [&b"A won\n"[..], b"B won\n"].into_iter().find_map(|won| out.strip_suffix(won));
    before.map_or(out.clone(), <[u8]>::to_vec)
}

/// Skips placements of ships that are already on the board. A right program refuses them.
fn accepts_present_ships(script: &[u8]) -> Vec<u8> {
    let mut draft = Draft::parse(script).expect("a script");
    loop {
        let answer = reference::run(&draft);
        let Some(at) = answer.last_line() else { return answer.output };
        let (Line::Command(number), End::Refused(Reason::ShipAlreadyPresent)) =
            (at.line, answer.end)
        else {
            return answer.output;
        };
        draft.blocks[at.block].commands.remove(number);
    }
}

fn replacing(script: &[u8], old: &str, new: &str) -> Vec<u8> {
    String::from_utf8(right(script)).expect("ASCII text").replace(old, new).into_bytes()
}

fn with_ends(script: &[u8], start: &str, more: &str) -> Vec<u8> {
    let output = String::from_utf8(right(script)).expect("ASCII text");
    let more = |line: &str| if line.starts_with(start) { more.to_owned() } else { String::new() };
    output.lines().flat_map(|line| [line, &more(line), "\n"].concat().into_bytes()).collect()
}

/// Prints another line after a refusal if the script ends with a picture.
fn goes_on(script: &[u8]) -> Vec<u8> {
    let output = right(script);
    let is_refused = output.starts_with(b"INVALID") && script.ends_with(b"PRINT 0\n[state]\n");
    if is_refused { [&output[..], b"+\n"].concat() } else { output }
}

/// Returns two scores. The first counts only rules from the assignment or from the course's tests.
/// The second counts only rules from the course's tests.
fn scores(exam: &Exam, program: fn(&[u8]) -> Vec<u8>) -> [f64; 2] {
    let marks = marks(exam, program);
    let by = |settled| Weights::default().settled_by(settled).score(exam, &marks);
    [by(Settled::Text), by(Settled::Tests)]
}

/// A rule counts as right only if an answer shows it to be right, and every fault costs points.
/// If `BROADSIDE_FIGURES` is set, the test fails and shows the scores.
#[test]
fn each_program_gets_a_score_in_its_range() {
    use ast::Command::{Order as Ordered, Print, Set};
    type Program = fn(&[u8]) -> Vec<u8>;
    let exam = exam(10);
    let ignores_placements_of_b: Program = |script| {
        let b = Group::Turn(Side::Second);
        without(script, |group, it| group == b && matches!(it, Ordered(Order::Place { .. })))
    };
    let ignores_pictures: Program =
        |script| without(script, |group, it| group != Group::State && matches!(it, Print(_)));
    let sections_only: Program =
        |script| without(script, |_, it| matches!(it, Print(Detail::Basic)));
    let without_blanks: Program = |script| {
        let lines = String::from_utf8(right(script)).unwrap();
        lines.lines().flat_map(|line| [line.trim_end(), "\n"]).collect::<String>().into()
    };
    // The list of misreadings has no fault like this one. Regression: a similar fault cost 22
    // points.
    let keeps_two_reefs: Program = |script| {
        let reefs = Cell::new(0);
        let count = || reefs.replace(reefs.get() + 1);
        without(script, |_, it| matches!(it, Set(Setting::Reef(_))) && count() >= 2)
    };
    let no_pictures: Program = |script| without(script, |_, it| matches!(it, Print(_)));
    let programs: [(&str, Program, f64, f64); 21] = [
        ("shows no ship", shows_no_ship, 0.0, 60.0),
        ("ignores placements of B", ignores_placements_of_b, 0.0, 75.0),
        ("ignores PRINT 0", sections_only, 0.0, 65.0),
        ("ignores all pictures", no_pictures, 0.0, 30.0),
        ("ignores shots", ignores_shots, 0.0, 85.0),
        ("ignores pictures of players", ignores_pictures, 0.0, 80.0),
        ("accepts present ships", accepts_present_ships, 95.0, 99.9),
        ("keeps two reefs", keeps_two_reefs, 95.0, 99.0),
        ("right", right, 100.0, 100.0),
        ("a blank after every line", |script| with_ends(script, "", " "), 95.0, 95.0),
        ("a greeting", |script| [b"Ships 1.0\n", &right(script)[..]].concat(), 95.0, 95.0),
        ("one colon", |script| replacing(script, "REMAINING::", "REMAINING:"), 95.0, 95.0),
        ("no quotes", |script| replacing(script, "\"", ""), 95.0, 95.0),
        ("a blank before colons", |script| replacing(script, "\": ", "\" : "), 95.0, 95.0),
        ("a dot after refusals", |script| with_ends(script, "INVALID", "."), 95.0, 95.0),
        ("a blank after PARTS", |script| with_ends(script, "PARTS", " "), 95.0, 95.0),
        ("a misspelt reason", |script| replacing(script, "OTHER SHIP", "OTHER SHIPS"), 95.0, 99.0),
        ("no blanks at line ends", without_blanks, 95.0, 95.0),
        ("goes on after a refusal", goes_on, 95.0, 95.0),
        ("silent", |_| Vec::new(), 0.0, 5.0),
        ("hello", |_| b"hello\n".to_vec(), 0.0, 0.0),
    ];
    let (mut figures, mut is_good) = (String::new(), true);
    for (name, program, least, most) in programs {
        for score in scores(&exam, program) {
            write!(figures, "{score:7.2}").expect("a string grows");
            is_good &= (least - 1e-6..=most + 1e-6).contains(&score);
        }
        writeln!(figures, "  {name}").expect("a string grows");
    }
    assert!(is_good && !wants_figures(), "{figures}");
}

/// In an old version, dropping the outputs made a program with one mistake look like a program that
/// never prints anything.
#[test]
fn marks_do_not_change_when_outputs_are_dropped() {
    let script = b"[state] BOARD_SIZE 2 2 REEF 0 0 PRINT 0 [state]";
    let case = Test::given("reef", script.to_vec(), None).unwrap();
    let exam = Exam::new(&Plan { cases: vec![case], random: 1, ..Plan::default() });
    let mut outcomes = outcomes(&exam, |script| output(script, Misreading::ReefPlus));
    let before = Marks::new(&exam, &outcomes);
    for outcome in &mut outcomes {
        if let Outcome::Wrong(_, ended) = outcome {
            ended.stdout.clear();
        }
    }
    assert_eq!(Marks::new(&exam, &outcomes), before);
    assert_eq!(before.wrong_tests.keys().collect::<Vec<_>>(), [&Rule::PictureReef]);
}

#[test]
fn a_right_program_shows_something_even_if_a_test_prints_nothing() {
    let script = b"[state] BOARD_SIZE 9 9 [state]";
    let case = Test::given("empty", script.to_vec(), None).unwrap();
    for cards in [true, false] {
        let exam = Exam::new(&Plan { cards, cases: vec![case.clone()], ..Plan::default() });
        assert!(!marks(&exam, right).shows_nothing, "{cards}");
    }
}

#[test]
fn an_unsettled_form_costs_no_points_of_other_rules() {
    let exam = exam(0);
    let silent_at_short_fleets = |script: &[u8]| {
        let draft = Draft::parse(script).unwrap();
        let is_short_form =
            |line: Vec<u8>| [&b"SET_FLEET A"[..], b"SET_FLEET B"].contains(&&line[..]);
        let is_short = draft.places().any(|at| is_short_form(draft.text(at)));
        if is_short { Vec::new() } else { right(script) }
    };
    let marks = marks(&exam, silent_at_short_fleets);
    assert!((Weights::default().score(&exam, &marks) - 100.0).abs() < 1e-9);
}

#[test]
fn a_test_that_was_not_taken_does_not_change_the_other_wrong_tests() {
    let exam = exam(1);
    let mut outcomes = outcomes(&exam, |_| Vec::new());
    let all = Marks::new(&exam, &outcomes);
    *outcomes.last_mut().unwrap() = Outcome::NotTaken;
    let most = Marks::new(&exam, &outcomes);
    let last = &exam.tests().last().unwrap().name;
    let names = |marks: &Marks| {
        let names = marks.wrong_tests.iter().flat_map(|(rule, tests)| {
            tests.iter().filter(|name| *name != last).map(|name| (*rule, name.clone()))
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&most), names(&all));
    outcomes.fill(Outcome::NotTaken);
    assert!(Marks::new(&exam, &outcomes).wrong_tests.is_empty());
}

fn losing_points(exam: &Exam, marks: &Marks) -> Vec<Rule> {
    let counts = |rule: Rule| exam.reaches(rule) && rule.settled() != Settled::Ours;
    let wrong = marks.rules.iter().filter(|mark| mark.share() < 1.0 && counts(mark.rule));
    wrong.map(|mark| mark.rule).collect()
}

/// The program refuses a legal command, and gives the reason of a rule that costs no points.
#[test]
fn a_card_whose_legal_command_is_refused_costs_points() {
    let exam = exam(0);
    let marks = marks(&exam, |script| {
        let is_later = script.windows(28).any(|text| text == b"[playerA]\n[state]\nEXTENDED_S");
        let refusal = b"INVALID OPERATION \"SHOOT 0 DES 10 1\": EXTENDED SHIPS ARE OFF\n";
        if is_later { refusal.to_vec() } else { right(script) }
    });
    assert_eq!(marks.status(Rule::FireHit), Status::Wrong);
}

/// If a program never prints a victory, it also never ends a game too early, but it gets no credit
/// for that.
#[test]
fn rules_that_depend_on_victory_or_hits_are_not_reached_without_them() {
    let exam = exam(10);
    let mute = marks(&exam, prints_no_victory);
    let status = [Rule::VictoryWon, Rule::VictoryAtEnd].map(|rule| mute.status(rule));
    assert_eq!(status, [Status::Wrong, Status::NotReached]);
    let harmless = marks(&exam, ignores_shots);
    let need_shots = [Rule::ShootNothing, Rule::FireCarrier, Rule::TurnShotsAfresh];
    assert_eq!(need_shots.map(|rule| harmless.status(rule)), [Status::NotReached; 3]);
}

#[test]
fn a_plane_whose_command_names_no_carrier_shows_its_square() {
    let script = b"[state] SET_FLEET A 1 0 0 0 SET_FLEET B 1 0 0 0 EXTENDED_SHIPS AUTO_SHOOTING\n\
        SHIP A 0 0 N 0 CAR 11111 SHIP B 20 9 S 0 CAR 11111 [state]\n\
        [playerA] SPY 20 9 PRINT 0 [playerA]\n";
    let test = Test::given("spy", script.to_vec(), None).unwrap();
    assert!(test.visible.contains(Rule::SpySquare));
}

#[test]
fn wrong_tests_cost_what_their_rules_lose() {
    let exam = exam(0);
    let misreadings = Misreadings::from(Misreading::OwnOrder).with(Misreading::ReefPlus);
    let marks = misread(&exam, misreadings);
    let lost = Weights::default().lost(&exam, &marks);
    let of = |rule| marks.wrong_tests.get(&rule).into_iter().flatten();
    let points = |rule| of(rule).map(|test| lost.get(&**test).copied().unwrap_or_default());
    assert!(of(Rule::PictureReef).next().is_some() && of(Rule::PlaceOrder).next().is_some());
    assert!(points(Rule::PictureReef).all(|points| points > 0.1));
    assert!(points(Rule::PlaceOrder).all(|points| points < 1e-9));
}

#[test]
fn a_score_far_from_the_share_of_right_scripts_is_doubtful() {
    let exam = exam(2);
    let mut far = marks(&exam, right);
    far.cards = [0, 0];
    assert_eq!(Weights::default().doubt(&exam, &far), None);
    far.levels.iter_mut().for_each(|level| level.same = 0);
    let doubt = Weights::default().doubt(&exam, &far);
    assert_eq!(
        doubt.as_deref(),
        Some("0 % of the scripts are right: few faults spoil many scripts")
    );
    let mut by_heart = marks(&exam, right);
    by_heart.levels.iter_mut().for_each(|level| level.same = 0);
    by_heart.levels[0].same = 1;
    by_heart.cards = [330, 340];
    let doubt = Weights::default().doubt(&exam, &by_heart).unwrap_or_default();
    assert!(
        doubt.starts_with("330 of 340 cards are right, but only 5 % of the scripts"),
        "{doubt}"
    );
    // Points for the teacher's own tests (`[cases]`) never make a score doubtful.
    let exam = Exam::new(&Plan { random: 2, most: Some(Level::Place), ..Plan::default() });
    let marks = marks(&exam, right);
    let no_rules = Level::ALL.map(|level| format!("{level} = 0")).join("\n");
    for levels in ["", &no_rules] {
        let text = format!("[cases]\nreef = 100\n[levels]\n{levels}\n");
        assert_eq!(Weights::parse(&text).unwrap().doubt(&exam, &marks), None, "{text}");
    }
}

#[test]
fn a_right_program_has_everything_right() {
    let exam = exam(3);
    let marks = misread(&exam, Misreadings::NONE);
    for mark in &marks.rules {
        assert_eq!(mark.right, mark.of, "{}", mark.rule);
        assert_eq!(mark.status == Status::NotSettled, mark.rule.settled() == Settled::Ours);
    }
    assert!(marks.levels.iter().all(|level| (level.same, level.of) == (3, 3)));
    assert!((Weights::default().score(&exam, &marks) - 100.0).abs() < 1e-9);
}

/// One misreading in 20 may be missed. For one misreading in 10, other rules may be blamed too. The
/// environment variable `BROADSIDE_MISREADINGS` is the number of misreadings to try. If
/// `BROADSIDE_FIGURES` is set, the test fails. It then shows the missed misreadings, and the rules
/// that were blamed besides the misread rule.
#[test]
fn nearly_always_only_the_misread_rule_is_blamed() {
    let exam = exam(2);
    let count = sample("BROADSIDE_MISREADINGS", 6);
    let all = Misreading::ALL.len();
    let tried = (0..count.min(all)).map(|k| Misreading::ALL[k * all / count.min(all)]);
    let (mut missed, mut blamed_too) = (Vec::new(), Vec::new());
    for misreading in tried {
        let marks = misread(&exam, misreading.into());
        let wrong = marks.rules.iter().filter(|mark| mark.of > mark.right);
        let wrong: Vec<_> = wrong.map(|mark| mark.rule).collect();
        missed.extend((!wrong.contains(&misreading.rule())).then_some(misreading.name()));
        // A misreading may be about several commands. Then each command has a rule of its own.
        let reason = misreading.rule().reason();
        let is_same =
            |rule: &Rule| *rule == misreading.rule() || reason.is_some() && rule.reason() == reason;
        blamed_too.extend((!wrong.iter().all(is_same)).then_some((misreading.name(), wrong)));
    }
    let is_good = missed.len() * 20 <= count && blamed_too.len() * 10 <= count;
    assert!(is_good && !wants_figures(), "missed {missed:?}, others too {blamed_too:?}");
}

#[test]
fn no_output_gives_no_credit() {
    let exam = Exam::new(&Plan { random: 8, seed: 1.into(), ..Plan::default() });
    let marks = marks(&exam, |_| Vec::new());
    assert_eq!(marks.status(Rule::PictureFields), Status::Wrong);
    assert!(marks.rules.iter().all(|mark| mark.right == 0));
    assert!(Weights::default().score(&exam, &marks).abs() < 1e-9);
    assert!(marks.levels.iter().all(|level| level.same < level.of));
}

#[test]
fn the_end_of_games_and_of_the_input_and_long_inputs_are_graded() {
    let exam = Exam::new(&Plan { random: 1, ..Plan::default() });
    let status = |program: fn(&[u8]) -> Vec<u8>, rule| marks(&exam, program).status(rule);
    let goes_on = |script: &[u8]| {
        let mut out = right(script);
        if out.ends_with(b" won\n") {
            out.extend(b"++\n");
        }
        out
    };
    assert_eq!(marks(&exam, goes_on).habits, [Habit::GoesOn]);
    let is_open = |script: &[u8]| memchr::memchr_iter(b'[', script).count() % 2 == 1;
    let closes_nothing =
        move |script: &[u8]| if is_open(script) { Vec::new() } else { right(script) };
    let marks_of = marks(&exam, closes_nothing);
    assert_eq!(marks_of.status(Rule::TurnEndOfInput), Status::Wrong);
    assert_eq!(marks_of.status(Rule::VictoryWon), Status::Right);
    let cuts = |script: &[u8]| right(&script[..script.len().min(4096)]);
    assert_eq!(status(cuts, Rule::InputWords), Status::Wrong);
    assert_eq!(status(right, Rule::InputWords), Status::Right);
    let blind = |script: &[u8]| [right(script), b"++\n".to_vec()].concat();
    assert_ne!(status(blind, Rule::InputWords), Status::Wrong, "long input is not to blame");
}

/// Regression: an extra blank line after a wrong picture hid all other rules of the test.
#[test]
fn a_habit_hides_no_fault_before_it() {
    let exam = exam(2);
    let draws_r = |script: &[u8]| {
        let out = String::from_utf8(output(script, Misreadings::NONE)).unwrap();
        out.replace('#', "R")
    };
    let fault = marks(&exam, |script| draws_r(script).into_bytes());
    let both = marks(&exam, |script| draws_r(script).replace("\nPARTS", "\n\nPARTS").into_bytes());
    assert_eq!(both.rules, fault.rules);
    assert_eq!((fault.habits.len(), both.habits.len()), (0, 1));
}
