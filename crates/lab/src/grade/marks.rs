//! Marks by rule and by level.

use super::blame::{Suspicion, settle};
use super::exam::{Exam, Test};
use super::outcome::{Outcome, Wrong, reached_before_line};
use crate::generate::is_settled_by_us;
use crate::rules::{Level, Rule, RuleSet};
use std::collections::BTreeMap;

/// What a program has right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// A mark for each rule, in the order of the table.
    pub rules: Vec<RuleMark>,
    /// A mark for each level that the exam has scripts of, the first lesson first.
    pub levels: Vec<LevelMark>,
}

/// The mark for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleMark {
    /// The rule.
    pub rule: Rule,
    /// What it comes to.
    pub status: Status,
    /// How many cards and scripts have it right.
    pub right: u32,
    /// How many show it right or wrong.
    pub of: u32,
}

/// The mark for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelMark {
    /// The level.
    pub level: Level,
    /// How many of its scripts are answered right.
    pub same: u32,
    /// How many there are.
    pub of: u32,
}

/// What a mark comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Right wherever it was reached.
    Right,
    /// Broken in some test.
    Wrong,
    /// Never reached before something else went wrong, or in no test at all.
    NotReached,
    /// No source but our page settles it, so it does not count.
    NotSettled,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Right, Self::Wrong, Self::NotReached, Self::NotSettled];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::NotReached => "not reached",
            Self::NotSettled => "not settled",
        }
    }
}

impl Marks {
    /// The marks for the outcomes of all tests of `exam`, in its order.
    #[must_use]
    pub fn new<'o>(exam: &'o Exam, outcomes: &'o [Outcome]) -> Self {
        let tests: Vec<_> = exam.tests().iter().zip(outcomes).collect();
        let counted: Vec<_> = tests.into_iter().filter(|(test, _)| test.counts()).collect();
        let mut counts = Counts::default();
        for (test, outcome) in &counted {
            if **outcome == Outcome::Same {
                counts.add_right(&test.about());
            }
        }
        let wrong: Vec<_> =
            counted.iter().filter_map(|(test, outcome)| wrong(test, outcome)).collect();
        let suspicion = |(test, wrong): &(&Test, &'o Wrong)| Suspicion {
            rules: &wrong.suspected,
            own: test.rule,
        };
        let suspicions: Vec<_> = wrong.iter().map(suspicion).collect();
        for ((test, wrong), blamed) in wrong.iter().zip(settle(&suspicions)) {
            counts.add_wrong(test, wrong, &blamed);
        }
        Self { rules: counts.marks(), levels: levels(&counted) }
    }

    /// What the mark of `rule` comes to.
    pub fn status(&self, rule: Rule) -> Status {
        let mark = self.rules.iter().find(|mark| mark.rule == rule);
        mark.map_or(Status::NotReached, |mark| mark.status)
    }
}

impl RuleMark {
    /// The share of tests that have the rule right, from 0 to 1. A program that never comes to it has
    /// shown nothing.
    pub fn share(&self) -> f64 {
        if self.of == 0 { 0.0 } else { f64::from(self.right) / f64::from(self.of) }
    }
}

fn wrong<'a>(test: &'a Test, outcome: &'a Outcome) -> Option<(&'a Test, &'a Wrong)> {
    match outcome {
        Outcome::Same => None,
        Outcome::Wrong(wrong) => Some((test, wrong)),
    }
}

/// For each rule, how many tests have it right, and how many wrong.
#[derive(Default)]
struct Counts(BTreeMap<Rule, (u32, u32)>);

impl Counts {
    fn add_right(&mut self, rules: &RuleSet) {
        for rule in rules.iter() {
            self.0.entry(rule).or_default().0 += 1;
        }
    }

    /// Counts a wrong answer. What was carried out before speaks for the program, but only where it is
    /// known what went wrong: else that may be it.
    fn add_wrong(&mut self, test: &Test, wrong: &Wrong, blamed: &[Rule]) {
        for rule in blamed {
            self.0.entry(*rule).or_default().1 += 1;
        }
        let Some(line) = wrong.line.filter(|_| !blamed.is_empty() && test.is_of_level()) else {
            return;
        };
        let reached = reached_before_line(test, line);
        for rule in reached.iter().filter(|rule| !blamed.contains(rule)) {
            self.0.entry(rule).or_default().0 += 1;
        }
    }

    fn marks(&self) -> Vec<RuleMark> {
        let mark = |rule| {
            let (right, wrong) = self.0.get(&rule).copied().unwrap_or_default();
            let status = match (right, wrong) {
                _ if is_settled_by_us(rule) => Status::NotSettled,
                (0, 0) => Status::NotReached,
                (_, 0) => Status::Right,
                (_, _) => Status::Wrong,
            };
            RuleMark { rule, status, right, of: right + wrong }
        };
        Rule::ALL.into_iter().map(mark).collect()
    }
}

fn levels(tests: &[(&Test, &Outcome)]) -> Vec<LevelMark> {
    let mark = |level| {
        let of = tests.iter().filter(|(test, _)| test.is_of_level() && test.level == level);
        let same = of.clone().filter(|(_, outcome)| **outcome == Outcome::Same).count();
        let [same, of] = [same, of.count()].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        LevelMark { level, same, of }
    };
    Level::ALL.into_iter().map(mark).filter(|mark| mark.of > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::{Plan, Weights};
    use crate::misreadings::{Misreading, Misreadings};
    use crate::model;
    use crate::verify::ProgramUnderTest;
    use broadside_core::ports::programs::{Command, Ended, InMemory};

    fn graded(exam: &Exam, misreadings: Misreadings) -> Marks {
        let program = |script: &[u8]| Ended::exited(0, model::run(script, misreadings).out);
        let (programs, command) = (InMemory(program), Command::new(["./ships"]));
        let program = ProgramUnderTest::new(&programs, &command);
        let outcome =
            |test: &Test| Outcome::new(test, program.run(&test.script).unwrap(), &program);
        let outcomes: Vec<_> = exam.tests().iter().map(outcome).collect();
        Marks::new(exam, &outcomes)
    }

    fn broken(marks: &Marks) -> Vec<Rule> {
        let wrong = marks.rules.iter().filter(|mark| mark.status == Status::Wrong);
        wrong.map(|mark| mark.rule).collect()
    }

    fn exam(random: u64) -> Exam {
        Exam::new(&Plan { cards: true, random: Some(random), seed: 1.into(), ..Plan::default() })
    }

    #[test]
    fn a_right_program_has_everything_right() {
        let exam = exam(3);
        let marks = graded(&exam, Misreadings::NONE);
        for mark in &marks.rules {
            assert_eq!(mark.right, mark.of, "{}", mark.rule);
            assert_eq!(mark.status == Status::NotSettled, is_settled_by_us(mark.rule));
        }
        assert!(marks.levels.iter().all(|level| (level.same, level.of) == (3, 3)));
        assert!((Weights::default().score(&exam, &marks) - 100.0).abs() < 1e-9);
    }

    /// `BROADSIDE_MISREADINGS` says how many are tried, `BROADSIDE_FIGURES` shows the figures.
    #[test]
    fn the_rule_that_is_misread_is_blamed_and_no_other() {
        let exam = exam(2);
        let count = std::env::var("BROADSIDE_MISREADINGS").ok();
        let count = count.and_then(|count| count.parse().ok()).unwrap_or(6_usize);
        let all = Misreading::ALL.len();
        let tried = (0..count.min(all)).map(|k| Misreading::ALL[k * all / count.min(all)]);
        let (mut missed, mut blamed_too) = (Vec::new(), Vec::new());
        for misreading in tried {
            let wrong = broken(&graded(&exam, misreading.into()));
            missed.extend((!wrong.contains(&misreading.rule())).then_some(misreading.name()));
            blamed_too.extend((wrong.len() > 1).then_some((misreading.name(), wrong)));
        }
        let is_good = missed.len() * 20 <= count && blamed_too.len() * 10 <= count;
        let is_shown = std::env::var_os("BROADSIDE_FIGURES").is_some();
        assert!(is_good && !is_shown, "missed {missed:?}, others too {blamed_too:?}");
    }

    /// A program that prints nothing passes the tests in which nothing is printed, and nothing is held
    /// against it that it never came to.
    #[test]
    fn what_is_never_reached_is_not_wrong() {
        let exam = Exam::new(&Plan { random: Some(4), seed: 1.into(), ..Plan::default() });
        let (programs, command) =
            (InMemory(|_: &[u8]| Ended::exited(0, "")), Command::new(["./ships"]));
        let program = ProgramUnderTest::new(&programs, &command);
        let outcome = |test: &Test| Outcome::new(test, program.run(b"").unwrap(), &program);
        let outcomes: Vec<_> = exam.tests().iter().map(outcome).collect();
        let marks = Marks::new(&exam, &outcomes);
        let [reached, refused] =
            [Rule::SaveBoard, Rule::PlaceNotInStart].map(|rule| marks.status(rule));
        assert_eq!([reached, refused], [Status::NotReached, Status::Wrong]);
        assert!(Weights::default().score(&exam, &marks) < 50.0);
        assert!(marks.levels.iter().all(|level| level.same < level.of));
    }
}
