//! Marks by rule and by level.

use super::blame::{Suspicion, settle};
use super::exam::{Exam, Test};
use super::outcome::Outcome;
use crate::habit::Habit;
use crate::rules::{Level, Rule, RuleSet, Settled};
use std::collections::BTreeMap;

/// What a program has right.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// A mark for each rule, in the order of the table.
    pub rules: Vec<RuleMark>,
    /// A mark for each level that the exam has scripts of, the first lesson first.
    pub levels: Vec<LevelMark>,
    /// The habits of form that all probes show.
    pub habits: Vec<Habit>,
    /// Whether no script is right that asks for an answer.
    pub shows_nothing: bool,
    /// The share of scripts that end at a fault which no misreading explains, from 0 to 1.
    pub unexplained: f64,
    /// The names of the tests that show a rule to be wrong.
    pub wrong_tests: BTreeMap<Rule, Vec<String>>,
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
    /// How many ended at another fault, which is not explained, before they could show it.
    pub not_shown: u32,
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
    #[doc(hidden)]
    pub fn new(exam: &Exam, outcomes: &[Outcome]) -> Self {
        let tests: Vec<_> = exam.tests().iter().zip(outcomes).collect();
        let habits: Vec<_> =
            Habit::ALL.into_iter().filter(|habit| is_everywhere(*habit, &tests)).collect();
        let counted = tests.into_iter().filter(|(test, _)| test.counts());
        let judged: Vec<_> =
            counted.map(|(test, outcome)| Judged::new(test, outcome, &habits)).collect();
        let suspicions: Vec<_> = judged
            .iter()
            .map(|judged| Suspicion { rules: &judged.suspected, own: judged.test.rule })
            .collect();
        let (mut counts, mut wrong_tests) = (Counts::default(), BTreeMap::new());
        // A program that never prints has all wrong that an answer would show.
        let is_mute = judged.iter().all(|judged| judged.is_silent);
        for (judged, blamed) in judged.iter().zip(settle(&suspicions)) {
            let all = || judged.test.about().iter().collect();
            let blamed = if is_mute && !judged.is_right { all() } else { blamed };
            counts.add(judged, &blamed);
            for rule in blamed {
                let tests: &mut Vec<_> = wrong_tests.entry(rule).or_default();
                tests.push(judged.test.name.clone());
            }
        }
        let rules = counts.marks(exam);
        let (levels, wanted) = (levels(&judged), wanted(&judged));
        let shows_nothing = !wanted.iter().any(|judged| judged.is_right);
        let unexplained = unexplained(&wanted);
        Self { rules, levels, habits, shows_nothing, unexplained, wrong_tests }
    }

    /// What the mark of `rule` comes to.
    pub fn status(&self, rule: Rule) -> Status {
        let mark = self.rules.iter().find(|mark| mark.rule == rule);
        mark.map_or(Status::NotReached, |mark| mark.status)
    }
}

impl RuleMark {
    /// The share of tests that show the rule right, from 0 to 1. A test that ended before the rule was
    /// seen counts against it as half.
    #[doc(hidden)]
    pub fn share(&self) -> f64 {
        let of = f64::from(self.of) + f64::from(self.not_shown) / 2.0;
        if self.right == 0 { 0.0 } else { f64::from(self.right) / of }
    }
}

/// Whether every probe that can show a habit does.
fn is_everywhere(habit: Habit, tests: &[(&Test, &Outcome)]) -> bool {
    let probes = tests.iter().filter(|(test, _)| !test.counts());
    let mut telling = probes.filter(|(test, _)| habit.may_show_in(&test.answer.output)).peekable();
    let shows = |(_, outcome): &(&Test, &Outcome)| matches!(outcome, Outcome::Wrong(wrong) if wrong.habits.contains(&habit));
    telling.peek().is_some() && telling.all(shows)
}

/// The scripts that ask for an answer; the cards where there are no scripts.
fn wanted<'j, 't>(judged: &'j [Judged<'t>]) -> Vec<&'j Judged<'t>> {
    let has_scripts = judged.iter().any(|judged| judged.test.is_of_level());
    let is_wanted = |judged: &&Judged<'_>| {
        judged.test.is_of_level() == has_scripts && !judged.test.answer.output.is_empty()
    };
    judged.iter().filter(is_wanted).collect()
}

/// The share of scripts that end at a fault which no misreading explains, from 0 to 1.
fn unexplained(wanted: &[&Judged<'_>]) -> f64 {
    let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let open = wanted.iter().filter(|judged| judged.hides).count();
    count(open) / count(wanted.len().max(1))
}

/// An outcome, habits looked past.
struct Judged<'a> {
    test: &'a Test,
    is_right: bool,
    /// Rules of which one is to blame.
    suspected: Vec<Rule>,
    /// The rules that the answer shows to be right, unless they are blamed.
    shown: RuleSet,
    /// Whether the rest of the rules are left open by a fault that is not explained.
    hides: bool,
    /// Whether nothing was printed.
    is_silent: bool,
}

impl<'a> Judged<'a> {
    fn new(test: &'a Test, outcome: &Outcome, habits: &[Habit]) -> Self {
        let wrong = match outcome {
            Outcome::Same => return Self::right(test),
            Outcome::NotTaken => return Self::not_taken(test),
            Outcome::Wrong(wrong) => wrong,
        };
        let mut suspected = wrong.suspected.clone();
        let is_habit = wrong.habits.iter().all(|habit| habits.contains(habit));
        if !is_habit && suspected.is_empty() {
            suspected.push(wrong.leans);
        }
        let tells = |_: &&Rule| !test.answer.output.is_empty();
        let shown = wrong.shown.iter().filter(tells).copied().collect();
        // A fault that costs nothing hides nothing either.
        let is_settled = suspected.iter().any(|rule| rule.settled() != Settled::Ours);
        let hides = !wrong.is_explained && is_settled;
        let is_silent = wrong.ended.stdout.trim_ascii().is_empty();
        Self { test, is_right: suspected.is_empty(), suspected, shown, hides, is_silent }
    }

    /// Nothing printed shows nothing, though it is right where nothing is to be printed.
    fn right(test: &'a Test) -> Self {
        if test.answer.output.is_empty() {
            return Self::silent(test);
        }
        Self { shown: test.about(), is_silent: false, ..Self::silent(test) }
    }

    fn not_taken(test: &'a Test) -> Self {
        Self { is_right: false, is_silent: false, ..Self::silent(test) }
    }

    fn silent(test: &'a Test) -> Self {
        let (suspected, shown) = (Vec::new(), RuleSet::default());
        Self { test, is_right: true, suspected, shown, hides: false, is_silent: true }
    }
}

/// For each rule, how many tests have it right and wrong, and how many leave it open.
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
        let mark = |rule: Rule| {
            let [mut right, wrong, not_shown] = self.0.get(&rule).copied().unwrap_or_default();
            if rests_on(rule).is_some_and(is_hollow) {
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

/// The rule without which `rule` shows nothing: a program that never ends a game does not end it too early either,
/// and where no shot hits, none hits too much.
fn rests_on(rule: Rule) -> Option<Rule> {
    let row = RESTING.into_iter().find(|(_, resting)| resting.contains(&rule));
    row.map(|(on, _)| on)
}

/// Rules, and those that show nothing without them.
const RESTING: [(Rule, &[Rule]); 5] = [
    (Rule::VictoryWon, &[Rule::VictoryAtEnd, Rule::VictoryAllPlaced, Rule::VictoryNeedsAShip]),
    (Rule::ShootHit, &[Rule::ShootOwn, Rule::ShootNothing, Rule::ShootSeveral]),
    (Rule::FireHit, &[Rule::FireCarrier, Rule::TurnShotsAfresh]),
    (Rule::MoveForward, &[Rule::MoveDamage, Rule::MoveAnywhere, Rule::TurnMovesAfresh]),
    (Rule::SpySquare, &[Rule::SpyStays, Rule::TurnPlanesAfresh]),
];

fn levels(judged: &[Judged<'_>]) -> Vec<LevelMark> {
    let mark = |level| {
        let scripts = judged.iter().filter(|judged| judged.test.is_of_level());
        let of = scripts.filter(|judged| judged.test.level == level);
        let same = of.clone().filter(|judged| judged.is_right).count();
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
        let wrong = marks.rules.iter().filter(|mark| mark.of > mark.right);
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
            assert_eq!(mark.status == Status::NotSettled, mark.rule.settled() == Settled::Ours);
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

    /// A program that prints nothing is right where nothing is to be printed, and shows nothing.
    #[test]
    fn no_output_gives_no_credit() {
        let exam = Exam::new(&Plan { random: Some(8), seed: 1.into(), ..Plan::default() });
        let (programs, command) =
            (InMemory(|_: &[u8]| Ended::exited(0, "")), Command::new(["./ships"]));
        let program = ProgramUnderTest::new(&programs, &command);
        let outcome = |test: &Test| Outcome::new(test, program.run(b"").unwrap(), &program);
        let outcomes: Vec<_> = exam.tests().iter().map(outcome).collect();
        let marks = Marks::new(&exam, &outcomes);
        assert_eq!(marks.status(Rule::PictureFields), Status::Wrong);
        assert!(marks.rules.iter().all(|mark| mark.right == 0));
        assert!(Weights::default().score(&exam, &marks).abs() < 1e-9);
        assert!(marks.levels.iter().all(|level| level.same < level.of));
    }
}
