//! Finds the misreadings that explain the program's answers to the script of a finding and to
//! similar scripts.

use super::neighbours::{neighbours, similar};
use super::{Case, ProgramUnderTest};
use crate::cards::{self, Card};
use crate::compare::is_same_output;
use crate::draft::Draft;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::Rule;
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use std::cmp::Reverse;
use std::io;

/// The largest number of similar scripts that the program runs.
const NEIGHBOURS: usize = 120;

/// The largest number of drawn scripts that are similar to the script of the finding. Half as many
/// are drawn for the original script (the script before it was made smaller).
const CANDIDATES: usize = 500;

/// The largest number of cards that test whether the program leaves out a rule.
const FEW_CARDS: usize = 3;

/// How well a misreading explains a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The misreading.
    pub misreading: Misreading,
    /// The number of scripts for which our model with this misreading gives the program's answer.
    pub agree: u32,
    /// The number of scripts that were tried, including the script of the finding.
    pub of: u32,
}

/// A script, and the output that the program gave for it.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    script: Vec<u8>,
    stdout: Vec<u8>,
}

impl Answered {
    /// Whether our model with these misreadings gives the program's output.
    pub(super) fn is_by(&self, misreadings: Misreadings, program: &ProgramUnderTest<'_>) -> bool {
        program.gives(&self.script, misreadings, &self.stdout)
    }
}

impl Likeness {
    /// Whether the misreading explains at least 70 % of the answers.
    const fn is_good(&self) -> bool {
        self.agree * 10 >= self.of * 7
    }

    /// Whether `best` explains more answers than this misreading by at most 5 % of all answers.
    pub(super) const fn is_close_to(&self, best: &Self) -> bool {
        (best.agree - self.agree) * 20 <= best.of
    }
}

/// Returns the misreadings that explain the answer to `case` and most answers to similar scripts,
/// the best first. Leaves out a misreading if the program answers one of its cards rightly, or if
/// another misreading explains more cards (see [`drop_weaker`]). Also returns the similar scripts
/// that the program answers rightly, with these answers. If no misreading explains the answer to
/// `case`, runs no script and returns nothing.
pub(super) fn looks_like(
    program: &ProgramUnderTest<'_>,
    case: &Case,
    original: &Draft,
) -> io::Result<(Vec<Likeness>, Vec<Answered>)> {
    let mut explained = Vec::new();
    for one in explanations(program, case) {
        if !one.is_sweeping() || fails_cards(program, one)? {
            explained.push(one);
        }
    }
    if explained.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let scripts = similar_scripts(program, case, original, &explained);
    let if_failing = |one: Misreading| Ok(fails_cards(program, one)?.then_some(one));
    let explained = explained.into_par_iter().map(if_failing).collect::<io::Result<Vec<_>>>()?;
    let of = u32::try_from(scripts.len()).unwrap_or(u32::MAX).saturating_add(1);
    let asked = scripts.into_par_iter().map(|script| {
        let ended = program.run(&script)?;
        Ok(program.has_answered(&ended).then_some(Answered { script, stdout: ended.stdout }))
    });
    let answers = asked.collect::<io::Result<Vec<_>>>()?;
    let mut answers: Vec<_> = answers.into_iter().flatten().collect();
    let likeness = |misreading: Misreading| {
        let agreed = answers.iter().filter(|answer| answer.is_by(misreading.into(), program));
        let agree = u32::try_from(agreed.count()).unwrap_or(u32::MAX);
        Likeness { misreading, agree: agree.saturating_add(1), of }
    };
    let mut all: Vec<_> = explained.into_par_iter().flatten().map(likeness).collect();
    answers.retain(|answer| answer.is_by(Misreadings::NONE, program));
    all.retain(Likeness::is_good);
    all.sort_by_key(|likeness| Reverse(likeness.agree));
    drop_weaker(program, &mut all)?;
    Ok((all, answers))
}

/// Lets cards (small scripts made for certain misreadings) decide between the misreadings that are
/// close to the best. Removes a misreading if another one explains the same answers to cards,
/// and at least one more.
fn drop_weaker(program: &ProgramUnderTest<'_>, all: &mut Vec<Likeness>) -> io::Result<()> {
    let Some(best) = all.first().copied() else { return Ok(()) };
    let close = all.iter().filter(|likeness| likeness.is_close_to(&best));
    let close: Vec<_> = close.map(|likeness| likeness.misreading).collect();
    if close.len() < 2 {
        return Ok(());
    }
    let cards: Vec<_> = cards_of(&close).map(|card| card.script.as_bytes()).collect();
    let answers = cards.par_iter().map(|script| Ok(program.run(script)?.stdout));
    let answers = answers.collect::<io::Result<Vec<_>>>()?;
    let explained = |misreading: Misreading| {
        let asked = cards.iter().zip(&answers);
        asked.map(move |(script, stdout)| program.gives(script, misreading.into(), stdout))
    };
    let is_ahead = |one, two| explained(one).zip(explained(two)).any(|(one, two)| one && !two);
    let is_outdone =
        |one: &Misreading| close.iter().any(|two| is_ahead(*two, *one) && !is_ahead(*one, *two));
    let outdone: Vec<_> = close.iter().filter(|one| is_outdone(one)).collect();
    all.retain(|likeness| !outdone.contains(&&likeness.misreading));
    Ok(())
}

fn cards_of(misreadings: &[Misreading]) -> impl Iterator<Item = Card> {
    cards::all().filter(|card| misreadings.iter().any(|one| card.misreadings.contains(*one)))
}

/// Whether the program fails all cards of a misreading. If it answers one of these cards rightly,
/// it does not have this misreading.
pub(crate) fn fails_cards(
    program: &ProgramUnderTest<'_>,
    misreading: Misreading,
) -> io::Result<bool> {
    fails_all(program, cards_of(&[misreading]))
}

/// Whether the program fails all these cards. Ignores cards whose answers the accepted misreadings
/// change.
fn fails_all(
    program: &ProgramUnderTest<'_>,
    cards: impl Iterator<Item = Card>,
) -> io::Result<bool> {
    for card in cards {
        let (script, out) = (card.script.as_bytes(), card.out.as_bytes());
        if program.gives(script, Misreadings::NONE, out)
            && is_same_output(out, &program.run(script)?.stdout, program.lenience)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn explanations(program: &ProgramUnderTest<'_>, case: &Case) -> Vec<Misreading> {
    let all = Misreading::ALL.into_iter();
    all.filter(|misreading| explains(program, (*misreading).into(), case)).collect()
}

/// Returns the rules that explain the wrong output of `case`: without such a rule, our model gives
/// this output. Drops a rule if the program passes one of the first cards of this rule. Never drops
/// a rule that is a check, because a program may lack a check only in some cases.
pub(crate) fn left_out(program: &ProgramUnderTest<'_>, case: &Case) -> io::Result<Vec<Rule>> {
    let reached = model::run(&case.script, program.accepted).reached;
    let explains = |rule: &Rule| explains(program, Misreadings::NONE.without(*rule), case);
    let fails = |rule: Rule| {
        let without = Misreadings::NONE.without(rule);
        let needs_rule = |card: &Card| {
            card.rule == rule
                && !program.gives(card.script.as_bytes(), without, card.out.as_bytes())
        };
        let cards = cards::all().filter(needs_rule).take(FEW_CARDS);
        Ok((rule.is_check() || fails_all(program, cards)?).then_some(rule))
    };
    reached.iter().filter(explains).map(fails).filter_map(Result::transpose).collect()
}

/// Whether a program with these misreadings gives the wrong output of `case`. Misreadings do not
/// explain a crash, a timeout or a wrong exit status.
pub(super) fn explains(
    program: &ProgramUnderTest<'_>,
    misreadings: Misreadings,
    case: &Case,
) -> bool {
    program.has_answered(&case.ended)
        && !is_same_output(&case.answer.output, &case.ended.stdout, program.lenience)
        && program.gives(&case.script, misreadings, &case.ended.stdout)
}

/// Returns scripts like the script of the finding or like the original script. Scripts that tell
/// the misreadings apart come first, because only they can decide between the misreadings. A script
/// may come twice.
fn similar_scripts(
    program: &ProgramUnderTest<'_>,
    case: &Case,
    original: &Draft,
    explained: &[Misreading],
) -> Vec<Vec<u8>> {
    let near = similar(&case.draft, CANDIDATES).into_iter();
    let far = neighbours(original).take(CANDIDATES / 2);
    let (mut deciding, mut others) = (Vec::new(), Vec::new());
    for script in near.chain(far).map(|draft| draft.to_bytes()) {
        if tells_apart(program, explained, &script) {
            deciding.push(script);
        } else if others.len() < NEIGHBOURS {
            others.push(script);
        }
        if deciding.len() >= NEIGHBOURS {
            break;
        }
    }
    deciding.extend(others);
    deciding.truncate(NEIGHBOURS);
    deciding
}

fn tells_apart(program: &ProgramUnderTest<'_>, explained: &[Misreading], script: &[u8]) -> bool {
    let mut answers =
        explained.iter().map(|misreading| program.misread(script, (*misreading).into()));
    let first = answers.next();
    answers.any(|answer| Some(answer) != first)
}
