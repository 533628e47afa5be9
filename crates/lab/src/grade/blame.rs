//! Decides which rules are to blame for the wrong answers of a program.
//!
//! Several rules may explain a wrong answer. This module prefers a rule that explains many wrong
//! answers of the program, because usually a program has few faults, and each fault shows in many
//! scripts.

use super::exam::Test;
use super::outcome::Outcome;
use crate::habit::Habit;
use crate::rules::{Rule, RuleSet, Settled};
use std::collections::BTreeMap;

/// A test, and what its outcome shows. A habit (a mistake in nearly every output) is not a fault.
pub(super) struct Judged<'a> {
    pub(super) test: &'a Test,
    pub(super) is_right: bool,
    /// One of these rules may be to blame for a wrong answer.
    suspected: Vec<Rule>,
    /// The rules that are to blame in any case.
    certain: Vec<Rule>,
    pub(super) shown: RuleSet,
    /// Whether an unexplained fault may hide rules of the test.
    pub(super) hides: bool,
    /// Whether the answer is silent: a right answer that is empty, or a wrong answer that has only
    /// white space. `None` if the test was not taken.
    pub(super) is_silent: Option<bool>,
}

impl<'a> Judged<'a> {
    pub(super) fn shows(&self) -> bool {
        self.is_right || !self.hides && self.shown != RuleSet::default()
    }

    /// Returns `self` without blame. This is right if a script in an unusual form gets the same
    /// wrong answer as the plain script: then the form is not to blame. An answer that is not
    /// silent shows that the program reads the form.
    pub(super) fn of_form(self) -> Self {
        let is_silent = self.is_silent == Some(true);
        let shown = if is_silent { RuleSet::default() } else { self.test.about() };
        let (suspected, certain) = (Vec::new(), Vec::new());
        Self { suspected, certain, shown, hides: false, ..self }
    }

    pub(super) fn new(test: &'a Test, outcome: &Outcome, habits: &[Habit]) -> Self {
        let is_silent = test.answer.output.is_empty();
        let right = Self {
            test,
            is_right: true,
            suspected: Vec::new(),
            certain: Vec::new(),
            shown: RuleSet::default(),
            hides: false,
            is_silent: Some(is_silent),
        };
        match outcome {
            Outcome::NotTaken => Self { is_right: false, is_silent: None, ..right },
            // A right answer that is empty shows no rule.
            Outcome::Same if is_silent => right,
            Outcome::Same => Self { shown: test.about(), ..right },
            Outcome::Wrong(wrong, _) => {
                let (mut suspected, mut certain) = (wrong.suspected.clone(), wrong.certain.clone());
                let is_habit = wrong.habits.iter().all(|habit| habits.contains(habit));
                if !is_habit && suspected.is_empty() && certain.is_empty() {
                    suspected.clone_from(&wrong.leans);
                }
                let is_right = suspected.is_empty() && certain.is_empty();
                suspected.retain(|rule| test.may_blame(*rule));
                certain.retain(|rule| test.may_blame(*rule));
                let shown = wrong.shown.iter().filter(|_| !is_silent).copied().collect();
                // A fault against a rule that only our own specification settles must not hide
                // rules that the course settles.
                let mut blamed = suspected.iter().chain(&certain);
                let is_settled = blamed.any(|rule| rule.settled() != Settled::Ours);
                let hides = !wrong.is_explained && is_settled;
                let is_silent = Some(wrong.is_silent);
                Self { test, is_right, suspected, certain, shown, hides, is_silent }
            }
        }
    }
}

/// Returns the blamed rules of each test. At first, a rule is blamed if it is in `certain` of a
/// test, or if a test suspects only this rule. Then [`most_suspected`] chooses further rules, until
/// every test with suspected rules has one that is blamed. A blamed rule is blamed in all tests
/// that suspect it.
pub(super) fn settle(tests: &[Judged<'_>]) -> Vec<Vec<Rule>> {
    let mut blamed = RuleSet::default();
    for judged in tests {
        blamed.extend(&judged.certain.iter().copied().collect());
        if let [only] = judged.suspected[..] {
            blamed.insert(only);
        }
    }
    let of = |judged: &Judged<'_>, blamed: &RuleSet| -> Vec<_> {
        judged.suspected.iter().copied().filter(|rule| blamed.contains(*rule)).collect()
    };
    loop {
        let open = tests.iter().filter(|judged| of(judged, &blamed).is_empty());
        let Some(rule) = most_suspected(open) else { break };
        blamed.insert(rule);
    }
    let all = |judged: &Judged<'_>| [judged.certain.clone(), of(judged, &blamed)].concat();
    tests.iter().map(all).collect()
}

/// Returns the rule that is suspected in the most tests. A tie goes to the rule for which more of
/// these tests were made, and a further tie to the first rule.
fn most_suspected<'j>(tests: impl Iterator<Item = &'j Judged<'j>>) -> Option<Rule> {
    let mut counts: BTreeMap<Rule, (u32, u32)> = BTreeMap::new();
    for judged in tests {
        for rule in &judged.suspected {
            let (all, own) = counts.entry(*rule).or_default();
            *all += 1;
            *own += u32::from(judged.test.rule == Some(*rule));
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(rule, _)| rule)
}
