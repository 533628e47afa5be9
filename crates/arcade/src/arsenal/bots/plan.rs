//! Says how many turns it takes to sink a fleet whose place is known.

use crate::arsenal::cells::Class;
use crate::arsenal::moves::Openings;
use std::sync::LazyLock;

/// Special weapons can save turns. The bot expects this share of the largest saving. With a share
/// of 1 it would expect the fewest turns, and with 0 one turn for each cell.
const SHARE: f64 = 0.6;

/// The fewest turns for each combination of unhit cells and of openings (the special weapons that
/// are allowed in the next turn).
static LEAST: LazyLock<Vec<f64>> = LazyLock::new(least);

/// The expected turns, with the same indices as [`LEAST`]. They lie between the fewest turns and
/// one turn for each cell.
static TURNS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let blend = |(index, least): (usize, &f64)| {
        let cells: u32 = unhit(index / OPENING_SETS).iter().sum();
        SHARE * least + (1.0 - SHARE) * f64::from(cells)
    };
    LEAST.iter().enumerate().map(blend).collect()
});

/// The number of sets of openings: with and without artillery, with and without torpedo.
const OPENING_SETS: usize = 4;

/// For each ship, how much one more unhit cell adds to an index of [`LEAST`].
const STRIDES: [usize; 4] =
    [5 * 4 * 3 * OPENING_SETS, 4 * 3 * OPENING_SETS, 3 * OPENING_SETS, OPENING_SETS];

const fn openings_index(openings: Openings) -> usize {
    openings.artillery as usize + 2 * openings.torpedo as usize
}

/// Returns the index in [`LEAST`] of the first of the four entries for these unhit cells.
pub(super) fn entry(unhit: [u32; 4]) -> usize {
    (0..4).map(|ship| unhit[ship] as usize * STRIDES[ship]).sum()
}

/// Returns the index after one more hit on `ship`.
pub(super) const fn less_one(entry: usize, ship: usize) -> usize {
    entry - STRIDES[ship]
}

pub(super) fn turns(entry: usize, openings: Openings) -> f64 {
    TURNS[entry + openings_index(openings)]
}

/// Returns the fewest turns. They are certain only if every cell of the fleet is known.
pub(super) fn least_turns(entry: usize, openings: Openings) -> f64 {
    LEAST[entry + openings_index(openings)]
}

/// Returns the unhit cells of each ship. `number` is an index of [`LEAST`] divided by 4.
fn unhit(number: usize) -> [u32; 4] {
    let mut rest = u32::try_from(number).expect("a small table");
    let mut unhit = [0; 4];
    for (cells, length) in unhit.iter_mut().zip(Class::LENGTHS).rev() {
        *cells = rest % (length + 1);
        rest /= length + 1;
    }
    unhit
}

/// Computes [`LEAST`]. Each entry needs only entries with fewer unhit cells, which come earlier.
fn least() -> Vec<f64> {
    let mut table = vec![0.0; 6 * STRIDES[0]];
    for number in 1..table.len() / OPENING_SETS {
        for (artillery, torpedo) in [(false, false), (true, false), (false, true), (true, true)] {
            let openings = Openings { artillery, torpedo };
            let turns = next_turns(&table, unhit(number), openings);
            table[number * OPENING_SETS + openings_index(openings)] = turns;
        }
    }
    table
}

/// Returns the fewest turns. `table` must already have the entries for fewer unhit cells.
fn next_turns(table: &[f64], unhit: [u32; 4], openings: Openings) -> f64 {
    let turns = |ship| turns_by(table, unhit, openings, ship);
    (0..4).filter(|ship| unhit[*ship] > 0).map(turns).fold(f64::INFINITY, f64::min)
}

/// Returns the fewest turns if the next shot is at `ship`. Artillery counts as two hits on the
/// ship. The torpedo counts as hits on all cells of the last ship.
fn turns_by(table: &[f64], unhit: [u32; 4], openings: Openings, ship: usize) -> f64 {
    let afloat = unhit.iter().filter(|cells| **cells > 0).count();
    let reach = match openings {
        Openings { torpedo: true, .. } if afloat == 1 => 5,
        Openings { artillery: true, .. } => 2,
        Openings { .. } => 1,
    };
    let mut next = unhit;
    next[ship] = unhit[ship].saturating_sub(reach);
    let sunk = next[ship] == 0;
    let after = Openings::after(sunk, afloat == 2);
    1.0 + table[entry(next) + openings_index(after)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_fleet_takes_eight_turns() {
        let turns = |unhit, artillery, torpedo| {
            least_turns(entry(unhit), Openings { artillery, torpedo }).to_string()
        };
        assert_eq!(turns([0, 0, 0, 1], false, false), "1");
        assert_eq!(turns([0, 0, 3, 0], false, false), "3");
        assert_eq!(turns([0, 0, 3, 0], true, false), "2");
        assert_eq!(turns([5, 0, 0, 0], true, true), "1");
        assert_eq!(turns([5, 4, 3, 2], false, false), "8");
    }
}
