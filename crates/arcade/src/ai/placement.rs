//! Fleets at random.

use super::bits::Bits;
use super::waters::Waters;
use broadside_core::board::Axis;
use broadside_core::dice::Dice;

/// How often a fleet is drawn before it is given up.
const DRAWS: u32 = 1 << 20;

/// A fleet of ships of these `lengths`, one set of cells each, uniform over all legal fleets: ships
/// lie anywhere, may touch and do not overlap. `None` when there is no such fleet, or when they are so
/// rare that a million draws find none. A ship of no cells fits nowhere.
///
/// Every ship is drawn from all its runs on the empty board; when two overlap, the whole fleet is
/// drawn again, so that each fleet is as likely as any other.
///
/// Draws: for each ship in order, `below` the number of its runs; rows come before columns.
pub fn random_fleet<B: Bits>(
    waters: &Waters<B>,
    lengths: &[u32],
    dice: &mut dyn Dice,
) -> Option<Vec<B>> {
    let berths: Vec<_> = lengths.iter().map(|length| Berths::new(waters, *length)).collect();
    let cells = lengths.iter().map(|length| u64::from(*length)).sum::<u64>();
    if berths.iter().any(|berths| berths.count == 0) || cells > waters.all().count().into() {
        return None;
    }
    let mut fleet = Vec::with_capacity(lengths.len());
    (0..DRAWS).any(|_| draw(waters, &berths, dice, &mut fleet)).then_some(fleet)
}

/// All runs of a ship on the empty board.
struct Berths {
    length: u32,
    /// The runs in each row, and in all rows.
    of_row: u32,
    of_rows: u32,
    count: u32,
}

impl Berths {
    fn new<B: Bits>(waters: &Waters<B>, length: u32) -> Self {
        let places = |side: u32| if length == 0 { 0 } else { (side + 1).saturating_sub(length) };
        let of_row = places(waters.cols());
        let of_rows = waters.rows() * of_row;
        let of_cols = if length == 1 { 0 } else { places(waters.rows()) * waters.cols() };
        Self { length, of_row, of_rows, count: of_rows + of_cols }
    }

    /// The run with `rank` others before it, rows first.
    fn nth<B: Bits>(&self, waters: &Waters<B>, rank: u32) -> B {
        if let Some(start) = rank.checked_sub(self.of_rows) {
            return waters.run(start, self.length, Axis::Column);
        }
        let start = rank / self.of_row * waters.cols() + rank % self.of_row;
        waters.run(start, self.length, Axis::Row)
    }
}

/// Draws one ship after the other; `false` at the first overlap.
fn draw<B: Bits>(
    waters: &Waters<B>,
    berths: &[Berths],
    dice: &mut dyn Dice,
    fleet: &mut Vec<B>,
) -> bool {
    fleet.clear();
    let mut used = waters.none();
    for berths in berths {
        let ship = berths.nth(waters, below(dice, berths.count));
        if ship.meets(&used) {
            return false;
        }
        used = used.or(&ship);
        fleet.push(ship);
    }
    true
}

/// `Dice::below` for numbers of 32 bits. Dice that fall too high are taken for the highest fall.
pub(super) fn below(dice: &mut dyn Dice, n: u32) -> u32 {
    let highest = n.saturating_sub(1);
    u32::try_from(dice.below(u64::from(n))).map_or(highest, |fall| fall.min(highest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::board::Dims;
    use broadside_core::dice::Twister;
    use std::collections::HashMap;

    fn waters(rows: i64, cols: i64) -> Waters<u128> {
        Waters::new(Dims::new(rows, cols).unwrap()).unwrap()
    }

    /// On 2 by 3 cells a ship of 3 and one of 2 have 2 rows times 2 places, and nothing else.
    #[test]
    fn every_fleet_is_as_likely_as_any_other() {
        let waters = waters(2, 3);
        let mut dice = Twister::from_python_seed(&1.into());
        let mut seen: HashMap<Vec<u128>, u32> = HashMap::new();
        for _ in 0..4000 {
            *seen.entry(random_fleet(&waters, &[3, 2], &mut dice).unwrap()).or_default() += 1;
        }
        assert_eq!(seen.len(), 4);
        assert!(seen.values().all(|count| (900..1100).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_full_board_is_a_fleet_and_an_overfull_one_is_none() {
        let waters = waters(2, 2);
        let mut dice = Twister::from_python_seed(&1.into());
        assert!(random_fleet(&waters, &[2, 2], &mut dice).is_some());
        assert_eq!(random_fleet(&waters, &[3], &mut dice), None);
        assert_eq!(random_fleet(&waters, &[2, 2, 1], &mut dice), None);
    }
}
