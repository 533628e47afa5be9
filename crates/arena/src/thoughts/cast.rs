//! Finds the fair pilots that may have played a kept game, and the dice of each. The title of the
//! record, which is its first line, names the players and the seed.

use super::Mind;
use crate::machine::Machine;
use crate::tournament::{pilots_dice, round_of};
use crate::versus::machine_and_seed;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};

/// Returns the pilots of each side; `None` if the line is not the title of a record.
pub(super) fn of(line: &str) -> Option<BySide<Vec<Mind>>> {
    let title = line.strip_prefix("# ")?;
    of_match(title).or_else(|| of_fight(title)).or_else(|| of_person(title))
}

/// Reads the title of a game of a match: `game 1, round 1, seed 7: A is fair, B is open`.
fn of_match(title: &str) -> Option<BySide<Vec<Mind>>> {
    let (round, rest) = round_of(title)?;
    let round = round.checked_sub(1)?;
    let (seed, names) = seed_and_names(rest)?;
    let [first, second] = Side::ALL.map(|side| pilots_dice(&seed, round, side));
    Some(minds(names, [first?, second?]))
}

/// Reads the title of a fight: `a fight, seed 7: A is fair, B is open`.
fn of_fight(title: &str) -> Option<BySide<Vec<Mind>>> {
    let (seed, names) = seed_and_names(title.strip_prefix("a fight, seed ")?)?;
    Some(minds(names, [0, 1].map(|side| Stream::new(&seed, side))))
}

/// Reads the title of a game of a person.
fn of_person(title: &str) -> Option<BySide<Vec<Mind>>> {
    let (name, seed) = machine_and_seed(title)?;
    Some(BySide { first: Vec::new(), second: pilots(name, &Stream::new(&seed, 0)) })
}

/// Reads the end of a title: `7: A is fair, B is open`.
fn seed_and_names(text: &str) -> Option<(Seed, [&str; 2])> {
    let (seed, names) = text.split_once(": A is ")?;
    let (first, second) = names.split_once(", B is ")?;
    Some((seed.parse().ok()?, [first, second]))
}

fn minds([first, second]: [&str; 2], [one, other]: [Stream; 2]) -> BySide<Vec<Mind>> {
    BySide { first: pilots(first, &one), second: pilots(second, &other) }
}

fn pilots(name: &str, dice: &Stream) -> Vec<Mind> {
    let pilots = Machine::fair_pilots(name).into_iter();
    pilots.map(|pilot| Mind { pilot, dice: dice.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::board::Side;

    fn counts(line: &str) -> Option<[usize; 2]> {
        let minds = of(line)?;
        Some(Side::ALL.map(|side| minds[side].len()))
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
