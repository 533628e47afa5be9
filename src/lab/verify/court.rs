//! Judges answers one after the other, and keeps what was found.

use super::finding::Finding;
use super::likeness::explains;
use super::suspect::beginning;
use super::{Exhibit, Origin, Suspect, Verdict};
use crate::lab::compare::Difference;
use crate::lab::misreadings::Misreadings;
use crate::lab::model;
use std::io;

/// The work on one program.
pub(super) struct Court<'a> {
    pub(super) suspect: Suspect<'a>,
    pub(super) verdict: Verdict,
    findings: usize,
    goes_on: &'a dyn Fn(&Verdict) -> bool,
}

impl<'a> Court<'a> {
    pub(super) fn new(
        suspect: Suspect<'a>,
        findings: usize,
        goes_on: &'a dyn Fn(&Verdict) -> bool,
    ) -> Self {
        Self { suspect, verdict: Verdict::default(), findings, goes_on }
    }

    /// Judges answers until it is enough.
    ///
    /// # Errors
    /// As [`Programs::run`](crate::ports::programs::Programs::run).
    pub(super) fn judge_all(
        &mut self,
        exhibits: impl IntoIterator<Item = io::Result<Exhibit>>,
    ) -> io::Result<()> {
        for exhibit in exhibits {
            if self.is_enough() {
                break;
            }
            self.judge(exhibit?)?;
        }
        Ok(())
    }

    /// Judges an answer.
    ///
    /// # Errors
    /// As [`Programs::run`](crate::ports::programs::Programs::run).
    pub(super) fn judge(&mut self, exhibit: Exhibit) -> io::Result<()> {
        let difference = self.suspect.judge(&exhibit);
        self.note_reached(&exhibit, difference.as_ref());
        self.verdict.scripts += u64::from(matches!(exhibit.origin, Origin::Random(_)));
        if let Some(difference) = difference {
            self.verdict.differing += 1;
            self.investigate(exhibit, difference)?;
        }
        Ok(())
    }

    /// Whether nothing more is to be tried.
    pub(super) fn is_enough(&self) -> bool {
        self.verdict.findings.len() >= self.findings || !(self.goes_on)(&self.verdict)
    }

    /// What was found, the simplest lesson first.
    pub(super) fn close(mut self) -> Verdict {
        self.verdict.findings.sort_by_key(Finding::rank);
        self.verdict
    }

    /// Notes the rules that were carried out up to where the answers part.
    fn note_reached(&mut self, exhibit: &Exhibit, difference: Option<&Difference>) {
        let script = match difference.map(|difference| difference.at) {
            None => exhibit.draft.to_bytes(),
            Some(Some(at)) => beginning(&exhibit.draft, at).to_bytes(),
            Some(None) => return,
        };
        for rule in model::run(&script, Misreadings::NONE).reached.iter() {
            *self.verdict.reached.entry(rule).or_default() += 1;
        }
    }

    /// Finds out whether a difference was met before.
    fn investigate(&mut self, exhibit: Exhibit, difference: Difference) -> io::Result<()> {
        if let Some(known) = self.explained(&exhibit) {
            self.verdict.findings[known].seen += 1;
            return Ok(());
        }
        let mut finding = Finding::new(exhibit, difference);
        let examined = finding.examine(&self.suspect);
        let findings = &mut self.verdict.findings;
        if let Some(known) = findings.iter_mut().find(|known| known.is_same(&finding)) {
            known.seen += 1;
            return examined;
        }
        // What was found when a person stops us is shown, explained or not.
        let explained = examined.and_then(|()| finding.explain(&self.suspect));
        findings.push(finding);
        explained
    }

    /// The finding whose best explanation gives what the program printed now, alone or together with
    /// those of the other findings.
    fn explained(&self, exhibit: &Exhibit) -> Option<usize> {
        let findings = self.verdict.findings.iter().enumerate();
        let known: Vec<_> = findings
            .filter_map(|(index, found)| Some((index, found.looks_like.first()?.misreading)))
            .collect();
        let gives = |misreadings| explains(&self.suspect, misreadings, exhibit);
        let alone = known.iter().find(|(_, misreading)| gives((*misreading).into()));
        let all: Misreadings = known.iter().map(|(_, misreading)| *misreading).collect();
        let together = || known.first().filter(|_| known.len() > 1 && gives(all));
        alone.or_else(together).map(|(index, _)| *index)
    }
}
