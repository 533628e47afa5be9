//! Finds what fair pilots thought in a recorded game. A fair pilot is a built-in player that knows
//! only what its side knows. A record has no thoughts, but its first line names the players and
//! determines the dice of each side. So a fair pilot can play its turns again. If it gives the
//! orders of the record, it has the same thoughts as in the game.

use crate::driver::{DrawRules, Driver};
use crate::machine::Machine;
use crate::record;
use crate::recorded::{self, RecordedTurn};
use crate::tournament::{pilots_dice, round_of};
use crate::versus::machine_and_seed;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};
use broadside_ships::rules::fair::{FairPilot, Step, Thought, TurnReport};
use std::collections::BTreeMap;

/// Once all thoughts together have more fields than this, no later turn is played again.
const MOST_FIELDS: usize = 2_000_000;

/// The thoughts of a game. A thought says how promising each field was ([`Thought::heat`]). Its key
/// is the line number, from 1, of the order in the record that shoots or sends the plane.
pub type Thoughts = BTreeMap<u64, Vec<f64>>;

/// Returns what fair pilots thought before each shot and each plane. `record` is a record of a game
/// of `match`, `play` or the function [`fight`](crate::fight).
///
/// The thoughts of a side end at the first turn in which the fair pilot would give other orders
/// than the record. All thoughts end after 1000 turns, or once they have over two million fields.
/// Other texts, and boards of more than 4096 fields, have no thoughts.
pub fn thoughts(record: &[u8]) -> Thoughts {
    let Some(candidates) = candidates_of(record) else { return Thoughts::new() };
    let Some((start, turns)) = recorded::read(record) else { return Thoughts::new() };
    let rules = DrawRules { max_turns: u64::MAX, no_progress: u64::MAX };
    let driver = Driver::new(start, rules);
    let mut rerun = Rerun { driver, candidates, thoughts: Thoughts::new() };
    for turn in turns {
        let fields: usize = rerun.thoughts.values().map(Vec::len).sum();
        if fields > MOST_FIELDS || rerun.turn(&turn).is_none() {
            break;
        }
    }
    rerun.thoughts
}

/// A fair pilot that may have played a side, with the dice of this side.
#[derive(Clone, Debug)]
struct Candidate {
    pilot: FairPilot,
    dice: Stream,
}

struct Rerun {
    driver: Driver,
    /// The pilots of each side that have given the orders of the record in all turns so far.
    candidates: BySide<Vec<Candidate>>,
    thoughts: Thoughts,
}

impl Rerun {
    /// Plays a turn of the record again. Returns `None` if the turn cannot be played.
    fn turn(&mut self, turn: &RecordedTurn) -> Option<()> {
        if self.driver.mover() != turn.side {
            return None;
        }
        let candidates = std::mem::take(&mut self.candidates[turn.side]);
        let briefing = self.driver.open();
        let mut played = Vec::new();
        for mut candidate in candidates {
            let (orders, thoughts) =
                candidate.pilot.turn_with_thoughts(&briefing, &mut candidate.dice);
            let mut driver = self.driver.clone();
            let report = driver.play(&orders, &briefing.sketch());
            if let Some(lines) = report.ok().and_then(|report| lines_of(&report, turn)) {
                played.push((candidate, driver, by_line(thoughts, &lines)));
            }
        }
        let Some((_, driver, thoughts)) = played.first_mut() else {
            // No pilot gives these orders, so the turn has no thoughts.
            let game = self.driver.game().clone();
            let orders: Vec<_> = turn.carried_out().map(|(order, _)| order).collect();
            return self.driver.play(&orders, &game).ok().map(drop);
        };
        self.driver = driver.clone();
        self.thoughts.append(thoughts);
        self.candidates[turn.side] = played.into_iter().map(|(candidate, ..)| candidate).collect();
        Some(())
    }
}

/// Returns, for each order of the replayed turn `report`, the number of its line in the record. A
/// refused order is only a comment in the record, so its number is `None`. Returns `None` if the
/// recorded turn has other orders.
fn lines_of(report: &TurnReport, turn: &RecordedTurn) -> Option<Vec<Option<u64>>> {
    let mut recorded = turn.carried_out();
    let line = |step: &Step| match step.outcome {
        Ok(_) => recorded.next().filter(|(order, _)| *order == step.order).map(|it| Some(it.1)),
        Err(_) => Some(None),
    };
    let lines = report.steps.iter().map(line).collect::<Option<_>>()?;
    recorded.next().is_none().then_some(lines)
}

fn by_line(thoughts: Vec<Thought>, lines: &[Option<u64>]) -> Thoughts {
    let line = |order: usize| lines.get(order).copied().flatten();
    thoughts.into_iter().filter_map(|it| Some((line(it.order)?, it.heat))).collect()
}

fn candidates_of(record: &[u8]) -> Option<BySide<Vec<Candidate>>> {
    let title = record::title(record)?;
    of_match(title).or_else(|| of_fight(title)).or_else(|| of_person(title))
}

/// Reads the title of a game of a match: `game 1, round 1, seed 7: A is fair, B is open`.
fn of_match(title: &str) -> Option<BySide<Vec<Candidate>>> {
    let (round, rest) = round_of(title)?;
    let round = round.checked_sub(1)?;
    let (seed, names) = seed_and_names(rest)?;
    let [first, second] = Side::ALL.map(|side| pilots_dice(&seed, round, side));
    Some(candidates(names, [first?, second?]))
}

/// Reads the title of a fight: `a fight, seed 7: A is fair, B is open`.
fn of_fight(title: &str) -> Option<BySide<Vec<Candidate>>> {
    let (seed, names) = seed_and_names(title.strip_prefix("a fight, seed ")?)?;
    Some(candidates(names, [0, 1].map(|side| Stream::new(&seed, side))))
}

/// Reads the title of a game against a person: `A against the machine (fair), seed 7`.
fn of_person(title: &str) -> Option<BySide<Vec<Candidate>>> {
    let (name, seed) = machine_and_seed(title)?;
    Some(BySide { first: Vec::new(), second: pilots(name, &Stream::new(&seed, 0)) })
}

/// Reads the end of a title: `7: A is fair, B is open`.
fn seed_and_names(text: &str) -> Option<(Seed, [&str; 2])> {
    let (seed, names) = text.split_once(": A is ")?;
    let (first, second) = names.split_once(", B is ")?;
    Some((seed.parse().ok()?, [first, second]))
}

fn candidates([first, second]: [&str; 2], [one, other]: [Stream; 2]) -> BySide<Vec<Candidate>> {
    BySide { first: pilots(first, &one), second: pilots(second, &other) }
}

fn pilots(name: &str, dice: &Stream) -> Vec<Candidate> {
    let pilots = Machine::fair_pilots(name).into_iter();
    pilots.map(|pilot| Candidate { pilot, dice: dice.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Setup;
    use crate::versus::Versus;
    use broadside_core::board::Side;
    use broadside_core::dice::Dice as _;

    fn shots_and_planes(record: &[u8], side: &str) -> usize {
        let text = String::from_utf8(record.to_vec()).unwrap();
        let mut is_open = false;
        let count = |line: &str| {
            is_open ^= line == side;
            is_open && ["SHOOT ", "SPY ", "FIRE "].iter().any(|word| line.starts_with(word))
        };
        text.lines().map(count).filter(|is_one| *is_one).count()
    }

    #[test]
    fn every_shot_and_plane_of_a_fair_side_has_its_thought() {
        for (setup, names, sides) in [
            (Setup::Small, ["fair", "fair:2"], &["[playerA]", "[playerB]"][..]),
            (Setup::Basic, ["fair:1", "random"], &["[playerA]"]),
            (Setup::Narrow, ["open", "fair"], &["[playerB]"]),
        ] {
            let start = setup.game(&3.into(), 0).unwrap();
            let mut machines = names.map(|name| Machine::from_name(name).unwrap()).into_iter();
            let machines = BySide::from_fn(|_| machines.next().unwrap());
            let record = crate::fight(&start, machines, &3.into());
            let thoughts = thoughts(&record);
            let orders: usize = sides.iter().map(|side| shots_and_planes(&record, side)).sum();
            assert_eq!((thoughts.len(), orders > 0), (orders, true), "{names:?}");
            let dims = start.board().dims();
            let text = String::from_utf8(record).unwrap();
            for (line, heat) in &thoughts {
                assert_eq!(heat.len() as u128, dims.rect().area());
                assert!(heat.iter().all(|heat| (0.0..=1.0).contains(heat)));
                let order = text.lines().nth(usize::try_from(line - 1).unwrap()).unwrap();
                let numbers: Vec<usize> =
                    order.split(' ').filter_map(|word| word.parse().ok()).collect();
                let &[.., row, col] = &numbers[..] else { panic!("{order}") };
                let at = row * usize::try_from(dims.cols()).unwrap() + col;
                assert!(heat[at] > 0.0 || order.starts_with("SPY "), "{order}");
            }
        }
    }

    #[test]
    fn a_game_of_a_person_has_the_thoughts_of_the_machine_up_to_a_turn_that_it_would_not_play() {
        let mut game = Versus::small("fair", 3);
        game.place_missing();
        for _ in 0..6 {
            game.end();
            game.undo();
            game.end();
        }
        let record = game.record();
        let orders = shots_and_planes(&record, "[playerB]");
        let all = thoughts(&record);
        assert_eq!((all.len(), orders > 3), (orders, true));
        // The last order with a thought is replaced by the end of the turn. So the machine would
        // not play this turn.
        let last = usize::try_from(*all.keys().next_back().unwrap()).unwrap();
        let lines: Vec<_> = record.split_inclusive(|byte| *byte == b'\n').collect();
        let left = thoughts(&[&lines[..last - 1].concat()[..], b"[playerB]\n"].concat());
        assert!(
            left.len() < all.len() && left.iter().all(|(line, heat)| all.get(line) == Some(heat))
        );
    }

    #[test]
    fn damaged_records_cause_no_panic() {
        let start = Setup::Small.game(&3.into(), 0).unwrap();
        let record = crate::fight(&start, BySide::from_fn(|_| Machine::fair()), &3.into());
        let mut places = Stream::new(&5.into(), 0);
        for _ in 0..40 {
            let mut damaged = record.clone();
            let at = usize::try_from(places.below(damaged.len() as u64)).unwrap();
            damaged[at] = b"\n[#0 A~\xff"[at % 8];
            drop(thoughts(&damaged));
            damaged.truncate(at);
            drop(thoughts(&damaged));
        }
    }

    fn counts(line: &str) -> Option<[usize; 2]> {
        let candidates = candidates_of(line.as_bytes())?;
        Some(Side::ALL.map(|side| candidates[side].len()))
    }

    #[test]
    fn only_titles_of_records_name_pilots() {
        assert_eq!(counts("# game 3, round 2, seed 7: A is fair:2, B is mine"), Some([1, 4]));
        assert_eq!(counts("# a fight, seed -7: A is open, B is random"), Some([0, 0]));
        assert_eq!(counts("# A against the machine (fair), seed 7"), Some([0, 1]));
        for line in [
            "",
            "# game 1, round 0, seed 7: A is fair, B is fair",
            "# game 1, round 18446744073709551615, seed 7: A is fair, B is fair",
            "# game 1, round 1, seed x: A is fair, B is fair",
            "# a fight, seed 7: A is fair",
            "A against the machine (fair), seed 7",
        ] {
            assert_eq!(counts(line), None, "{line}");
        }
    }
}
