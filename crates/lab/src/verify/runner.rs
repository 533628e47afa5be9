//! Judges answers in order and collects the findings.

use super::evidence::Evidence;
use super::failing_case::{FailingCase, best_misreadings, repeats};
use super::likeness::explains;
use super::program::another_answer;
use super::{Case, Failure, Form, Origin, ProgramUnderTest, Verdict};
use crate::compare::{Cause, Difference, Kind, habitual};
use crate::habit::Habit;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::outputs::{INVALID, Spot};
use crate::rules::{Level, Rule, RuleSet};
use broadside_core::ports::programs::Ending;
use std::io;

/// The largest number of AI turns that are played twice, to check that both turns are the same.
const PLAYED_TWICE: u32 = 30;

/// The number of times that the script of a new finding is run again if a known finding is flaky
/// (does not show in each run).
const MANY_REPEATS: u32 = 8;

/// The largest number of runs, for all habits together, that check whether a habit (a mistake in
/// nearly every output) is flaky.
const MOST_DOUBTS: u32 = 3;

pub(super) struct Runner<'a> {
    pub(super) program: ProgramUnderTest<'a>,
    pub(super) verdict: Verdict,
    /// The level that the user asked for. Findings that concern only earlier levels count less,
    /// see `is_full`.
    pub(super) asked: Option<Level>,
    /// The forms of input (such as CRLF at line ends) for which the program gives wrong answers.
    pub(super) unread: Vec<Form>,
    /// The number of findings to look for.
    findings: usize,
    /// The number of findings, not yet merged, when `is_full` was called last.
    counted: usize,
    goes_on: &'a dyn Fn(&Verdict) -> bool,
    ai_turns: AiTurns,
    pub(super) evidence: Evidence,
    /// The level of each judged script.
    levels: Vec<Level>,
    /// The number of runs so far that have checked whether a habit is flaky.
    doubts: u32,
}

#[derive(Debug, Default)]
struct AiTurns {
    /// Whether the program has played a turn as an AI. Until then, a missing turn is no mistake.
    has_answered: bool,
    /// The first script without a turn: its index among all judged scripts, the case and the
    /// difference.
    unanswered: Option<(usize, Case, Difference)>,
    played_twice: u32,
}

impl<'a> Runner<'a> {
    pub(super) fn new(
        program: ProgramUnderTest<'a>,
        findings: usize,
        goes_on: &'a dyn Fn(&Verdict) -> bool,
    ) -> Self {
        Self {
            program,
            verdict: Verdict::default(),
            asked: None,
            unread: Vec::new(),
            findings,
            counted: 0,
            goes_on,
            ai_turns: AiTurns::default(),
            evidence: Evidence::default(),
            levels: Vec::new(),
            doubts: 0,
        }
    }

    /// Adds a finding and returns true if the program prints nothing for all probes (fixed scripts
    /// that run first), and either fails all probes or none. Where a right program prints nothing
    /// too, a failure does not matter. Returns false if a probe ends at the time limit, or if the
    /// answer is on standard error.
    pub(super) fn does_not_run(&mut self, probed: &[Case]) -> bool {
        // A right program prints something for the last probe.
        let Some(last) = probed.last() else { return false };
        let is_fine = |case: &Case| case.ended.ending == Ending::Exited(0);
        let is_silent = |case: &Case| {
            let Case { answer, ended, .. } = case;
            let is_silent = ended.stdout.is_empty() && ended.ending != Ending::Timeout;
            let is_elsewhere = || Habit::of_whole(&answer.output, ended).is_some();
            let is_like_last = || !is_elsewhere() && is_fine(case) == is_fine(last);
            is_silent && (answer.output.is_empty() || is_like_last())
        };
        if !probed.iter().all(is_silent) {
            return false;
        }
        let failing = probed.iter().find(|case| !is_fine(case) && !is_fine(last));
        let shown = failing.unwrap_or(last);
        let cause = Cause::new(Kind::Start, "", "an answer", shown.ended.ending.to_string());
        let spot = Spot::of_byte(&[], 0);
        self.add_unexamined(shown, Difference::new(&spot, None, cause));
        true
    }

    /// Adds a finding for each habit that the probes show. Later comparisons ignore these habits if
    /// they can.
    pub(super) fn look_past_habits(&mut self, probed: &[Case]) {
        let runs = probed.iter().map(|case| (&case.answer.output[..], &case.ended));
        for habit in Habit::of_all(runs, self.program.lenience) {
            let shown = probed.iter().filter(|case| habit.may_show_in(&case.answer.output));
            let mut shown: Vec<_> = shown.collect();
            // A finding about a rule of pictures should show a picture, so refusals come last.
            shown.sort_by_key(|case| {
                case.answer.output.starts_with(INVALID) && habit.rule().is_some()
            });
            let found = shown
                .into_iter()
                .find_map(|case| Some((case, habitual(&case.answer, &case.ended, habit)?)));
            if let Some((case, difference)) = found {
                self.add_unexamined(case, difference);
            }
            let lenience = habit.looked_past(self.program.lenience);
            self.program.lenience = lenience.unwrap_or(self.program.lenience);
        }
    }

    fn add_unexamined(&mut self, case: &Case, difference: Difference) {
        self.verdict.differing += 1;
        self.verdict.findings.push(FailingCase::new(case.clone(), difference));
    }

    pub(super) fn judge_all(
        &mut self,
        cases: impl IntoIterator<Item = io::Result<Case>>,
    ) -> io::Result<()> {
        let mut cases = cases.into_iter();
        while !self.is_enough()
            && let Some(case) = cases.next()
        {
            self.judge(case?)?;
        }
        Ok(())
    }

    /// Counts the scripts of `cases` that show known findings. Makes no new findings.
    pub(super) fn count_known(
        &mut self,
        cases: impl IntoIterator<Item = io::Result<Case>>,
    ) -> io::Result<()> {
        for case in cases {
            if !(self.goes_on)(&self.verdict) {
                break;
            }
            let (case, place) = (case?, self.levels.len());
            self.levels.push(case.level);
            let known = |difference| self.known(&case, &difference);
            if let Some(known) = self.program.judge(&case).and_then(known) {
                self.verdict.findings[known].seen += 1;
                self.verdict.findings[known].places.push(place);
            }
        }
        Ok(())
    }

    pub(super) fn judge(&mut self, case: Case) -> io::Result<()> {
        let place = self.levels.len();
        self.levels.push(case.level);
        if let Origin::Form(_, form) = case.origin
            && !self.changes_output(form, &case)?
        {
            return Ok(());
        }
        self.verdict.scripts += u64::from(matches!(case.origin, Origin::Random(_)));
        let turn = self.program.judge_as_ai(&case);
        let difference = if turn.is_some() { None } else { self.program.judge(&case) };
        let reached = reached(&case, difference.as_ref(), self.program.accepted);
        self.note(reached.iter());
        if let Some(form) = case.form() {
            self.note([form.rule()]);
        }
        let mut differences: Vec<_> = difference.into_iter().collect();
        if let Some(turn) = turn {
            differences = turn.differences;
            if turn.is_missing && !self.ai_turns.has_answered {
                let silence = differences.pop().map(|silence| (place, case, silence));
                self.ai_turns.unanswered = self.ai_turns.unanswered.take().or(silence);
                return Ok(());
            }
            self.note(turn.reached.iter());
            self.check_ai_repeats(&case, &mut differences)?;
        }
        self.verdict.differing += u64::from(!differences.is_empty());
        let (tried, differing) = self.verdict.levels.entry(case.level).or_default();
        *tried += 1;
        *differing += u64::from(!differences.is_empty());
        if differences.is_empty() {
            self.doubt_habits(&case)?;
            self.evidence.note_passed(&case, reached);
        }
        self.investigate_all(&case, place, differences)
    }

    fn investigate_all(
        &mut self,
        case: &Case,
        place: usize,
        differences: Vec<Difference>,
    ) -> io::Result<()> {
        let mut causes = Vec::new();
        for difference in differences {
            // A turn of an AI may break a rule several times. The script counts once.
            let is_new = !causes.contains(&difference.cause);
            causes.push(difference.cause.clone());
            if is_new && !self.is_enough() {
                let found = self.investigate(case.clone(), difference.clone())?;
                self.verdict.findings[found].places.push(place);
                self.evidence.note_failed(found, case, &difference, self.program.accepted);
            }
        }
        Ok(())
    }

    /// Whether a form of input changes the output, also in a second run. False if an earlier probe
    /// has already shown that this form changes the output.
    fn changes_output(&mut self, form: Form, case: &Case) -> io::Result<bool> {
        let plain = self.program.run_instead(case, case.draft.clone())?;
        let changes = plain.ended.stdout != case.ended.stdout
            && !self.unread.contains(&form)
            && repeats(&self.program, case)?;
        if changes {
            self.unread.push(form);
        } else {
            self.note([form.rule()]);
        }
        Ok(changes)
    }

    /// Checks whether habits are flaky. If the answer to `case` could show a known habit but is
    /// right, runs the probe of this habit again.
    fn doubt_habits(&mut self, case: &Case) -> io::Result<()> {
        let ours = &case.answer.output;
        let is_clean = case.ended.stdout == *ours;
        for finding in &mut self.verdict.findings {
            let is_missing = finding.habit().is_some_and(|habit| habit.may_show_in(ours));
            if is_clean && is_missing && !finding.is_flaky && self.doubts < MOST_DOUBTS {
                self.doubts += 1;
                finding.is_flaky = !repeats(&self.program, &finding.case)?;
            }
        }
        Ok(())
    }

    /// Checks that the program plays the same turn again for the same script. The turn also shows
    /// that the program can play as an AI, so the first script without a turn becomes a finding.
    fn check_ai_repeats(
        &mut self,
        case: &Case,
        differences: &mut Vec<Difference>,
    ) -> io::Result<()> {
        self.ai_turns.has_answered = true;
        if let Some((place, unanswered, silence)) = self.ai_turns.unanswered.take() {
            self.verdict.differing += 1;
            let found = self.investigate(unanswered, silence)?;
            self.verdict.findings[found].places.push(place);
        }
        if self.ai_turns.played_twice < PLAYED_TWICE {
            self.ai_turns.played_twice += 1;
            self.note([Rule::AiSame]);
            let again = self.program.run_capped(&case.script, &case.answer)?.stdout;
            if again != case.ended.stdout {
                differences.push(another_answer(&case.ended.stdout, &again));
            }
        }
        Ok(())
    }

    pub(super) fn is_enough(&mut self) -> bool {
        if self.counted < self.verdict.findings.len() {
            self.counted = self.verdict.findings.len();
            self.verdict.enough = self.is_full().then_some(self.findings);
        }
        self.verdict.enough.is_some() || !(self.goes_on)(&self.verdict)
    }

    /// Returns whether there are enough findings. If `most` is the number to look for, enough are
    /// `most` merged findings that cost marks and concern the level that the user asked for, or
    /// `2 * most` merged findings of any kind, or `4 * most` findings before the merge.
    fn is_full(&mut self) -> bool {
        let (asked, most) = (self.asked, self.findings);
        let counts = |finding: &&FailingCase| finding.concerns(asked) && !finding.is_unsettled();
        let is_many = |findings: &[FailingCase]| {
            findings.iter().filter(counts).count() >= most || findings.len() >= 2 * most
        };
        // Merging takes time, so it is done only if there may be enough findings.
        if !is_many(&self.verdict.findings) || self.counted >= 4 * most {
            return self.counted >= 4 * most;
        }
        let findings = self.verdict.findings.clone();
        self.merge();
        is_many(&std::mem::replace(&mut self.verdict.findings, findings))
    }

    pub(super) fn finish(mut self, outcome: io::Result<()>) -> Result<Verdict, Failure> {
        match outcome {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                self.verdict.is_interrupted = true;
            }
            outcome => outcome?,
        }
        self.merge();
        self.merge_loops();
        if self.program.accepts_unsettled {
            self.pass_over_unsettled();
        }
        self.verdict.findings.sort_by_key(|finding| finding.rank(self.asked));
        self.drop_surplus();
        Ok(self.verdict)
    }

    /// Removes the findings that cost no marks. Their scripts no longer count as different.
    fn pass_over_unsettled(&mut self) {
        let passed = self.verdict.findings.extract_if(.., |finding| finding.is_unsettled());
        let passed: Vec<_> = passed.collect();
        self.verdict.passed_over = passed.len();
        for place in passed.iter().flat_map(|finding| &finding.places) {
            self.verdict.differing = self.verdict.differing.saturating_sub(1);
            if let Some((_, differing)) = self.verdict.levels.get_mut(&self.levels[*place]) {
                *differing = differing.saturating_sub(1);
            }
        }
    }

    /// Drops findings if there are too many, first those that cost no marks.
    fn drop_surplus(&mut self) {
        let findings = &mut self.verdict.findings;
        while findings.len() > self.findings
            && let Some(last) = findings.iter().rposition(FailingCase::is_unsettled)
        {
            findings.remove(last);
        }
        // Findings that concern the asked level come first.
        let concerning = findings.iter().filter(|finding| finding.concerns(self.asked)).count();
        findings.drain(self.findings.min(concerning)..concerning);
    }

    pub(super) fn note(&mut self, reached: impl IntoIterator<Item = Rule>) {
        for rule in reached {
            *self.verdict.reached.entry(rule).or_default() += 1;
        }
    }

    fn investigate(&mut self, case: Case, difference: Difference) -> io::Result<usize> {
        if let Some(known) = self.known(&case, &difference) {
            self.verdict.findings[known].seen += 1;
            return Ok(known);
        }
        let (case, difference) = self.in_plain_form(case, difference)?;
        let mut finding = FailingCase::new(case, difference);
        // If the user stops the work here, the finding is kept without an explanation.
        let mut outcome = finding.examine(&self.program).and_then(|()| self.doubt(&mut finding));
        let findings = &self.verdict.findings;
        let mut known = findings.iter().position(|known| known.is_same(&finding));
        // A script may show several mistakes. `examine` has made the script smaller, so now the
        // script may show only a known mistake.
        if known.is_none() && outcome.is_ok() {
            known = self.named(&finding);
        }
        if known.is_none() {
            outcome = outcome.and_then(|()| finding.explain(&self.program));
            known = findings.iter().position(|known| known.is_same_explained(&finding));
        }
        let findings = &mut self.verdict.findings;
        let index = known.unwrap_or(findings.len());
        match known {
            Some(known) => findings[known].seen += 1,
            None => findings.push(finding),
        }
        outcome.map(|()| index)
    }

    fn doubt(&self, finding: &mut FailingCase) -> io::Result<()> {
        if finding.is_slow() || !self.verdict.findings.iter().any(|known| known.is_flaky) {
            return Ok(());
        }
        for _ in 0..MANY_REPEATS {
            finding.is_flaky = finding.is_flaky || !repeats(&self.program, &finding.case)?;
        }
        Ok(())
    }

    /// Returns the index of a known finding whose misreading (a known wrong way to read a rule) is
    /// certain and also explains the smallest script of `finding`.
    fn named(&self, finding: &FailingCase) -> Option<usize> {
        let gives = |misreading: Misreading| {
            let is_explainable = !finding.is_flaky && !finding.is_of_ai();
            is_explainable && explains(&self.program, misreading.into(), &finding.case)
        };
        let names = |known: &FailingCase| known.is_named() && known.best().is_some_and(gives);
        self.verdict.findings.iter().position(names)
    }

    /// Runs a random script again in plain form, if it has another form. If the cause stays the
    /// same, returns the new case. Otherwise, the form of input is to blame. An answer that changes
    /// from run to run shows nothing about the form: then returns the case unchanged.
    fn in_plain_form(
        &mut self,
        case: Case,
        difference: Difference,
    ) -> io::Result<(Case, Difference)> {
        let is_random = matches!(case.origin, Origin::Random(_));
        let Some(form) = case.form().filter(|_| is_random) else { return Ok((case, difference)) };
        if !repeats(&self.program, &case)? {
            return Ok((case, difference));
        }
        let plain = self.program.run_instead(&case, case.draft.clone())?;
        let mut found = self.program.differences(&plain).into_iter();
        if let Some(equal) = found.find(|found| found.cause == difference.cause) {
            return Ok((plain, equal));
        }
        self.unread.push(form);
        Ok((case, Difference { cause: form.cause(), ..difference }))
    }

    /// Returns the index of the known finding whose mistake `difference` shows, if this is clear
    /// without a run of the program.
    fn known(&self, case: &Case, difference: &Difference) -> Option<usize> {
        let findings = &self.verdict.findings;
        let is_word = |known: &FailingCase| known.is_word_of(case, difference);
        // A program may lose the output before a refusal. If the script also has the refused
        // command earlier, `compare` finds an early refusal, so the causes are not compared.
        let is_lost = Habit::of_whole(&case.answer.output, &case.ended) == Some(Habit::LostOutput);
        let is_same = |known: &FailingCase| {
            known.difference.cause == difference.cause && known.is_everywhere()
                || is_lost && known.habit() == Some(Habit::LostOutput)
        };
        let same = findings.iter().position(is_word).or_else(|| findings.iter().position(is_same));
        if same.is_some() || difference.cause.kind == Kind::Ai {
            return same;
        }
        let gives = |misreadings| explains(&self.program, misreadings, case);
        let best = |(index, known): (usize, &FailingCase)| Some((index, known.best()?));
        let named: Vec<_> = findings.iter().enumerate().filter_map(best).collect();
        let alone = named.iter().find(|(_, misreading)| gives((*misreading).into()));
        let together =
            || named.first().filter(|_| named.len() > 1 && gives(best_misreadings(findings)));
        alone.or_else(together).map(|(index, _)| *index)
    }
}

fn reached(case: &Case, difference: Option<&Difference>, accepted: Misreadings) -> RuleSet {
    let script = match difference.map(|difference| difference.at) {
        None => case.draft.to_bytes(),
        Some(Some(at)) => case.draft.beginning(at).to_bytes(),
        Some(None) => return RuleSet::default(),
    };
    model::run(&script, accepted).reached
}
