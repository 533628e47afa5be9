//! Finds a smaller script that shows the difference between a program's answer and the right one.
//!
//! A smaller script is called a candidate. A candidate must show a difference with the same
//! [`Cause`], because another cause may be another mistake. The right answer to a candidate is
//! computed first, because this is quick. If this answer shows that the candidate cannot have the
//! same cause, the program does not run.

mod cuts;
pub(crate) mod ships;
mod values;

use super::compare::{Cause, Difference, Kind};
use super::draft::{At, Draft};
use super::form;
use super::lean::refusing;
use super::misreadings::Misreadings;
use super::reference::{Answer, End, game_awaiting_ai, run};
use super::rules::{Level, Rule, Settled};
use std::collections::HashSet;
use std::io;

pub(crate) use values::swapped;

/// Runs the program with a candidate. Returns a difference with the cause of the original
/// difference, if there is one.
pub type Judge<'j> = dyn FnMut(&Draft) -> io::Result<Option<Difference>> + 'j;

/// The smallest script that was found, with its difference.
#[derive(Debug)]
pub struct Shrunk {
    pub draft: Draft,
    pub difference: Difference,
    /// The number of candidates that the program ran.
    pub runs: u32,
    /// The error that ended the work early.
    pub error: Option<io::Error>,
}

/// Makes `draft` smaller with at most `most` runs of the program. `draft` must show `difference`.
pub fn shrink(draft: Draft, difference: Difference, most: u32, judge: &mut Judge<'_>) -> Shrunk {
    let answer = run(&draft);
    let mut shrinker = Shrinker {
        cause: difference.cause.clone(),
        is_unsettled: is_refused_by_us_only(&draft, &answer),
        tried: HashSet::from([draft.to_bytes()]),
        level: draft.level(),
        best: Shrunk { draft, difference, runs: 0, error: None },
        is_predictable: true,
        most,
        judge,
    };
    shrinker.is_predictable = shrinker.may_show(&shrinker.best.draft, &answer);
    shrinker.run();
    shrinker.best
}

struct Shrinker<'a, 'j> {
    best: Shrunk,
    cause: Cause,
    /// Whether only a rule of our own specification refuses the original script.
    is_unsettled: bool,
    /// The level of the original script. The program may not know commands of later levels.
    level: Level,
    /// Whether the right answer may rule out candidates. False if it would rule out even the
    /// original script, for example because a wrong reading of a rule counts as right.
    is_predictable: bool,
    most: u32,
    tried: HashSet<Vec<u8>>,
    judge: &'a mut Judge<'j>,
}

impl Shrinker<'_, '_> {
    fn run(&mut self) {
        loop {
            let before = self.best.draft.clone();
            // The steps that usually remove most come first.
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
        self.best.error.is_some() || self.best.runs >= self.most
    }

    /// Tries a candidate. If it is smaller and shows the cause, it becomes the best script.
    fn attempt(&mut self, mut draft: Draft) -> bool {
        draft.tidy();
        let is_smaller = size(&draft) < size(&self.best.draft) && draft.level() <= self.level;
        if self.is_done() || !is_smaller {
            return false;
        }
        self.tried.insert(draft.to_bytes())
            && (!self.is_predictable || self.may_show(&draft, &run(&draft)))
            && !self.is_newly_refused(&draft)
            && self.shows(draft)
    }

    /// Whether the rules refuse the candidate, but not the best script. A program that gives up at
    /// a legal command would then seem to break the rule that refuses the candidate.
    fn is_newly_refused(&self, draft: &Draft) -> bool {
        let is_refused = |draft| matches!(run(draft).end, End::Refused(_));
        self.cause.kind == Kind::Word && is_refused(draft) && !is_refused(&self.best.draft)
    }

    fn shows(&mut self, draft: Draft) -> bool {
        self.best.runs += 1;
        match (self.judge)(&draft) {
            Ok(Some(difference)) => {
                (self.best.draft, self.best.difference) = (draft, difference);
                true
            }
            Ok(None) => false,
            Err(error) => {
                self.best.error = Some(error);
                false
            }
        }
    }

    fn form_of(&self, draft: &Draft, at: At) -> String {
        if self.cause.kind == Kind::Rejects {
            return form::of_echo(&draft.text(at));
        }
        form::of_line(draft, at)
    }

    /// Whether the right answer to a candidate allows the cause.
    fn may_show(&self, draft: &Draft, answer: &Answer) -> bool {
        use Kind::{Crash, Memory, Output, Prints, Start, Timeout, Word};
        if !self.is_unsettled && is_refused_by_us_only(draft, answer) {
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
            Kind::Echo => matches!(answer.end, End::Refused(_)),
            Kind::Picture | Kind::Save | Kind::Rejects => {
                draft.commands_and_turn_tags().any(|at| self.form_of(draft, at) == *form)
            }
            Kind::Ai => game_awaiting_ai(draft).is_some(),
            // A failure costs no marks if only our own specification refuses the script. If this is
            // true of the original script, it must also be true of the candidate.
            Crash | Timeout | Output | Memory => {
                !self.is_unsettled || is_refused_by_us_only(draft, answer)
            }
            Kind::Victory | Prints | Start | Word => true,
        }
    }
}

fn is_refused_by_us_only(draft: &Draft, answer: &Answer) -> bool {
    let is_ours = |rule: Rule| rule.settled() == Settled::Ours;
    matches!(answer.end, End::Refused(_)) && refusing(draft, Misreadings::NONE).is_some_and(is_ours)
}

/// Returns the number of lines, the sum of the weights of the lines, and the number of bytes.
pub fn size(draft: &Draft) -> (usize, u64, usize) {
    let text = draft.to_bytes();
    let weights = text.split(|byte| *byte == b'\n').map(weight);
    (draft.lines(), weights.fold(0, u64::saturating_add), text.len())
}

/// Returns the sum of a line's numbers without their signs, plus 1 for each destroyed segment of a
/// `SHIP`.
fn weight(line: &[u8]) -> u64 {
    let health = line.starts_with(b"SHIP ").then(|| memchr::memrchr(b' ', line)).flatten();
    let (numbers, health) = line.split_at(health.unwrap_or(line.len()));
    let numbers = numbers.split(|byte| *byte == b' ').filter_map(|word| str::from_utf8(word).ok());
    let numbers = numbers.filter_map(|word| Some(word.parse::<i64>().ok()?.unsigned_abs()));
    numbers.fold(memchr::memchr_iter(b'0', health).count() as u64, u64::saturating_add)
}
