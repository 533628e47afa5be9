//! Results: of each submission, and over the class.

use super::journal::{Journal, Known};
use super::submission::Submission;
use broadside::lab::compare::Kind;
use broadside::lab::grade::{Exam, Marks, Outcome, Status, Weights, Wrong};
use broadside::lab::report::{Build, Finding};
use broadside::lab::rules::Rule;
use broadside::ports::programs::{Ended, Ending};
use std::cmp::Reverse;

/// All submissions with what they come to.
#[derive(Debug)]
pub(super) struct Class<'a> {
    pub(super) exam: &'a Exam,
    pub(super) weights: &'a Weights,
    /// In order of name.
    pub(super) graded: Vec<Graded<'a>>,
}

/// A submission with what it comes to.
#[derive(Debug)]
pub(super) struct Graded<'a> {
    pub(super) name: &'a str,
    pub(super) build: Build,
    pub(super) marks: Marks,
    pub(super) score: f64,
    pub(super) findings: Vec<Finding>,
    /// How many tests are done.
    done: usize,
    is_whole: bool,
}

/// A rule over the whole class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassRule {
    pub(super) rule: Rule,
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) not_reached: usize,
}

impl<'a> Class<'a> {
    /// What a journal knows of the submissions.
    pub(super) fn new(
        submissions: &'a [Submission],
        exam: &'a Exam,
        weights: &'a Weights,
        journal: &Journal,
    ) -> Self {
        let graded = |submission: &'a Submission| {
            Graded::new(&submission.name, exam, weights, journal.known(submission))
        };
        Self { exam, weights, graded: submissions.iter().map(graded).collect() }
    }

    /// Whether nothing is left to be done.
    pub(super) fn is_whole(&self) -> bool {
        self.graded.iter().all(|graded| graded.is_whole)
    }

    /// How many tests are done, and how many there are.
    pub(super) fn progress(&self) -> (usize, usize) {
        let done = self.graded.iter().map(|graded| graded.done).sum();
        (done, self.graded.len() * self.exam.tests().len())
    }

    /// Those that could not be run at all, and why.
    pub(super) fn unrunnable(&self) -> impl Iterator<Item = (&str, &str)> {
        self.graded.iter().filter_map(|graded| match &graded.build {
            Build::Impossible(message) => Some((graded.name, message.as_str())),
            Build::Ready(_) | Build::Failed(_) => None,
        })
    }

    /// The rules that count, those first that most have wrong.
    pub(super) fn worst_rules(&self) -> Vec<ClassRule> {
        let counts = |rule: &Rule| {
            let status = self.graded.first().map(|graded| graded.marks.status(*rule));
            self.exam.reaches(*rule) && status != Some(Status::NotSettled)
        };
        let mut rules: Vec<_> =
            Rule::ALL.into_iter().filter(counts).map(|rule| self.over_class(rule)).collect();
        rules.sort_by_key(|row| (row.right, Reverse(row.wrong)));
        rules
    }

    fn over_class(&self, rule: Rule) -> ClassRule {
        let with = |status| {
            self.graded.iter().filter(|graded| graded.marks.status(rule) == status).count()
        };
        let [right, wrong, not_reached] =
            [Status::Right, Status::Wrong, Status::NotReached].map(with);
        ClassRule { rule, right, wrong, not_reached }
    }
}

impl<'a> Graded<'a> {
    fn new(name: &'a str, exam: &Exam, weights: &Weights, known: Known) -> Self {
        let Known { start, tests, findings } = known;
        let nothing = Outcome::Wrong(Wrong {
            kind: Kind::Prints,
            line: None,
            suspected: Vec::new(),
            ended: Ended::new(Ending::Exited(0), []),
        });
        let outcome = |name: &String| tests.get(name).map(|answered| answered.outcome.clone());
        let outcomes: Vec<_> = exam.tests().iter().map(|test| outcome(&test.name)).collect();
        let done = outcomes.iter().flatten().count();
        let outcomes: Vec<_> = outcomes
            .into_iter()
            .map(|outcome| outcome.unwrap_or_else(|| nothing.clone()))
            .collect();
        let marks = Marks::new(exam, &outcomes);
        let score = rounded(weights.score(exam, &marks));
        let build = start.map_or(Build::Ready(String::new()), |start| start.build);
        let has_program = matches!(build, Build::Ready(_));
        let count = exam.tests().len();
        let is_whole = !has_program || (done == count && findings.is_some());
        let done = if has_program { done } else { count };
        Self { name, build, marks, score, findings: findings.unwrap_or_default(), done, is_whole }
    }
}

/// A score to the hundredth.
pub(super) fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
