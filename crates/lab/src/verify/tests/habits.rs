//! Habits of form: told once, and looked past.

use super::*;
use crate::habit::Habit;

/// A right program but for what becomes of its output.
fn printing(print: impl Fn(String) -> String + Sync) -> impl Fn(&[u8]) -> Ended + Sync {
    move |script: &[u8]| {
        let out = String::from_utf8(model::run(script, Misreadings::NONE).out).unwrap();
        Ended::exited(0, print(out))
    }
}

/// CR LF at all ends of lines is a habit: it is told once, and blamed on no rule.
#[test]
fn carriage_returns_are_a_habit() {
    let program = printing(|out| out.replace('\n', "\r\n"));
    let verdict = found(program, &Plan { scripts: 0, ..Plan::default() });
    let habits: Vec<_> = verdict.findings.iter().map(FailingCase::habit).collect();
    assert_eq!(habits, [Some(Habit::CarriageReturns)]);
}

/// CR LF at all ends of lines is told once, and the outputs are compared without it.
#[test]
fn a_habit_is_one_finding() {
    let program = printing(|out| out.replace('\n', "\r\n"));
    let verdict = found(program, &Plan { scripts: 50, ..Plan::default() });
    let [only] = &verdict.findings[..] else { panic!("{} findings", verdict.findings.len()) };
    assert_eq!(only.difference.cause.habit(), Some(Habit::CarriageReturns));
    assert_eq!(verdict.differing, 1);
}

/// A mark that the language does not have, in place of one that it has, is told once.
#[test]
fn another_mark_for_an_engine_is_one_finding() {
    let program = printing(|out| out.replace('%', "&"));
    let verdict = found(program, &Plan { scripts: 60, ..Plan::default() });
    let [only] = &verdict.findings[..] else { panic!("{} findings", verdict.findings.len()) };
    let Cause { kind, form, expected, got } = &only.difference.cause;
    assert_eq!((*kind, &**form, &**expected, &**got), (Kind::Picture, "", "%", "&"));
}

/// A refusal for the right reason that names the tag without its blank is another echo.
#[test]
fn another_echo_is_one_finding_for_a_form() {
    let program = printing(|out| out.replace("] \":", "]\":"));
    let verdict = found(program, &Plan { scripts: 100, ..Plan::default() });
    let [only] = &verdict.findings[..] else { panic!("{} findings", verdict.findings.len()) };
    let cause = &only.difference.cause;
    assert_eq!((cause.kind, &*cause.form), (Kind::Echo, "[playerX]"));
    assert_eq!(only.rule, Some(Rule::TurnExpected));
}

/// A greeting, or a line that helped to find mistakes, is told once, and all else is compared without it.
#[test]
fn lines_of_its_own_hide_no_other_mistake() {
    let printing = |print: fn(String) -> String| {
        move |script: &[u8]| {
            let out = model::run(script, Misreading::ReefPlus.into()).out;
            Ended::exited(0, print(String::from_utf8(out).unwrap()))
        }
    };
    let greeting = printing(|out| format!("Welcome to Ships 1.0\n{out}"));
    let notes = printing(|out| format!("DEBUG: {} bytes\n{out}state: open\n", out.len()));
    for program in [greeting, notes] {
        let verdict = found(program, &Plan { scripts: 100, ..Plan::default() });
        let habits: Vec<_> = verdict.findings.iter().filter_map(FailingCase::habit).collect();
        let rules: Vec<_> = verdict.findings.iter().filter_map(|found| found.rule).collect();
        assert_eq!((habits, rules), (vec![Habit::OwnLines], vec![Rule::PictureReef]));
    }
}
