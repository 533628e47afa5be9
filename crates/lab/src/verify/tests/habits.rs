//! Tests of habits (mistakes in the form of all output, which are reported once and then ignored)
//! and of other mistakes of form that must be one finding.

use super::*;
use crate::habit::Habit;

/// `print` changes the output of the program.
fn printing(
    misreadings: impl Into<Misreadings>,
    print: impl Fn(String) -> String + Sync,
) -> impl Fn(&[u8]) -> Ended + Sync {
    let misreadings = misreadings.into();
    move |script: &[u8]| {
        Ended::exited(0, print(String::from_utf8(output(script, misreadings)).unwrap()))
    }
}

fn right_but(print: impl Fn(String) -> String + Sync) -> impl Fn(&[u8]) -> Ended + Sync {
    printing(Misreadings::NONE, print)
}

/// CR LF at the end of all lines is a habit. Later comparisons ignore it, and no rule is blamed.
#[test]
fn carriage_returns_are_one_finding() {
    for scripts in [0, 50] {
        let verdict = found(right_but(|out| out.replace('\n', "\r\n")), &random(scripts));
        let only = only(&verdict);
        assert_eq!((only.habit(), only.rule), (Some(Habit::CarriageReturns), None));
        assert_eq!(verdict.differing, 1);
    }
}

/// A program that strips its lines failed at every picture in an earlier version. This hid its
/// other mistakes.
#[test]
fn rows_without_blanks_at_their_ends_hide_no_other_mistake() {
    let strip = |out: String| out.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    let verdict = found(printing(Misreading::ReefPlus, strip), &random(100));
    let habits: Vec<_> = verdict.findings.iter().filter_map(FailingCase::habit).collect();
    assert_eq!(habits, [Habit::NoTrailingBlanks]);
    assert_eq!(rules(&verdict), [Rule::PictureFields, Rule::PictureReef]);
}

/// The program draws `&` for an engine in all pictures. The language has no `&`, so all these
/// differences are taken for one mistake.
#[test]
fn another_mark_for_an_engine_is_one_finding() {
    let verdict = found(right_but(|out| out.replace('%', "&")), &random(60));
    let Cause { kind, form, expected, got } = &only(&verdict).difference.cause;
    assert_eq!((*kind, &**form, &**expected, &**got), (Kind::Picture, "", "%", "&"));
}

/// The reasons are right, but the repeated tags lack the blank at their end.
#[test]
fn another_echo_is_one_finding_for_a_form() {
    let verdict = found(right_but(|out| out.replace("] \":", "]\":")), &random(100));
    let cause = &only(&verdict).difference.cause;
    assert_eq!((cause.kind, &*cause.form), (Kind::Echo, "[playerX]"));
    assert_eq!(only(&verdict).rule, Some(Rule::TurnExpected));
}

/// A greeting or a debug line is reported once. Later comparisons ignore such lines.
#[test]
fn lines_of_its_own_hide_no_other_mistake() {
    let greeting = |out: String| format!("Welcome to Ships 1.0\n{out}");
    let notes = |out: String| format!("DEBUG: {} bytes\n{out}state: open\n", out.len());
    for print in [greeting as fn(String) -> String, notes] {
        let verdict = found(printing(Misreading::ReefPlus, print), &random(100));
        let habits: Vec<_> = verdict.findings.iter().filter_map(FailingCase::habit).collect();
        assert_eq!((habits, rules(&verdict)), (vec![Habit::OwnLines], vec![Rule::PictureReef]));
    }
}
