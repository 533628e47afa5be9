//! What came of one test.

use super::exam::Test;
use crate::compare::{Difference, Kind};
use crate::draft::At;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Rule, RuleSet};
use crate::verify::{ProgramUnderTest, explanations};
use broadside_core::ports::programs::{Ended, Ending};

/// What came of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer is right.
    Same,
    /// It is not.
    Wrong(Wrong),
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What is wrong.
    pub kind: Kind,
    /// The number of the line of the script where the answers part, from 1, if one is known.
    pub line: Option<usize>,
    /// Rules of which one may be to blame; none where that cannot be told.
    pub suspected: Vec<Rule>,
    /// What the program did.
    pub ended: Ended,
}

impl Outcome {
    /// What came of `test` when the program of `program` did what `ended` tells.
    pub fn new(test: &Test, ended: Ended, program: &ProgramUnderTest<'_>) -> Self {
        let case = test.case(ended);
        let Some(difference) = program.judge(&case) else { return Self::Same };
        let mut suspected = Vec::new();
        // A program that was stopped would have printed more: what it printed explains nothing.
        if matches!(case.ended.ending, Ending::Exited(_)) {
            suspected.extend(explanations(program, &case).into_iter().map(Misreading::rule));
        }
        if suspected.is_empty() {
            suspected.extend(unexplained(test, &difference));
        }
        suspected.sort_unstable();
        suspected.dedup();
        let line = difference.at.map(|at| test.draft.line_number(at));
        Self::Wrong(Wrong { kind: difference.cause.kind, line, suspected, ended: case.ended })
    }
}

/// The rule that is broken where no misreading gives the program's answer: the one that a card is
/// about, if it was reached; else the one that refuses what the program accepts. What is wrong in a
/// picture may have been wrong long before.
fn unexplained(test: &Test, difference: &Difference) -> Option<Rule> {
    let reached = reached_with(test, difference.at?);
    if let Some(rule) = test.rule {
        return Some(rule).filter(|rule| reached.contains(*rule));
    }
    let before = reached_before(test, difference.at?);
    let refuses = |rule: &Rule| rule.reason().is_some() && !before.contains(*rule);
    let is_refused = matches!(difference.cause.kind, Kind::Accepts | Kind::Reason);
    reached.iter().find(refuses).filter(|_| is_refused)
}

/// The rules that are carried out before the line of this number, from 1.
pub(super) fn reached_before_line(test: &Test, line: usize) -> RuleSet {
    let at = test.draft.places().find(|at| test.draft.line_number(*at) == line);
    at.map_or_else(RuleSet::default, |at| reached_before(test, at))
}

fn reached_before(test: &Test, at: At) -> RuleSet {
    let before = test.draft.places().take_while(|line| *line < at).last();
    before.map(|at| reached_with(test, at)).unwrap_or_default()
}

fn reached_with(test: &Test, at: At) -> RuleSet {
    model::run(&test.draft.beginning(at).to_bytes(), Misreadings::NONE).reached
}
