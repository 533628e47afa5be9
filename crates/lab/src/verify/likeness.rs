//! What a finding looks like: the misreadings that explain the program's answers.

use super::neighbours::neighbours;
use super::{Case, ProgramUnderTest};
use crate::cards::{self, Card};
use crate::compare::is_same_output;
use crate::draft::Draft;
use crate::misreadings::{Misreading, Misreadings};
use broadside_core::ports::programs::{Ended, Ending};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use std::cmp::Reverse;
use std::io;

/// How many scripts tell misreadings apart.
const NEIGHBOURS: usize = 120;

/// How many are looked at to find some on which the misreadings that are left do not agree.
const CANDIDATES: usize = 500;

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

/// A script, and what the program printed for it before it came to an end of its own.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    script: Vec<u8>,
    stdout: Vec<u8>,
}

impl Answered {
    /// Whether a program with these misreadings gives this answer.
    pub(super) fn is_by(&self, misreadings: Misreadings, program: &ProgramUnderTest<'_>) -> bool {
        program.gives(&self.script, misreadings, &self.stdout)
    }
}

impl Likeness {
    /// Explanations that hold for less than 7 in 10 scripts are none.
    const fn is_good(&self) -> bool {
        self.agree * 10 >= self.of * 7
    }

    /// Whether it explains nearly as much as `best`, so that neither is sure.
    pub(super) const fn is_close_to(&self, best: &Self) -> bool {
        (best.agree - self.agree) * 20 <= best.of
    }
}

/// The misreadings that give the program's answers to the script and to scripts like it and like the
/// one that it was made from, ranked; and those of the answers that are right.
///
/// # Errors
/// When the program cannot be run: see [`Programs::run`](broadside_core::ports::programs::Programs::run).
pub(super) fn looks_like(
    program: &ProgramUnderTest<'_>,
    case: &Case,
    original: &Draft,
) -> io::Result<(Vec<Likeness>, Vec<Answered>)> {
    let explained = explanations(program, case);
    if explained.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let scripts = telling(program, case, original, &explained);
    let explained = failing_their_cards(program, explained)?;
    let of = u32::try_from(scripts.len()).unwrap_or(u32::MAX).saturating_add(1);
    let asked = scripts.into_par_iter().map(|script| {
        let ended = program.run(&script)?;
        Ok(has_answered(&ended).then_some(Answered { script, stdout: ended.stdout }))
    });
    let answers = asked.collect::<io::Result<Vec<_>>>()?;
    let mut answers: Vec<_> = answers.into_iter().flatten().collect();
    let likeness = |misreading: Misreading| {
        let agreed = answers.iter().filter(|answer| answer.is_by(misreading.into(), program));
        let agree = u32::try_from(agreed.count()).unwrap_or(u32::MAX);
        Likeness { misreading, agree: agree.saturating_add(1), of }
    };
    let mut all: Vec<_> = explained.into_par_iter().map(likeness).collect();
    answers.retain(|answer| answer.is_by(Misreadings::NONE, program));
    all.retain(Likeness::is_good);
    all.sort_by_key(|likeness| Reverse(likeness.agree));
    drop_outdone(program, &mut all)?;
    Ok((all, answers))
}

/// Where several explain nearly the same: drops one if another gives the program's answer to a card of
/// theirs that it does not give, and never the other way round.
fn drop_outdone(program: &ProgramUnderTest<'_>, all: &mut Vec<Likeness>) -> io::Result<()> {
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
    let is_outdone = |one| close.iter().any(|two| is_ahead(*two, one) && !is_ahead(one, *two));
    let outdone: Vec<_> = close.iter().copied().filter(|one| is_outdone(*one)).collect();
    all.retain(|likeness| !outdone.contains(&likeness.misreading));
    Ok(())
}

/// The cards that were made for some of these misreadings.
fn cards_of(misreadings: &[Misreading]) -> impl Iterator<Item = Card> {
    cards::all().filter(|card| misreadings.iter().any(|one| card.misreadings.contains(*one)))
}

/// The misreadings whose own cards the program fails, all of them: who passes one has another fault.
fn failing_their_cards(
    program: &ProgramUnderTest<'_>,
    explained: Vec<Misreading>,
) -> io::Result<Vec<Misreading>> {
    let mut failing = Vec::new();
    for misreading in explained {
        let mut fails = true;
        for card in cards_of(&[misreading]) {
            let is_accepted =
                program.gives(card.script.as_bytes(), Misreadings::NONE, card.out.as_bytes());
            let passes = is_accepted && {
                let stdout = program.run(card.script.as_bytes())?.stdout;
                is_same_output(card.out.as_bytes(), &stdout, program.lenience)
            };
            fails &= !passes;
        }
        if fails {
            failing.push(misreading);
        }
    }
    Ok(failing)
}

/// The misreadings that give the program's answer. Nothing else can explain a finding.
pub(crate) fn explanations(program: &ProgramUnderTest<'_>, case: &Case) -> Vec<Misreading> {
    let all = Misreading::ALL.into_iter();
    all.filter(|misreading| explains(program, (*misreading).into(), case)).collect()
}

/// Whether a program with these misreadings answers as the program did.
pub(super) fn explains(
    program: &ProgramUnderTest<'_>,
    misreadings: Misreadings,
    case: &Case,
) -> bool {
    has_answered(&case.ended) && program.gives(&case.script, misreadings, &case.ended.stdout)
}

/// Whether a program came to an end of its own. A misreading explains no crash and no endless loop,
/// whatever was printed before.
const fn has_answered(ended: &Ended) -> bool {
    matches!(ended.ending, Ending::Exited(_))
}

/// Scripts like that of a finding: those first on which the explanations do not agree.
fn telling(
    program: &ProgramUnderTest<'_>,
    case: &Case,
    original: &Draft,
    explained: &[Misreading],
) -> Vec<Vec<u8>> {
    let near = neighbours(&case.draft).take(CANDIDATES);
    let far = neighbours(original).take(CANDIDATES / 2);
    let (mut telling, mut others) = (Vec::new(), Vec::new());
    for script in near.chain(far).map(|draft| draft.to_bytes()) {
        if parts(program, explained, &script) {
            telling.push(script);
        } else if others.len() < NEIGHBOURS {
            others.push(script);
        }
        if telling.len() >= NEIGHBOURS {
            break;
        }
    }
    telling.extend(others);
    telling.truncate(NEIGHBOURS);
    telling
}

/// Whether programs with these misreadings do not all give one answer.
fn parts(program: &ProgramUnderTest<'_>, explained: &[Misreading], script: &[u8]) -> bool {
    let mut answers =
        explained.iter().map(|misreading| program.misread(script, (*misreading).into()));
    let first = answers.next();
    answers.any(|answer| Some(answer) != first)
}
