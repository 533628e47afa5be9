//! Computes the marks of a program by rule and by level.

use super::blame::{Judged, look_behind_pictures, settle};
use super::everywhere::{draws, habits_of, shows};
use super::exam::{Exam, INPUT, Test};
use super::outcome::Outcome;
use crate::habit::Habit;
use crate::named::named;
use crate::rules::{Level, Rule, Settled};
use crate::verify::Origin;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The marks of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// A mark for each rule, in the order of [`Rule::ALL`].
    pub rules: Vec<RuleMark>,
    /// A mark for each level that has scripts in the exam, in the order of the levels.
    pub levels: Vec<LevelResult>,
    /// The number of cards (small scripts, each for one rule) that are answered right, and the
    /// number of cards.
    pub cards: [u32; 2],
    /// The habits of the program: mistakes of form in all output. Most habits are in every probe (a
    /// fixed script for the form of output) that can show them. Additional lines are also a habit
    /// if they are printed at all commands of certain forms, such as `REEF y x`, and nowhere else.
    /// A habit at the end of runs need not be in every probe. For a crash, one probe or three other
    /// tests that show it are enough. Lost output, early refusals, and additional text, lines or
    /// blanks at refusals also need three tests, and no test may contradict them. If the program
    /// goes on after a victory, one test is enough.
    pub habits: Vec<Habit>,
    /// Whether the program prints only white space or nothing in all tests that count, and answers
    /// some of them wrong.
    pub is_mute: bool,
    /// Whether the scripts show nothing right. A right answer shows something right. So does a
    /// wrong answer that shows a right rule and has no unexplained fault. Scripts whose right
    /// answer is empty are ignored, and so are our own scripts of the level `auto`. If no random
    /// script is left, the cards and the scripts in other forms of input take their place, and if
    /// there are none of these either, scripts of the user. False if no script is left at all.
    pub shows_nothing: bool,
    /// The share of the scripts with an unexplained fault (a wrong answer that fits no known
    /// mistake), from 0 to 1. Uses the scripts or cards that `shows_nothing` uses.
    pub unexplained: f64,
    /// For each rule, the names of the tests that show the rule to be wrong.
    pub wrong_tests: BTreeMap<Rule, Vec<String>>,
}

/// The mark for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleMark {
    /// The rule.
    pub rule: Rule,
    /// The status.
    pub status: Status,
    /// The number of tests that show the rule to be right. It is 0 if the rule depends on another
    /// rule that is reached but never right. It is also 0 for a rule about input if only
    /// rules about input are right.
    pub right: u32,
    /// `right`, plus the number of tests (cards and scripts) that show the rule to be wrong.
    pub of: u32,
    /// The number of tests that do not show the rule, because an unexplained fault comes first.
    pub not_shown: u32,
}

/// The mark for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LevelResult {
    /// The level.
    pub level: Level,
    /// How many scripts of the level are answered right.
    pub same: u32,
    /// The number of scripts of the level.
    pub of: u32,
}

named! {
    /// The status of a rule.
    // The macro puts the name of each value in front of its comment. So the first comment reads
    // "right in all tests that show the rule."
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    Status:
    /// in all tests that show the rule.
    Right "right",
    /// in at least one test.
    Wrong "wrong",
    /// by any test: no test that was taken is about the rule, another fault came first, or the rule
    /// depends on a rule that is never right.
    NotReached "not reached",
    /// by the course: only our own specification settles the rule, so it does not count.
    NotSettled "not settled",
}

impl Marks {
    /// Computes the marks. The outcomes must be in the order of the tests of `exam`.
    #[must_use]
    #[doc(hidden)]
    pub fn new<'e>(exam: &'e Exam, outcomes: &[Outcome]) -> Self {
        let tests: Vec<_> = exam.tests().iter().zip(outcomes).collect();
        let (habits, draws) = (habits_of(&tests), draws(&tests));
        let counted = tests.iter().filter(|(test, _)| test.counts());
        let judge = |(test, outcome): &(&'e Test, &Outcome)| {
            let judged = Judged::new(test, outcome, &habits);
            if is_as_in_plain_form(test, outcome, &tests) {
                judged.of_form()
            } else if !draws && shows(outcome, Habit::LostOutput) {
                judged.without_output()
            } else {
                judged
            }
        };
        let mut judged: Vec<_> = counted.map(judge).collect();
        look_behind_pictures(&mut judged);
        let (mut counts, mut wrong_tests) = (Counts::default(), BTreeMap::new());
        // If a program never prints anything, each test that it fails shows all rules of the test
        // to be wrong.
        let is_mute = judged.iter().all(|judged| judged.is_silent != Some(false))
            && judged.iter().any(|judged| judged.is_silent.is_some() && !judged.is_right);
        for (judged, blamed) in judged.iter().zip(settle(&judged)) {
            let all = || judged.test.about().iter().collect();
            let is_wrong = judged.is_silent.is_some() && !judged.is_right;
            let blamed = if is_mute && is_wrong { all() } else { blamed };
            if exam.marks_rules(judged.test) {
                counts.add(judged, &blamed);
            }
            for rule in blamed {
                let tests: &mut Vec<_> = wrong_tests.entry(rule).or_default();
                tests.push(judged.test.name.clone());
            }
        }
        let rules = counts.marks(exam);
        let (levels, cards, wanted) = (levels(&judged), cards(&judged), wanted(&judged));
        let shows_nothing = !wanted.is_empty() && !wanted.iter().any(|judged| judged.shows());
        let unexplained = unexplained(&wanted);
        Self { rules, levels, cards, habits, is_mute, shows_nothing, unexplained, wrong_tests }
    }

    /// Returns the status of `rule`.
    pub fn status(&self, rule: Rule) -> Status {
        let mark = self.rules.iter().find(|mark| mark.rule == rule);
        mark.map_or(Status::NotReached, |mark| mark.status)
    }
}

impl RuleMark {
    /// Returns the share of tests that show the rule to be right, from 0 to 1. A test in which an
    /// unexplained fault hides the rule counts as half a wrong test. But the first such tests, up
    /// to half of the number of tests that show the rule, do not count: otherwise one fault would
    /// cost points for many rules that are shown well.
    #[doc(hidden)]
    pub fn share(&self) -> f64 {
        let of = f64::from(self.of) + f64::from(self.more_hidden()) / 2.0;
        if self.right == 0 { 0.0 } else { f64::from(self.right) / of }
    }

    /// Returns the number of tests that hide the rule, minus half the number of tests that show it;
    /// at least 0.
    #[doc(hidden)]
    pub const fn more_hidden(&self) -> u32 {
        self.not_shown.saturating_sub(self.of / 2)
    }
}

/// Whether the test has a script in another form of input, and the script in plain form gets the
/// same wrong answer. Then the form is not to blame.
fn is_as_in_plain_form(test: &Test, outcome: &Outcome, tests: &[(&Test, &Outcome)]) -> bool {
    let (Origin::Form(..), Outcome::Wrong(wrong, _)) = (&test.origin, outcome) else {
        return false;
    };
    let is_plain = |other: &Test| !matches!(other.origin, Origin::Form(..));
    let mut plain = tests.iter().filter(|(other, _)| is_plain(other) && other.draft == test.draft);
    plain.any(|(_, of_plain)| {
        matches!(of_plain, Outcome::Wrong(plain, _) if plain.printed == wrong.printed)
    })
}

/// Returns the random scripts; if there are none, the cards and the scripts in other forms of
/// input; if there are none of these either, the scripts of the user. Leaves out scripts whose
/// right answer is empty, and our own scripts of the level `auto`.
fn wanted<'j, 't>(judged: &'j [Judged<'t>]) -> Vec<&'j Judged<'t>> {
    let (mut random, mut cards, mut given) = (Vec::new(), Vec::new(), Vec::new());
    for judged in judged {
        let kind = match judged.test.origin {
            _ if judged.test.answer.output.is_empty() || judged.test.is_free() => continue,
            Origin::Random(_) => &mut random,
            Origin::Given => &mut given,
            Origin::Probe(_) | Origin::Form(..) | Origin::Card(_) => &mut cards,
        };
        kind.push(judged);
    }
    [random, cards, given].into_iter().find(|kind| !kind.is_empty()).unwrap_or_default()
}

fn unexplained(wanted: &[&Judged<'_>]) -> f64 {
    let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let open = wanted.iter().filter(|judged| judged.hides).count();
    count(open) / count(wanted.len().max(1))
}

/// Three numbers of tests for each rule: tests that show the rule to be right, tests that show it
/// to be wrong, and tests that hide it.
#[derive(Default)]
struct Counts(BTreeMap<Rule, [u32; 3]>);

impl Counts {
    fn add(&mut self, judged: &Judged<'_>, blamed: &[Rule]) {
        for rule in blamed {
            self.0.entry(*rule).or_default()[1] += 1;
        }
        for rule in judged.test.about().iter().filter(|rule| !blamed.contains(rule)) {
            let counts = self.0.entry(rule).or_default();
            if judged.shown.contains(rule) {
                counts[0] += 1;
            } else if judged.hides {
                counts[2] += 1;
            }
        }
    }

    fn right(&self, rule: Rule) -> u32 {
        self.0.get(&rule).map_or(0, |counts| counts[0])
    }

    fn marks(&self, exam: &Exam) -> Vec<RuleMark> {
        let is_hollow = |on: Rule| exam.reaches(on) && self.right(on) == 0;
        // If only rules about input are right, right answers say nothing about the form of input.
        let is_right = |rule: &Rule| !INPUT.contains(rule) && self.right(*rule) > 0;
        let has_right = Rule::ALL.iter().any(is_right);
        let mark = |rule: Rule| {
            let [mut right, wrong, not_shown] = self.0.get(&rule).copied().unwrap_or_default();
            let is_idle = INPUT.contains(&rule) && !has_right;
            let rests_on = RESTING.into_iter().find(|(_, resting)| resting.contains(&rule));
            if is_idle || rests_on.is_some_and(|(on, _)| is_hollow(on)) {
                right = 0;
            }
            let status = match (right, wrong) {
                _ if rule.settled() == Settled::Ours => Status::NotSettled,
                (0, 0) => Status::NotReached,
                (_, 0) => Status::Right,
                (_, _) => Status::Wrong,
            };
            RuleMark { rule, status, right, of: right + wrong, not_shown }
        };
        Rule::ALL.into_iter().map(mark).collect()
    }
}

/// If the first rule of a row is never right, right answers say nothing about the other rules of
/// the row. For example, a program that never ends a game also never ends a game too early.
const RESTING: [(Rule, &[Rule]); 5] = [
    (Rule::VictoryWon, &[Rule::VictoryAtEnd, Rule::VictoryAllPlaced, Rule::VictoryNeedsAShip]),
    (Rule::ShootHit, &[Rule::ShootOwn, Rule::ShootNothing, Rule::ShootSeveral]),
    (Rule::FireHit, &[Rule::FireCarrier, Rule::TurnShotsAfresh]),
    (Rule::MoveForward, &[Rule::MoveDamage, Rule::MoveAnywhere, Rule::TurnMovesAfresh]),
    (Rule::SpySquare, &[Rule::SpyStays, Rule::TurnPlanesAfresh]),
];

fn levels(judged: &[Judged<'_>]) -> Vec<LevelResult> {
    let mark = |level| {
        let scripts = judged.iter().filter(|judged| judged.test.is_of_level());
        let [same, of] = counted(scripts.filter(|judged| judged.test.level == level));
        LevelResult { level, same, of }
    };
    Level::ALL.into_iter().map(mark).filter(|mark| mark.of > 0).collect()
}

fn cards(judged: &[Judged<'_>]) -> [u32; 2] {
    counted(judged.iter().filter(|judged| matches!(judged.test.origin, Origin::Card(..))))
}

/// Returns how many answers are right, and how many there are.
fn counted<'j>(judged: impl Iterator<Item = &'j Judged<'j>> + Clone) -> [u32; 2] {
    let right = judged.clone().filter(|judged| judged.is_right).count();
    [right, judged.count()].map(|count| u32::try_from(count).unwrap_or(u32::MAX))
}
