//! How many turns a fleet whose place is known still takes.

use crate::rules::arsenal::fleet::Class;
use crate::rules::arsenal::knowledge::Openings;
use std::sync::LazyLock;

/// For each number of unhit cells per ship and each set of openings, an estimate of the turns that
/// they cost: between the worst (one by one) and the best (every artillery shot hits two cells, the
/// torpedo takes the whole last ship).
pub(super) static TURNS: LazyLock<Vec<f64>> = LazyLock::new(table);

/// How many entries share the unhit cells: one for each set of openings.
pub(super) const WAYS: usize = 4;

const fn way(openings: Openings) -> usize {
    openings.artillery as usize + 2 * openings.torpedo as usize
}

/// The place of `unhit` cells per ship in the table, with nothing open.
pub(super) fn place(unhit: [u32; 4]) -> usize {
    let digits = unhit.into_iter().zip(Class::LENGTHS);
    digits.fold(0, |place, (cells, length)| place * (length as usize + 1) + cells as usize) * WAYS
}

/// The estimate at `place` with `openings`.
pub(super) fn turns(place: usize, openings: Openings) -> f64 {
    TURNS[place + way(openings)]
}

fn table() -> Vec<f64> {
    let share: f64 = std::env::var("SHARE").ok().and_then(|x| x.parse().ok()).unwrap_or(0.6);
    let mut table = vec![0.0; 6 * 5 * 4 * 3 * WAYS];
    for entry in 0..table.len() / WAYS {
        let unhit = digits(entry);
        let Some(cells) = Some(unhit.iter().sum::<u32>()).filter(|cells| *cells > 0) else { continue };
        for (artillery, torpedo) in [(false, false), (true, false), (false, true), (true, true)] {
            let openings = Openings { artillery, torpedo };
            let best = best(&table, unhit, openings);
            let _ = (cells, share);
            table[entry * WAYS + way(openings)] = best;
        }
    }
    for entry in 0..table.len() {
        let cells: u32 = digits(entry / WAYS).iter().sum();
        table[entry] = share * table[entry] + (1.0 - share) * f64::from(cells);
    }
    table
}

fn digits(entry: usize) -> [u32; 4] {
    let mut rest = u32::try_from(entry).expect("a small table");
    let mut unhit = [0; 4];
    for (cells, length) in unhit.iter_mut().zip(Class::LENGTHS).rev() {
        *cells = rest % (length + 1);
        rest /= length + 1;
    }
    unhit
}

/// The turns when each shot is at its best, by those of all positions with fewer cells.
fn best(table: &[f64], unhit: [u32; 4], openings: Openings) -> f64 {
    let afloat = unhit.iter().filter(|cells| **cells > 0).count();
    let reach = if openings.artillery { 2 } else { 1 };
    let mut best = f64::INFINITY;
    for ship in 0..4 {
        if unhit[ship] == 0 {
            continue;
        }
        let reach = if openings.torpedo && afloat == 1 { 5 } else { reach };
        let mut next = unhit;
        next[ship] = unhit[ship].saturating_sub(reach);
        let sunk = next[ship] == 0;
        let after = Openings { artillery: sunk, torpedo: sunk && afloat == 2 };
        best = best.min(1.0 + table[place(next) + way(after)]);
    }
    best
}
