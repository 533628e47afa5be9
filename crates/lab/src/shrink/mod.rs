//! Makes a script that shows a difference smaller, without changing the cause of the difference.
//!
//! A smaller script (a candidate) counts only if its difference has the same [`Cause`], because
//! another cause may be another mistake. The right answer to a candidate is cheap, and often shows
//! that the candidate cannot have this cause. The program runs only with the other candidates.

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

/// Runs the program with a candidate. Returns the difference if it has the wanted cause.
pub type Judge<'j> = dyn FnMut(&Draft) -> io::Result<Option<Difference>> + 'j;

/// The smallest script that was found, with its difference.
#[derive(Debug)]
pub struct Shrunk {
    /// The script.
    pub draft: Draft,
    /// The difference that the script shows.
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
    /// Whether the right answer may exclude candidates. False if it would exclude even the original
    /// script, for example because a misreading is accepted.
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
            && self.shows(draft)
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
            // A smaller board could turn a failure that costs nothing into a failure that costs
            // marks.
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
fn size(draft: &Draft) -> (usize, u64, usize) {
    let text = draft.to_bytes();
    let weights = text.split(|byte| *byte == b'\n').map(weight);
    (draft.lines(), weights.fold(0, u64::saturating_add), text.len())
}

/// Returns the sum of a line's numbers, and of the destroyed segments in the health of a `SHIP`.
fn weight(line: &[u8]) -> u64 {
    let health = line.starts_with(b"SHIP ").then(|| memchr::memrchr(b' ', line)).flatten();
    let (numbers, health) = line.split_at(health.unwrap_or(line.len()));
    let numbers = numbers.split(|byte| *byte == b' ').filter_map(|word| str::from_utf8(word).ok());
    let numbers = numbers.filter_map(|word| Some(word.parse::<i64>().ok()?.unsigned_abs()));
    numbers.fold(memchr::memchr_iter(b'0', health).count() as u64, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Lenience, compare};
    use crate::draft::Block;
    use crate::misreadings::Misreading;
    use crate::model;
    use broadside_core::board::Side;
    use broadside_core::ports::programs::Ended;
    use broadside_ships::script::ast::Group;

    fn difference(draft: &Draft, out: Vec<u8>) -> Option<Difference> {
        compare(draft, &run(draft), &Ended::exited(0, out), Lenience::default())
    }

    fn misread(draft: &Draft, misreading: Misreading) -> Vec<u8> {
        model::run(&draft.to_bytes(), misreading.into()).out
    }

    fn shrunk(script: &[u8], out: impl Fn(&Draft) -> Vec<u8>) -> Shrunk {
        let judge = |draft: &Draft| difference(draft, out(draft));
        let draft = Draft::parse(script).unwrap();
        let found = judge(&draft).unwrap();
        shrink(draft, found.clone(), 100, &mut |candidate| {
            Ok(judge(candidate).filter(|difference| difference.cause == found.cause))
        })
    }

    /// Other numbers may look like the health of a `SHIP`.
    #[test]
    fn numbers_weigh_by_their_value_and_health_by_its_damage() {
        let size = |command: &str| {
            size(&Draft::parse(format!("[state] {command} [state]").as_bytes()).unwrap())
        };
        assert!(size("BOARD_SIZE 999 10") < size("BOARD_SIZE 1000 10"));
        assert!(size("REEF 0 110") < size("REEF 0 111"));
        for class in ["DES 1", "CRU 11", "CAR 1111"] {
            let ship = |last: u8| size(&format!("SHIP A 0 0 W 0 {class}{last}"));
            assert!(ship(1) < ship(0), "{class}");
        }
    }

    #[test]
    fn a_smaller_script_found_before_an_error_is_kept() {
        let draft = Draft::parse(b"[state] REEF 1 1 REEF 2 2 PRINT 0 SAVE [state]").unwrap();
        let judge = |draft: &Draft| difference(draft, misread(draft, Misreading::ReefPlus));
        let found = judge(&draft).unwrap();
        let mut left = 1;
        let small = shrink(draft, found, 100, &mut |candidate| {
            left -= 1;
            if left < 0 { Err(io::ErrorKind::Interrupted.into()) } else { Ok(judge(candidate)) }
        });
        assert_eq!((small.draft.lines(), small.error.is_some()), (5, true));
    }

    /// A refusal repeats a `PRINT`, but does not say whether the `PRINT` stands in a turn.
    #[test]
    fn a_picture_that_is_refused_in_a_turn_needs_no_other_picture() {
        let out = |draft: &Draft| {
            let is_state = |block: &&Block| block.group == Group::State;
            let states = draft.blocks.iter().filter(is_state).cloned().collect();
            let mut out = run(&Draft { blocks: states }).output;
            if draft.commands().any(|(group, _)| group != Group::State) {
                out.extend(b"INVALID OPERATION \"PRINT 0\": NO\n");
            }
            out
        };
        let small = shrunk(b"[state] PRINT 0 [state] [playerA] PRINT 0 [playerA]", out);
        assert_eq!(small.draft.to_bytes(), b"[playerA]\nPRINT 0\n[playerA]\n");
    }

    /// The state that SAVE writes can have commands that the program may not know.
    #[test]
    fn a_smaller_script_has_no_command_of_a_later_level() {
        let text = b"[playerA] PLACE_SHIP 5 5 W 0 DES PLACE_SHIP 0 0 W 0 DES [playerA]";
        let small = shrunk(text, |_| Vec::new());
        assert_eq!((small.draft.level(), small.draft.lines()), (Level::Place, 4));
    }

    /// In an old version, the first cut also removed the empty groups, so the next cut was out of
    /// range.
    #[test]
    fn empty_groups_go_with_the_first_cut() {
        let script = b"[playerA]\n[playerA]\n[state]\n[state]\n[state]\n[state]\n[state]\n\
            [state]\n[playerB]\n[playerB]\n";
        let out = |draft: &Draft| {
            let is_turn_of_a = |block: &Block| block.group == Group::Turn(Side::First);
            let greets = draft.blocks.iter().any(is_turn_of_a);
            if greets { b"Welcome to my game\n".to_vec() } else { Vec::new() }
        };
        assert_eq!(shrunk(script, out).draft.to_bytes(), b"[playerA]\n[playerA]\n");
    }

    /// In an old version, the ship still belonged to B, and a `NEXT_PLAYER B` stood before it.
    #[test]
    fn players_are_swapped_if_only_b_is_needed() {
        let script = b"[state] NEXT_PLAYER B SHIP B 5 5 N 0 DES 11 [state]\n\
            [playerB] MOVE 0 DES F [playerB] [state] PRINT 0 [state]";
        let small = shrunk(script, |draft| {
            let is_moved = draft.to_bytes().windows(4).any(|word| word == b"MOVE");
            if is_moved { Vec::new() } else { run(draft).output }
        });
        assert!(!small.draft.to_bytes().contains(&b'B'), "{:?}", small.draft);
    }

    /// This program fails by chance, so no earlier attempt removed the empty group.
    #[test]
    fn empty_groups_go_with_the_first_simpler_value() {
        let draft =
            Draft::parse(b"[state]\n[state]\n[state] BOARD_SIZE 9 8 PRINT 0 [state]").unwrap();
        let found = difference(&draft, Vec::new()).unwrap();
        let small = shrink(draft, found, 100, &mut |candidate| {
            let is_halved = candidate.to_bytes().starts_with(b"[state]\nBOARD_SIZE 4 4\n");
            Ok(difference(candidate, Vec::new()).filter(|_| is_halved))
        });
        assert_eq!(small.draft.to_bytes(), b"[state]\nBOARD_SIZE 4 4\nPRINT 0\n[state]\n");
    }

    #[test]
    fn only_scripts_that_may_show_the_cause_are_run() {
        let script = b"[state]\nSET_FLEET A 0 0 0 2\nREEF 1 1\nREEF 3 3\n[state]\n\
            [playerA]\nPLACE_SHIP 2 5 N 0 DES\nPLACE_SHIP 5 5 N 7 DES\nPRINT 0\n[playerA]\n";
        let small = shrunk(script, |draft| {
            assert!(matches!(run(draft).end, End::Refused(_)), "{draft:?}");
            misread(draft, Misreading::IdxUnchecked)
        });
        assert!(small.runs > 0 && small.draft.lines() < 11, "{small:?}");
    }
}
