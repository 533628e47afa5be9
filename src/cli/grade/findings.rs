//! Searches for the causes of wrong answers: the findings of a submission.

use super::journal::Known;
use super::work::{Ready, Work};
use crate::cli::exit::{Failure, Result};
use broadside::lab::grade::{Marks, Outcome, Test, Weights};
use broadside::lab::report::{Finding, Text};
use broadside::lab::verify::{self, Case, FailingCase, ProgramUnderTest};
use broadside::ports::programs::Ended;
use std::io;

/// A finding (an explained mistake) keeps this many bytes of an output after the first difference.
const LONGEST_OUTPUT: usize = 32 << 10;

impl Work<'_> {
    /// Sorts the tests. First come the probes: scripts that do not count, but show how the program
    /// prints. Then come the tests that cost most points by the default weights. The weights of the
    /// course are not used, because they may change later, while the findings in the journal stay.
    fn sort_by_loss(&self, tests: &mut [&Test], known: &Known) {
        let weights = Weights::default().settled_by(self.options.settled);
        let marks = Marks::new(self.exam, &known.outcomes(self.exam));
        let lost = weights.lost(self.exam, &marks);
        let points = |test: &Test| lost.get(&*test.name).copied().unwrap_or_default();
        tests.sort_by(|a, b| a.counts().cmp(&b.counts()).then(points(b).total_cmp(&points(a))));
    }

    pub(super) fn findings(&self, ready: &Ready<'_>) -> Result<Vec<Finding>> {
        let program = ready.program(self);
        let known = self.journal.known(ready.submission);
        // A probe with a right answer shows which habits (mistakes in nearly every output) the
        // program does not have.
        let is_used = |test: &&Test| match known.tests.get(&test.name).map(|known| &known.outcome) {
            Some(Outcome::Wrong(..)) => true,
            Some(Outcome::Same) => !test.counts(),
            Some(Outcome::NotTaken) | None => false,
        };
        let mut tests: Vec<_> = self.exam.tests().iter().filter(is_used).collect();
        self.sort_by_loss(&mut tests, &known);
        let wrong = tests.iter().filter_map(|test| case(test, &known, &program));
        let most = usize::from(self.options.findings);
        let verdict = verify::investigate(wrong, program, most, &|_| !self.stop.is_set());
        let verdict = match verdict {
            Ok(verdict) if !verdict.is_interrupted && !self.stop.is_set() => verdict,
            Ok(_) => return Err(Failure::Run(io::ErrorKind::Interrupted.into())),
            Err(verify::Failure::System(error)) => return Err(Failure::Run(error)),
            Err(verify::Failure::CannotStart(reason)) => {
                return Err(Failure::Run(io::Error::other(reason)));
            }
        };
        let (program, seed) = (&ready.submission.name, self.options.seed.to_string());
        let finding = |found: &FailingCase| {
            let names = found.places.iter().filter_map(|place| tests.get(*place));
            let tests = names.map(|test| test.name.clone()).collect();
            cut(Finding { tests, ..found.finding(program, &seed) })
        };
        Ok(verdict.findings.iter().map(finding).collect())
    }
}

/// Cuts long outputs, because the reader looks only at the first difference.
fn cut(mut finding: Finding) -> Finding {
    let first = finding.first_difference;
    let printed = finding.printed_difference.unwrap_or(first);
    for (text, place) in [(&mut finding.expected, first), (&mut finding.got, printed)] {
        let most = place.byte.saturating_add(LONGEST_OUTPUT);
        if text.len() > most {
            *text = Text([&text[..most], b"\n(cut here)"].concat());
        }
    }
    finding
}

/// Returns a test with the answer of the program, or `None` if the test was not taken. If the
/// output was not kept, the program runs again.
fn case(test: &Test, known: &Known, program: &ProgramUnderTest<'_>) -> Option<io::Result<Case>> {
    let answered = known.tests.get(&test.name)?;
    match &answered.outcome {
        Outcome::NotTaken => None,
        Outcome::Same => Some(Ok(test.case(Ended::exited(0, test.answer.output.clone())))),
        Outcome::Wrong(_, ended) if answered.is_whole => Some(Ok(test.case(ended.clone()))),
        Outcome::Wrong(..) => {
            let ended = program.run_capped(&test.script, &test.answer);
            Some(ended.map(|ended| test.case(ended)))
        }
    }
}
