//! Finds the habits of a program: mistakes of form that nearly all of its answers show.
//!
//! For most habits, only the probes (small scripts for the form of output) count. But a program may
//! print lines of its own at commands that no probe has, or treat the end of a run wrongly where no
//! probe shows it. So for these habits, other tests count too.

use super::exam::Test;
use super::outcome::Outcome;
use crate::draft::At;
use crate::form;
use crate::habit::{Habit, is_final, is_refused};
use crate::outputs::{Refusal, last_line};
use crate::rules::Rule;
use crate::verify::Origin;
use std::collections::BTreeSet;

/// Returns the habits of the program.
pub(super) fn habits_of(tests: &[(&Test, &Outcome)]) -> Vec<Habit> {
    let is_habit = |habit: &Habit| {
        is_in_probes(*habit, tests)
            || habit.adds_lines() && is_at_forms(*habit, tests)
            || is_at_ends(*habit, tests)
    };
    Habit::ALL.into_iter().filter(is_habit).collect()
}

/// Whether the probes show the habit, as [`Habit::is_shown_by`] says.
fn is_in_probes(habit: Habit, tests: &[(&Test, &Outcome)]) -> bool {
    let probes = tests.iter().filter(|(test, _)| !test.counts());
    let able = probes.filter(|(test, _)| habit.may_show_in(&test.answer.output));
    habit.is_shown_by(able.map(|(_, outcome)| shows(outcome, habit)))
}

/// Whether the program prints additional lines at all commands of certain forms, such as
/// `REEF y x`, and nowhere else. At least [`LEAST`] tests must show the habit. `SAVE` is no such
/// form: rules say which lines it prints, and these rules lose the points.
fn is_at_forms(habit: Habit, tests: &[(&Test, &Outcome)]) -> bool {
    let tests = || tests.iter().filter(|(test, _)| !matches!(test.origin, Origin::Form(..)));
    let shown = || tests().filter(|(_, outcome)| shows(outcome, habit));
    // A wrong answer with another fault may end before the habit.
    let is_without = |outcome: &Outcome| is_right_but_for_habits(outcome) && !shows(outcome, habit);
    let without = tests().filter(|(_, outcome)| is_without(outcome));
    let without: BTreeSet<_> =
        without.flat_map(|(test, _)| forms(test, |at, end| at < end)).collect();
    let is_with = |form: &String| form != "SAVE" && !without.contains(form);
    let has_form = |test: &Test| forms(test, |at, end| at <= end).any(|form| is_with(&form));
    shown().count() >= LEAST && shown().all(|(test, _)| has_form(test))
}

/// Whether `habit` is one of these: the program goes on after victories, loses the output before
/// all refusals or prints it after them, crashes where runs end, or prints text or blanks only at
/// refusals (at all refusals, or at all refusals for certain reasons).
fn is_at_ends(habit: Habit, tests: &[(&Test, &Outcome)]) -> bool {
    let shown = || tests.iter().filter(|(_, outcome)| shows(outcome, habit));
    let ends =
        |(test, _): &&(&Test, &Outcome), is_it: fn(&[u8]) -> bool| is_it(&test.answer.output);
    let is_right = |is_it: fn(&[u8]) -> bool| {
        let mut right = tests.iter().filter(|(_, outcome)| **outcome == Outcome::Same);
        right.any(|test| ends(&test, is_it))
    };
    let is_often = || shown().count() >= LEAST;
    let is_lost = |output: &[u8]| Habit::LostOutput.may_show_in(output);
    let is_won = |output: &[u8]| output.ends_with(b" won\n");
    // One test is enough for `GoesOn`: few scripts have commands after their victory.
    habit == Habit::GoesOn && shown().any(|test| ends(&test, is_won))
        || habit == Habit::Crashes && is_often()
        || matches!(habit, Habit::LostOutput | Habit::EarlyRefusal)
            && is_often()
            && !is_right(is_lost)
            && draws(tests)
        || (habit.adds_lines() || matches!(habit, Habit::TrailingBlanks | Habit::Greeting))
            && is_often()
            && shown().all(|test| ends(&test, is_refused))
            && (!is_right(is_refused) || is_at_reasons(habit, tests))
}

/// Whether a test shows that the program draws pictures. A program that never draws one has no
/// output to lose.
pub(super) fn draws(tests: &[(&Test, &Outcome)]) -> bool {
    let is_drawn = |rule: Rule| rule.family() == "picture";
    tests.iter().any(|(test, outcome)| match outcome {
        Outcome::Same => test.about().iter().any(is_drawn),
        Outcome::Wrong(wrong, _) => {
            !shows(outcome, Habit::LostOutput) && wrong.shown.iter().copied().any(is_drawn)
        }
        Outcome::NotTaken => false,
    })
}

/// Whether the program shows the habit at all refusals for certain reasons. There must be at least
/// [`LEAST`] such reasons, because a wrong text of one reason is no habit.
fn is_at_reasons(habit: Habit, tests: &[(&Test, &Outcome)]) -> bool {
    let reasons = |is_wanted: &dyn Fn(&Outcome) -> bool| -> BTreeSet<_> {
        let wanted = tests.iter().filter(|(_, outcome)| is_wanted(outcome));
        let lines = wanted.map(|(test, _)| last_line(&test.answer.output));
        lines.filter_map(Refusal::of).map(|refusal| refusal.reason).collect()
    };
    let shown = reasons(&|outcome| shows(outcome, habit));
    shown.len() >= LEAST && shown.is_disjoint(&reasons(&|outcome| *outcome == Outcome::Same))
}

/// The least number of tests that must show a habit, if the probes do not show it. For
/// [`Habit::GoesOn`], one test is enough. Also the least number of reasons in [`is_at_reasons`].
const LEAST: usize = 3;

pub(super) fn shows(outcome: &Outcome, habit: Habit) -> bool {
    matches!(outcome, Outcome::Wrong(wrong, _) if wrong.habits.contains(&habit))
}

fn is_right_but_for_habits(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Same => true,
        Outcome::Wrong(wrong, _) => wrong.suspected.is_empty() && wrong.certain.is_empty(),
        Outcome::NotTaken => false,
    }
}

/// Returns the forms of the lines that `is_wanted(line, end)` accepts. `end` is the line whose
/// refusal or victory ends the run. Without such a line, returns the forms of all lines.
fn forms(test: &Test, is_wanted: impl Fn(At, At) -> bool) -> impl Iterator<Item = String> {
    let end = test.answer.last_line().filter(|_| is_final(&test.answer.output));
    let lines = test.draft.places().filter(move |at| end.is_none_or(|end| is_wanted(*at, end)));
    lines.map(|at| form::of_line(&test.draft, at))
}
