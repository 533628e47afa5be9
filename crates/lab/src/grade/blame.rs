//! Decides which rules are to blame for the wrong answers of a program.
//!
//! Several rules may explain a wrong answer. This module prefers a rule that explains many wrong
//! answers of the program, because usually a program has few faults, and each fault shows in many
//! scripts.

use super::exam::Test;
use super::outcome::{Outcome, Wrong};
use crate::compare::Kind;
use crate::habit::Habit;
use crate::rules::{Rule, RuleSet, Settled};
use crate::verify::Origin;
use std::collections::BTreeMap;

/// A test, and what its outcome shows. A habit (a mistake in nearly every output) is not a fault.
pub(super) struct Judged<'a> {
    pub(super) test: &'a Test,
    pub(super) is_right: bool,
    /// One of these rules may be to blame for a wrong answer.
    suspected: Vec<Rule>,
    /// The rules that are to blame in any case.
    certain: Vec<Rule>,
    /// Whether the first difference is in a picture. False if the answer is silent.
    is_drawn_wrong: bool,
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

    /// Returns `self` without right rules. This is right if a program that never draws a picture
    /// prints only a refusal.
    pub(super) fn without_output(self) -> Self {
        Self { shown: RuleSet::default(), hides: true, ..self }
    }

    pub(super) fn new(test: &'a Test, outcome: &Outcome, habits: &[Habit]) -> Self {
        let is_silent = test.answer.output.is_empty();
        let right = Self {
            test,
            is_right: true,
            suspected: Vec::new(),
            certain: Vec::new(),
            is_drawn_wrong: false,
            shown: RuleSet::default(),
            hides: false,
            is_silent: Some(is_silent),
        };
        match outcome {
            Outcome::NotTaken => Self { is_right: false, is_silent: None, ..right },
            // A right answer that is empty shows no rule.
            Outcome::Same if is_silent => right,
            Outcome::Same => Self { shown: test.about(), ..right },
            Outcome::Wrong(wrong, _) => right.spoilt_by(wrong, habits),
        }
    }

    /// Turns this judgement of a right answer into the judgement of the answer `wrong`.
    fn spoilt_by(self, wrong: &Wrong, habits: &[Habit]) -> Self {
        let (mut suspected, mut certain) = (wrong.suspected.clone(), wrong.certain.clone());
        let is_habit = wrong.habits.iter().all(|habit| habits.contains(habit));
        let is_form_only = suspected.is_empty() && certain.is_empty();
        if !is_habit && is_form_only {
            suspected.clone_from(&wrong.leans);
        }
        // Whether the answer is right apart from additional text.
        let has_only_more_text =
            is_form_only && wrong.habits.iter().all(|it| it.adds_lines() || *it == Habit::Greeting);
        let is_right = suspected.is_empty() && certain.is_empty();
        suspected.retain(|rule| self.test.may_blame(*rule));
        certain.retain(|rule| self.test.may_blame(*rule));
        let shown = wrong.shown.iter().filter(|_| self.is_silent == Some(false)).copied().collect();
        // A fault against a rule that only our own specification settles must not hide
        // rules that the course settles.
        let mut blamed = suspected.iter().chain(&certain);
        let is_settled = blamed.any(|rule| rule.settled() != Settled::Ours);
        let hides = !wrong.is_explained && !has_only_more_text && is_settled;
        Self {
            is_right,
            suspected,
            certain,
            is_drawn_wrong: wrong.kind == Kind::Picture && !wrong.is_silent,
            shown,
            hides,
            is_silent: Some(wrong.is_silent),
            ..self
        }
    }

    /// Returns the rule of the test if the test is a card (a script for one rule) and the rule
    /// costs marks.
    fn own_rule(&self) -> Option<Rule> {
        let is_card = matches!(self.test.origin, Origin::Card(_));
        self.test.rule.filter(|rule| is_card && rule.settled() != Settled::Ours)
    }

    /// Whether the answer is wrong, and one of the rules `drawn` may be to blame for its picture.
    fn is_drawn_wrong_by(&self, drawn: &RuleSet) -> bool {
        self.is_drawn_wrong && self.suspected.iter().any(|rule| drawn.contains(*rule))
    }
}

/// In each test with a wrong picture, moves the suspicion from rules about pictures to rules whose
/// cards are wrong, if the test shows any of them. The rules about pictures must be right in
/// all their cards, and no test may be certain to break them: a program that draws all cards well,
/// but moves ships to a wrong field, can draw.
pub(super) fn look_behind_pictures(tests: &mut [Judged<'_>]) {
    let drawn = well_drawn(tests);
    let is_behind = |judged: &&Judged<'_>| {
        let own = judged.own_rule();
        own.is_some_and(|own| judged.suspected.contains(&own)) || judged.is_drawn_wrong_by(&drawn)
    };
    let behind: RuleSet = tests.iter().filter(is_behind).filter_map(Judged::own_rule).collect();
    for judged in tests.iter_mut().filter(|judged| judged.is_drawn_wrong_by(&drawn)) {
        let mut found = judged.test.visible.common(&behind);
        found.extend(&judged.own_rule().into_iter().collect());
        let found: Vec<_> = found.iter().filter(|rule| judged.test.may_blame(*rule)).collect();
        if !found.is_empty() {
            judged.suspected.retain(|rule| !drawn.contains(*rule) && !found.contains(rule));
            judged.suspected.extend(found);
        }
    }
}

/// Returns the rules about pictures whose cards are all right, and that no test is certain to
/// break.
fn well_drawn(tests: &[Judged<'_>]) -> RuleSet {
    let is_drawn = |rule: &Rule| {
        let mut cards = tests.iter().filter(|judged| judged.own_rule() == Some(*rule)).peekable();
        let is_broken = tests.iter().any(|judged| judged.certain.contains(rule));
        cards.peek().is_some() && !is_broken && cards.all(|card| card.is_right)
    };
    let drawings = Rule::ALL.into_iter().filter(|rule| rule.family() == "picture");
    drawings.filter(is_drawn).collect()
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
/// these tests were made, and a further tie to the first rule. But [`Rule::TurnPasses`] loses
/// a further tie, because nearly every script has tags.
fn most_suspected<'j>(tests: impl Iterator<Item = &'j Judged<'j>>) -> Option<Rule> {
    let mut counts: BTreeMap<Rule, (u32, u32)> = BTreeMap::new();
    for judged in tests {
        for rule in &judged.suspected {
            let (all, own) = counts.entry(*rule).or_default();
            *all += 1;
            *own += u32::from(judged.test.rule == Some(*rule));
        }
    }
    let rank = |(rule, count): &(Rule, (u32, u32))| (*count, *rule != Rule::TurnPasses);
    counts.into_iter().rev().max_by_key(rank).map(|(rule, _)| rule)
}
