//! A finding: the smallest script that shows one cause, and what it looks like.

use super::neighbours::neighbours;
use super::shrink::shrink;
use super::suspect::{beginning, lines};
use super::{Exhibit, Origin, Suspect};
use crate::lab::compare::Difference;
use crate::lab::draft::Draft;
use crate::lab::form;
use crate::lab::generate::is_unsettled;
use crate::lab::misreadings::{Misreading, Misreadings};
use crate::lab::model;
use crate::lab::reference::{self, Answer, End};
use crate::lab::rules::{Level, Rule};
use crate::ports::programs::Ending;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::cmp::Reverse;
use std::io;

/// How many scripts tell misreadings apart.
const NEIGHBOURS: usize = 120;

/// How many runs a script is worth that is made smaller.
const MANY_RUNS: u32 = 400;

/// The same, where each run takes its whole time.
const FEW_RUNS: u32 = 20;

/// What is wrong, with a script that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The script, our answer and what the program did.
    pub exhibit: Exhibit,
    /// Where the answers part, and why.
    pub difference: Difference,
    /// The rule that is broken, as far as it is known.
    pub rule: Option<Rule>,
    /// Whether the program does not do the same each time.
    pub is_flaky: bool,
    /// The misreadings that explain it, the best first.
    pub looks_like: Vec<Likeness>,
    /// In how many scripts it was seen.
    pub seen: u64,
    /// The script before it was made smaller.
    pub original: Vec<u8>,
    /// How many lines that had.
    pub from_lines: usize,
    /// How many runs of the program that took.
    pub runs: u32,
}

/// How well a misreading explains a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The misreading.
    pub misreading: Misreading,
    /// How many of the program's answers to scripts that are like that of the finding it gives too.
    pub agree: u32,
    /// How many such scripts there are.
    pub of: u32,
}

impl Likeness {
    /// Explanations that hold for less than 7 in 10 scripts are none.
    const fn is_good(&self) -> bool {
        self.agree * 10 >= self.of * 7
    }
}

impl Finding {
    /// Whether another finding is this one: the same cause, in a script of the same commands.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_flaky == other.is_flaky
            && self.difference.cause == other.difference.cause
            && (self.is_flaky || forms(&self.exhibit.draft) == forms(&other.exhibit.draft))
    }
}

impl Finding {
    /// A difference of which no more is known.
    pub(super) fn new(exhibit: Exhibit, difference: Difference) -> Self {
        Self {
            from_lines: exhibit.draft.lines(),
            original: exhibit.script.clone(),
            exhibit,
            difference,
            rule: None,
            is_flaky: false,
            looks_like: Vec::new(),
            seen: 1,
            runs: 0,
        }
    }

    /// Finds out whether it comes again, and how small a script shows it.
    ///
    /// # Errors
    /// As [`Programs::run`](crate::ports::programs::Programs::run).
    pub(super) fn examine(&mut self, suspect: &Suspect<'_>) -> io::Result<()> {
        let repeats = || repeats(suspect, &self.exhibit);
        self.is_flaky = !(repeats()? && repeats()?);
        if suspect.shrinks && !self.is_flaky { self.shrink(suspect) } else { Ok(()) }
    }

    /// Finds out what it looks like.
    ///
    /// # Errors
    /// As [`Programs::run`](crate::ports::programs::Programs::run).
    pub(super) fn explain(&mut self, suspect: &Suspect<'_>) -> io::Result<()> {
        if !self.is_flaky && self.exhibit.is_plain() {
            self.looks_like = looks_like(suspect, &self.exhibit, &self.original)?;
        }
        let explained = self.looks_like.first().map(|likeness| likeness.misreading.rule());
        self.rule = explained.or_else(|| self.broken_rule());
        Ok(())
    }

    /// Findings of the form of answers come first, then those of the first lessons, then small ones.
    pub(super) fn rank(&self) -> (bool, Level, usize) {
        let is_form = matches!(self.exhibit.origin, Origin::Probe(_) | Origin::Form(..));
        (!is_form, self.exhibit.draft.level(), self.exhibit.draft.lines())
    }

    /// Makes the script smaller as long as the program does the same wrong.
    fn shrink(&mut self, suspect: &Suspect<'_>) -> io::Result<()> {
        let explained = explanations(suspect, &self.exhibit);
        let may_lean = is_unsettled_end(&self.exhibit.answer);
        let keeps = |draft: &Draft| {
            let (origin, level) = (self.exhibit.origin.clone(), self.exhibit.level);
            if !may_lean && is_unsettled_end(&reference::run(draft)) {
                return Ok(false);
            }
            let candidate = suspect.try_out(origin, level, draft.clone())?;
            let difference = suspect.judge(&candidate);
            let is_same = difference.is_some_and(|found| found.cause == self.difference.cause);
            // Another mistake can have the same cause.
            let is_explained = |other: &Misreading| explains(suspect, *other, &candidate);
            Ok(is_same && (explained.is_empty() || explained.iter().any(is_explained)))
        };
        let most = if is_slow(&self.exhibit.ended.ending) { FEW_RUNS } else { MANY_RUNS };
        let cut = self.difference.at.map(|at| beginning(&self.exhibit.draft, at));
        let start = match cut {
            Some(cut) if keeps(&cut)? => cut,
            _ => self.exhibit.draft.clone(),
        };
        let shrunk = shrink(start, most, &keeps)?;
        self.runs += shrunk.runs + 1;
        let (origin, level) = (self.exhibit.origin.clone(), self.exhibit.level);
        let small = suspect.try_out(origin, level, shrunk.draft)?;
        if let Some(difference) = suspect.judge(&small)
            && difference.cause == self.difference.cause
        {
            (self.exhibit, self.difference) = (small, difference);
        }
        Ok(())
    }

    /// The rule that the line where the answers part is the first to reach.
    fn broken_rule(&self) -> Option<Rule> {
        let (at, draft) = (self.difference.at?, &self.exhibit.draft);
        let reached = |at| model::run(&beginning(draft, at).to_bytes(), Misreadings::NONE).reached;
        let before = lines(draft).take_while(|line| *line < at).last();
        let (before, after) = (before.map(reached).unwrap_or_default(), reached(at));
        let new = || after.iter().filter(|rule| !before.contains(*rule));
        let refusing = new().find(|rule| rule.reason().is_some());
        refusing.or_else(|| new().last())
    }
}

/// Whether the program does the same once more.
fn repeats(suspect: &Suspect<'_>, exhibit: &Exhibit) -> io::Result<bool> {
    let again = suspect.ask(&exhibit.script)?;
    Ok(again.stdout == exhibit.ended.stdout && again.ending == exhibit.ended.ending)
}

/// Whether each run takes its whole time.
const fn is_slow(ending: &Ending) -> bool {
    match ending {
        Ending::Timeout | Ending::Output | Ending::Memory => true,
        Ending::Exited(_) | Ending::Signal(_) | Ending::CannotStart(_) => false,
    }
}

/// Whether only our page settles how the script ends.
const fn is_unsettled_end(answer: &Answer) -> bool {
    matches!(answer.end, End::Refused(reason) if is_unsettled(reason))
}

/// The misreadings that give the program's answer.
fn explanations(suspect: &Suspect<'_>, exhibit: &Exhibit) -> Vec<Misreading> {
    let all = Misreading::ALL.into_iter();
    all.filter(|misreading| explains(suspect, *misreading, exhibit)).collect()
}

/// Whether a program with this misreading answers as the program did.
pub(super) fn explains(suspect: &Suspect<'_>, misreading: Misreading, exhibit: &Exhibit) -> bool {
    suspect.misread(&exhibit.script, misreading.into()) == exhibit.ended.stdout
}

/// The forms of all commands.
fn forms(draft: &Draft) -> Vec<String> {
    lines(draft).map(|at| form::of_line(draft, at)).collect()
}

/// The misreadings that give the program's answers to the script and to scripts like it and like the
/// one that it was made from, ranked.
fn looks_like(
    suspect: &Suspect<'_>,
    exhibit: &Exhibit,
    original: &[u8],
) -> io::Result<Vec<Likeness>> {
    let mut scripts = neighbours(&exhibit.script, NEIGHBOURS - NEIGHBOURS / 4);
    scripts.extend(neighbours(original, NEIGHBOURS - scripts.len()));
    let asked = scripts.into_par_iter().map(|script| {
        let stdout = suspect.ask(&script)?.stdout;
        Ok((script, stdout))
    });
    let answers = asked.collect::<io::Result<Vec<_>>>()?;
    let of = u32::try_from(answers.len()).unwrap_or(u32::MAX).saturating_add(1);
    let likeness = |misreading: Misreading| {
        let gives = |(script, stdout): &&(Vec<u8>, Vec<u8>)| {
            suspect.misread(script, misreading.into()) == *stdout
        };
        // Nothing explains a finding that does not give its own answer.
        let agree = explains(suspect, misreading, exhibit)
            .then(|| 1 + answers.iter().filter(gives).count())?;
        Some(Likeness { misreading, agree: u32::try_from(agree).unwrap_or(u32::MAX), of })
    };
    let mut all: Vec<_> = Misreading::ALL.into_par_iter().filter_map(likeness).collect();
    all.retain(Likeness::is_good);
    all.sort_by_key(|likeness| Reverse(likeness.agree));
    Ok(all)
}
