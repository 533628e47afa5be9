//! Judges answers one after the other, and keeps what was found.

use super::evidence::Evidence;
use super::failing_case::FailingCase;
use super::likeness::explains;
use super::program::another_answer;
use super::{Case, Form, Origin, ProgramUnderTest, Verdict};
use crate::compare::{Cause, Difference, Kind, habitual};
use crate::habit::Habit;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Level, Rule, RuleSet};
use broadside_core::ports::programs::Ending;
use std::io;

/// How many answers of the machine are asked for once more, to see whether they are the same.
const ASKED_AGAIN: u32 = 30;

/// The work on one program.
pub(super) struct Runner<'a> {
    pub(super) program: ProgramUnderTest<'a>,
    pub(super) verdict: Verdict,
    findings: usize,
    goes_on: &'a dyn Fn(&Verdict) -> bool,
    machine: Machine,
    evidence: Evidence,
    /// How many answers were judged.
    judged: usize,
    /// The level that was asked for.
    asked: Option<Level>,
    /// The forms of input that the program does not read.
    pub(super) unread: Vec<Form>,
}

/// What is known of the program as the machine.
#[derive(Debug, Default)]
struct Machine {
    /// Whether it has ever answered. Until then silence is no mistake: it may know nothing of it.
    has_answered: bool,
    /// The first script that it left without an answer.
    unanswered: Option<(Case, Difference)>,
    asked_again: u32,
}

impl<'a> Runner<'a> {
    pub(super) fn new(
        program: ProgramUnderTest<'a>,
        findings: usize,
        goes_on: &'a dyn Fn(&Verdict) -> bool,
    ) -> Self {
        let (verdict, machine) = (Verdict::default(), Machine::default());
        let (evidence, judged, asked) = (Evidence::default(), 0, None);
        let unread = Vec::new();
        Self { program, verdict, findings, goes_on, machine, evidence, judged, asked, unread }
    }

    /// The work at a level: findings of lessons before it count less.
    pub(super) const fn at(mut self, asked: Option<Level>) -> Self {
        self.asked = asked;
        self
    }

    /// Whether the program fails on all probes without a word; then that is the one finding.
    pub(super) fn does_not_run(&mut self, probed: &[Case]) -> bool {
        let fails = |case: &Case| {
            let ended = &case.ended;
            let fails = !matches!(ended.ending, Ending::Exited(0) | Ending::Timeout);
            fails && ended.stdout.is_empty()
        };
        let Some(first) = probed.first().filter(|_| probed.iter().all(fails)) else { return false };
        let (form, expected) = (String::new(), "an answer".to_owned());
        let got = first.ended.ending.to_string();
        let cause = Cause { kind: Kind::Start, form, expected, got };
        let difference = Difference { byte: 0, line: 1, column: 1, at: None, cause };
        self.verdict.differing += 1;
        self.verdict.findings.push(FailingCase::new(first.clone(), difference));
        true
    }

    /// Notes the habits of form that every probe shows, so that other mistakes are seen behind them.
    pub(super) fn look_past_habits(&mut self, probed: &[Case]) {
        let ended = probed.iter().filter(|case| matches!(case.ended.ending, Ending::Exited(_)));
        let outputs = ended.map(|case| (&case.answer.output[..], &case.ended.stdout[..]));
        for habit in Habit::of_all(&outputs, self.program.lenience) {
            let shown = probed.iter().filter(|case| habit.may_show_in(&case.answer.output));
            let found = { shown }
                .find_map(|case| Some((case, habitual(&case.answer, &case.ended.stdout, habit)?)));
            if let Some((case, difference)) = found {
                self.verdict.differing += 1;
                self.verdict.findings.push(FailingCase::new(case.clone(), difference));
            }
            let lenience = habit.looked_past(self.program.lenience);
            self.program.lenience = lenience.unwrap_or(self.program.lenience);
        }
    }

    /// Judges answers until it is enough.
    ///
    /// # Errors
    /// When the program cannot be run: see [`Programs::run`](broadside_core::ports::programs::Programs::run).
    pub(super) fn judge_all(
        &mut self,
        cases: impl IntoIterator<Item = io::Result<Case>>,
    ) -> io::Result<()> {
        for case in cases {
            if self.is_enough() {
                break;
            }
            self.judge(case?)?;
        }
        Ok(())
    }

    /// Judges an answer.
    ///
    /// # Errors
    /// When the program cannot be run: see [`Programs::run`](broadside_core::ports::programs::Programs::run).
    pub(super) fn judge(&mut self, case: Case) -> io::Result<()> {
        let place = self.judged;
        self.judged += 1;
        self.verdict.scripts += u64::from(matches!(case.origin, Origin::Random(_)));
        let mut differences = self.program.differences(&case);
        let of_rules = differences.first().filter(|first| first.cause.kind != Kind::Ai);
        self.note_reached(&case, of_rules);
        if let Some((start, judgement)) = self.program.judge_as_ai(&case) {
            if case.ended.stdout.len() == start && !self.machine.has_answered {
                let silence = differences.pop().map(|silence| (case, silence));
                self.machine.unanswered = self.machine.unanswered.take().or(silence);
                return Ok(());
            }
            self.note(&judgement.reached);
            self.check_ai_repeats(&case, &mut differences)?;
        }
        self.verdict.differing += u64::from(!differences.is_empty());
        let (tried, differing) = self.verdict.levels.entry(case.level).or_default();
        *tried += 1;
        *differing += u64::from(!differences.is_empty());
        if differences.is_empty() {
            self.evidence.note_passed(&case);
        }
        for difference in differences {
            if !self.is_enough() {
                let found = self.investigate(case.clone(), difference.clone())?;
                self.verdict.findings[found].places.push(place);
                self.evidence.note_failed(found, &case, &difference);
            }
        }
        Ok(())
    }

    /// A program that answers as the machine once has to do so always, and twice alike.
    fn check_ai_repeats(
        &mut self,
        case: &Case,
        differences: &mut Vec<Difference>,
    ) -> io::Result<()> {
        self.machine.has_answered = true;
        if let Some((unanswered, silence)) = self.machine.unanswered.take() {
            self.verdict.differing += 1;
            self.investigate(unanswered, silence)?;
        }
        if self.machine.asked_again < ASKED_AGAIN {
            self.machine.asked_again += 1;
            self.note(&[Rule::AiSame].into_iter().collect());
            let again = self.program.run_capped(&case.script, &case.answer)?.stdout;
            if again != case.ended.stdout {
                differences.push(another_answer(&case.ended.stdout, &again));
            }
        }
        Ok(())
    }

    /// Whether nothing more is to be tried. What only our page settles takes no place from what counts.
    pub(super) fn is_enough(&self) -> bool {
        let findings = &self.verdict.findings;
        let counts =
            |finding: &&FailingCase| finding.concerns(self.asked) && !finding.is_unsettled();
        let is_full = findings.iter().filter(counts).count() >= self.findings
            || findings.len() >= 2 * self.findings;
        is_full || !(self.goes_on)(&self.verdict)
    }

    /// What was found, the simplest lesson first, those before the level asked for behind the others.
    pub(super) fn close(mut self) -> Verdict {
        self.evidence.settle(&self.program, &mut self.verdict.findings);
        self.merge_explained();
        let mut findings = std::mem::take(&mut self.verdict.findings);
        // Findings that tell less come behind those that they may belong to.
        let is_vague = |finding: &FailingCase| {
            let Cause { kind, form, .. } = &finding.difference.cause;
            *kind == Kind::Word && form.is_empty() || *kind == Kind::Reason
        };
        findings.sort_by_key(|finding| (is_vague(finding), finding.rank(self.asked)));
        for finding in findings {
            let mut known = self.verdict.findings.iter_mut();
            let is_same = |known: &&mut FailingCase| {
                let is_word = known.is_word_of(&finding.case, &finding.difference);
                let is_named_alike = known.best().is_some() && known.best() == finding.best();
                let is_same = known.is_same_blamed(&finding) || known.has_check_of(&finding);
                is_word || is_named_alike || is_same
            };
            match known.find(is_same) {
                Some(known) => {
                    known.seen += finding.seen;
                    known.places.extend(finding.places);
                }
                None => self.verdict.findings.push(finding),
            }
        }
        self.verdict.findings.sort_by_key(|finding| finding.rank(self.asked));
        self.drop_unsettled();
        self.verdict
    }

    /// Drops the last of those that only our page settles, where there are more findings than were asked for.
    fn drop_unsettled(&mut self) {
        let findings = &mut self.verdict.findings;
        while findings.len() > self.findings
            && let Some(last) = findings.iter().rposition(FailingCase::is_unsettled)
        {
            findings.remove(last);
        }
    }

    /// Notes the rules that were carried out up to where the answers part.
    fn note_reached(&mut self, case: &Case, difference: Option<&Difference>) {
        let script = match difference.map(|difference| difference.at) {
            None => case.draft.to_bytes(),
            Some(Some(at)) => case.draft.beginning(at).to_bytes(),
            Some(None) => return,
        };
        self.note(&model::run(&script, Misreadings::NONE).reached);
    }

    /// Counts rules.
    pub(super) fn note(&mut self, reached: &RuleSet) {
        for rule in reached.iter() {
            *self.verdict.reached.entry(rule).or_default() += 1;
        }
    }

    /// Finds out whether a difference was met before; gives the index of its finding.
    fn investigate(&mut self, case: Case, difference: Difference) -> io::Result<usize> {
        if let Some(known) = self.explained(&case, &difference) {
            self.verdict.findings[known].seen += 1;
            return Ok(known);
        }
        let (case, difference) = self.in_plain_form(case, difference)?;
        let mut finding = FailingCase::new(case, difference);
        let examined = finding.examine(&self.program);
        let findings = &mut self.verdict.findings;
        if let Some(known) = findings.iter().position(|known| known.is_same(&finding)) {
            findings[known].seen += 1;
            return examined.map(|()| known);
        }
        // Made small, a script that shows several mistakes may show one that is known.
        if let Some(known) = self.named(&finding).filter(|_| examined.is_ok()) {
            self.verdict.findings[known].seen += 1;
            return Ok(known);
        }
        // What was found when a person stops us is shown, explained or not.
        let explained = examined.and_then(|()| finding.explain(&self.program));
        let findings = &mut self.verdict.findings;
        if let Some(known) = findings.iter().position(|known| known.is_same_explained(&finding)) {
            findings[known].seen += 1;
            return explained.map(|()| known);
        }
        findings.push(finding);
        explained.map(|()| findings.len() - 1)
    }

    /// The finding whose name, which is sure, gives what the program prints for the smallest script of another.
    fn named(&self, finding: &FailingCase) -> Option<usize> {
        let gives = |misreading: Misreading| {
            !finding.is_flaky && explains(&self.program, misreading.into(), &finding.case)
        };
        let names = |known: &FailingCase| known.is_named() && known.best().is_some_and(gives);
        self.verdict.findings.iter().position(names)
    }

    /// Leaves out each finding whose script shows what other findings have names for.
    fn merge_explained(&mut self) {
        let findings = &mut self.verdict.findings;
        let names: Misreadings = findings.iter().filter_map(FailingCase::best).collect();
        let mut number = 0;
        while number < findings.len() {
            let found = &findings[number];
            let is_it = |known: &FailingCase| {
                found.is_explained_by(known, names, &self.program) || known.misplaces(found)
            };
            match findings.iter().position(is_it) {
                Some(known) => {
                    let same = findings.remove(number);
                    let known = if known > number { known - 1 } else { known };
                    findings[known].seen += same.seen;
                    findings[known].places.extend(same.places);
                }
                None => number += 1,
            }
        }
    }

    /// A random script in another form of input: written plainly if that shows the same; else the form
    /// is the cause.
    fn in_plain_form(
        &mut self,
        case: Case,
        difference: Difference,
    ) -> io::Result<(Case, Difference)> {
        let Origin::Random(number) = case.origin else { return Ok((case, difference)) };
        let Some(form) = Form::of_random(number).filter(|_| !case.is_plain()) else {
            return Ok((case, difference));
        };
        let plain = self.program.try_out(case.origin.clone(), case.level, case.draft.clone())?;
        let found = self.program.differences(&plain).into_iter();
        if let Some(equal) = { found }.find(|found| found.cause == difference.cause) {
            return Ok((plain, equal));
        }
        self.unread.push(form);
        let (form, expected) = (form.name().to_owned(), "the same answer".to_owned());
        let got = "another answer".to_owned();
        let difference =
            Difference { cause: Cause { kind: Kind::Prints, form, expected, got }, ..difference };
        Ok((case, difference))
    }

    /// The finding that a difference belongs to, as far as that is seen without another run: that of
    /// the same cause where this shows in scripts of any kind, else that whose best explanation gives
    /// what the program printed now, alone or together with those of the other findings.
    fn explained(&self, case: &Case, difference: &Difference) -> Option<usize> {
        let findings = self.verdict.findings.iter().enumerate();
        let ends_here = |found: &FailingCase| found.is_word_of(case, difference);
        if let Some((index, _)) = findings.clone().find(|(_, found)| ends_here(found)) {
            return Some(index);
        }
        let is_same = |found: &FailingCase| found.difference.cause == difference.cause;
        let mut same =
            findings.clone().filter(|(_, found)| is_same(found) && found.is_everywhere());
        if let Some((index, _)) = same.next() {
            return Some(index);
        }
        if difference.cause.kind == Kind::Ai {
            return None;
        }
        let known: Vec<_> = findings
            .filter_map(|(index, found)| Some((index, found.looks_like.first()?.misreading)))
            .collect();
        let gives = |misreadings| explains(&self.program, misreadings, case);
        let alone = known.iter().find(|(_, misreading)| gives((*misreading).into()));
        let all: Misreadings = known.iter().map(|(_, misreading)| *misreading).collect();
        let together = || known.first().filter(|_| known.len() > 1 && gives(all));
        alone.or_else(together).map(|(index, _)| *index)
    }
}
