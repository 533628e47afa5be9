//! Makes the script of a difference small, and keeps the cause.
//!
//! "Any difference" would slip from one bug to another; so a smaller script counts only if the
//! program differs from us for the same [`Cause`]. Scripts are cut by their structure: groups,
//! commands, a ship with its number in `SET_FLEET`. The past is replaced by what SAVE writes of it. Our
//! own answer tells beforehand that most candidates cannot work, and costs nothing; only the others
//! are run.
//!
//! The program is a function from scripts to what it did, which may say that it is time to stop.
//!
//! ```
//! use broadside::lab::compare::Lenience;
//! use broadside::lab::draft::Draft;
//! use broadside::lab::misreadings::Misreading;
//! use broadside::lab::model;
//! use broadside::lab::shrink::{Limits, shrink};
//! use broadside::ports::programs::Ended;
//!
//! let mut program = |script: &[u8]| {
//!     Some(Ended::exited(0, model::run(script, Misreading::ReefPlus.into()).out))
//! };
//! let script = b"[state]\nREEF 1 1\nREEF 2 3\nSRAND 5\n[state]\n[playerA]\n[playerA]\n[state]\nPRINT 0\n[state]\n";
//! let draft = Draft::parse(script)?;
//! let small = shrink(&draft, Lenience::default(), Limits::default(), &mut program);
//! assert_eq!(small.expect("it differs").draft.lines(), 4);
//! # Ok::<(), Box<broadside::script::SyntaxError>>(())
//! ```

mod cuts;
mod past;
mod ships;
mod values;

use super::compare::{Cause, Difference, Kind, Lenience, compare};
use super::draft::Draft;
use super::form;
use super::generate::is_unsettled;
use super::reference::{Answer, End, run};
use crate::ports::programs::Ended;
use std::collections::HashSet;

/// A program: what it does with a script; `None` when it is time to stop.
pub type Oracle<'o> = dyn FnMut(&[u8]) -> Option<Ended> + 'o;

/// When shrinking ends, however large the script still is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most runs of the program.
    pub runs: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { runs: 150 }
    }
}

/// The smallest script that was found, and what came of it.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The script.
    pub draft: Draft,
    /// Our answer.
    pub answer: Answer,
    /// What the program did.
    pub ended: Ended,
    /// Where they differ.
    pub difference: Difference,
    /// The runs that it took.
    pub runs: u32,
}

/// Shrinks `draft`; `None` if the program gives our answer to it, or if it is time to stop.
pub fn shrink(
    draft: &Draft,
    lenience: Lenience,
    limits: Limits,
    oracle: &mut Oracle<'_>,
) -> Option<Shrunk> {
    let answer = run(draft);
    let ended = oracle(&draft.to_bytes())?;
    let difference = compare(draft, &answer, &ended, lenience)?;
    let best = Shrunk { draft: draft.clone(), answer, ended, difference, runs: 1 };
    let mut shrinker = Shrinker::new(best, lenience, limits, oracle);
    shrinker.run();
    Some(Shrunk { runs: shrinker.runs, ..shrinker.best })
}

struct Shrinker<'o, 'f> {
    best: Shrunk,
    /// What the smaller scripts must show.
    cause: Cause,
    /// Whether the cause itself is a ruling of ours.
    unsettled: bool,
    lenience: Lenience,
    limits: Limits,
    runs: u32,
    stopped: bool,
    tried: HashSet<Vec<u8>>,
    oracle: &'o mut Oracle<'f>,
}

impl<'o, 'f> Shrinker<'o, 'f> {
    fn new(best: Shrunk, lenience: Lenience, limits: Limits, oracle: &'o mut Oracle<'f>) -> Self {
        Self {
            cause: best.difference.cause.clone(),
            unsettled: leans_on_our_page(&best.answer),
            tried: HashSet::from([best.draft.to_bytes()]),
            best,
            lenience,
            limits,
            runs: 1,
            stopped: false,
            oracle,
        }
    }

    fn run(&mut self) {
        loop {
            let before = self.best.draft.clone();
            // Those that cut most come first.
            self.cut_the_end();
            self.replace_the_past();
            self.drop_blocks();
            self.drop_commands();
            self.drop_ships();
            self.merge_blocks();
            self.trim_fleets();
            self.simplify_values();
            if self.is_done() || self.best.draft == before {
                return;
            }
        }
    }

    fn is_done(&self) -> bool {
        self.stopped || self.runs >= self.limits.runs
    }

    /// Takes `draft` for the best script if it is smaller and shows the cause.
    fn attempt(&mut self, mut draft: Draft) -> bool {
        draft.tidy();
        if self.is_done() || size(&draft) >= size(&self.best.draft) {
            return false;
        }
        let text = draft.to_bytes();
        if self.tried.contains(&text) {
            return false;
        }
        let answer = run(&draft);
        let shows = self.may_show(&draft, &answer) && self.shows(draft, answer, &text);
        self.tried.insert(text);
        shows
    }

    fn shows(&mut self, draft: Draft, answer: Answer, text: &[u8]) -> bool {
        self.runs += 1;
        let Some(ended) = (self.oracle)(text) else {
            self.stopped = true;
            return false;
        };
        match compare(&draft, &answer, &ended, self.lenience) {
            Some(difference) if difference.cause == self.cause => {
                self.best = Shrunk { draft, answer, ended, difference, runs: self.runs };
                true
            }
            Some(_) | None => false,
        }
    }

    /// Whether our answer leaves it open that the cause is shown.
    fn may_show(&self, draft: &Draft, answer: &Answer) -> bool {
        if leans_on_our_page(answer) && !self.unsettled {
            return false;
        }
        let Cause { kind, form, expected, .. } = &self.cause;
        match kind {
            Kind::Accepts | Kind::Reason => {
                let last = answer.last_line().map(|at| form::of_echo(&draft.text(at)));
                matches!(answer.end, End::Refused(reason) if reason.to_string() == *expected)
                    && last.as_ref() == Some(form)
            }
            Kind::Victory if expected == "won" => matches!(answer.end, End::Won(_)),
            Kind::Picture | Kind::Save | Kind::Rejects => {
                draft.lines_at().any(|at| form::of_line(draft, at) == *form)
            }
            Kind::Victory
            | Kind::Prints
            | Kind::Crash
            | Kind::Timeout
            | Kind::Output
            | Kind::Memory
            | Kind::Ai => true,
        }
    }
}

fn leans_on_our_page(answer: &Answer) -> bool {
    matches!(answer.end, End::Refused(reason) if is_unsettled(reason))
}

/// What is to become smaller: lines, then numbers and damage, then length.
fn size(draft: &Draft) -> (usize, u64, usize) {
    let text = draft.to_bytes();
    let numbers = text.split(u8::is_ascii_whitespace).map(weight);
    (draft.lines(), numbers.fold(0, u64::saturating_add), text.len())
}

/// How far a word is from a plain one: the size of a number, the damage of a ship.
fn weight(word: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(word) else { return 0 };
    let is_health = text.len() > 1 && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    if is_health && text != "10" && text != "11" && text != "100" {
        return text.bytes().filter(|byte| *byte == b'0').count() as u64;
    }
    text.parse().map_or(0, i64::unsigned_abs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::generate::{Generator, Scope};
    use crate::lab::misreadings::Misreading;
    use crate::lab::model;

    /// The first script that shows `misreading`, and what is left of it.
    #[track_caller]
    fn check(misreading: Misreading, most_lines: usize) {
        let generator = Generator::new(&1.into(), Scope::default());
        let mut program =
            |script: &[u8]| Some(Ended::exited(0, model::run(script, misreading.into()).out));
        let mut scripts = (0..2000).map(|k| generator.script(k).draft);
        let small = scripts
            .find_map(|draft| shrink(&draft, Lenience::default(), Limits::default(), &mut program))
            .expect("a script that shows it");
        let text = String::from_utf8_lossy(&small.draft.to_bytes()).into_owned();
        assert!(small.draft.lines() <= most_lines, "{misreading:?}, {} runs:\n{text}", small.runs);
        assert_eq!(run(&small.draft), small.answer);
    }

    #[test]
    fn findings_are_small() {
        check(Misreading::Close4, 8);
        check(Misreading::ReefPlus, 4);
        check(Misreading::TagAny, 4);
        check(Misreading::ShotsNone, 12);
        check(Misreading::SaveSrandSame, 4);
    }

    #[test]
    fn a_program_that_stops_keeps_what_was_found() {
        let draft = Draft::parse(b"[state] REEF 1 1 REEF 2 2 PRINT 0 [state]").unwrap();
        let mut left = 2;
        let mut program = |script: &[u8]| {
            left -= 1;
            let out = model::run(script, Misreading::ReefPlus.into()).out;
            (left >= 0).then(|| Ended::exited(0, out))
        };
        let small = shrink(&draft, Lenience::default(), Limits::default(), &mut program).unwrap();
        assert!(small.draft.lines() <= 5);
    }
}
