//! Draws random fleets.

use super::bits::Bits;
use super::waters::Waters;
use broadside_core::board::Axis;
use broadside_core::dice::Dice;

const ATTEMPTS: u32 = 1 << 20;

/// Returns a random fleet, with one set of cells for each ship. Ships may touch but not overlap.
/// All legal fleets are equally likely. Returns `None` at once if a ship has no cells or does not
/// fit on the board, or if the fleet has more cells than the board. Also returns `None` if a
/// million attempts find no legal fleet.
///
/// For each ship, draws one number, which chooses among all its runs (possible places) on the empty
/// board. Runs in rows come before runs in columns. At an overlap, the whole fleet is drawn again.
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
    (0..ATTEMPTS).any(|_| draw(waters, &berths, dice, &mut fleet)).then_some(fleet)
}

/// The numbers of possible places of a ship: in one row, in all rows, and in rows and columns.
struct Berths {
    length: u32,
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

    fn nth<B: Bits>(&self, waters: &Waters<B>, rank: u32) -> B {
        if let Some(start) = rank.checked_sub(self.of_rows) {
            return waters.run(start, self.length, Axis::Column);
        }
        let start = rank / self.of_row * waters.cols() + rank % self.of_row;
        waters.run(start, self.length, Axis::Row)
    }
}

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

/// Draws a number below `n`. If broken dice give a higher number, returns the highest one allowed.
pub(super) fn below(dice: &mut dyn Dice, n: u32) -> u32 {
    let highest = n.saturating_sub(1);
    u32::try_from(dice.below(u64::from(n))).map_or(highest, |fall| fall.min(highest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::testing::waters;
    use broadside_core::dice::Twister;
    use std::collections::HashMap;

    /// On two rows of three cells, the ship of 3 fills one of the rows, and the ship of 2 has two
    /// places in the other. So there are four fleets.
    #[test]
    fn all_fleets_are_equally_likely() {
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
    fn a_fleet_can_fill_the_board_but_not_overfill_it() {
        let waters = waters(2, 2);
        let mut dice = Twister::from_python_seed(&1.into());
        assert!(random_fleet(&waters, &[2, 2], &mut dice).is_some());
        assert_eq!(random_fleet(&waters, &[3], &mut dice), None);
        assert_eq!(random_fleet(&waters, &[2, 2, 1], &mut dice), None);
    }
}
