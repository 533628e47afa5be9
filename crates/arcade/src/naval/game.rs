//! Places the fleets of both maps, with the checks of spec naval §1.

use super::error::Error;
use super::input::{Berth, Rules};
use crate::grids::Grids;
use broadside_core::board::{BySide, Hull, Side};

/// Creates the game. The first side is the player, and the second side is the machine. The checks
/// have the order of spec naval §1: enough ships, no overlap, all on the board.
pub(super) fn new(rules: &Rules, maps: &BySide<Vec<Berth>>) -> Result<Grids, Error> {
    for side in Side::ALL {
        if maps[side].len() < rules.lengths.len() {
            return Err(Error::Map(side));
        }
    }
    let hulls = BySide::from_fn(|side| fleet(&rules.lengths, &maps[side]));
    if let Some(side) = first_overlap(&hulls) {
        return Err(Error::Overlap(side));
    }
    let mut game = Grids::new(rules.dims);
    for side in Side::ALL {
        for (hull, number) in hulls[side].iter().zip(1..) {
            let placed = game.place(side, format!("ship {number:X}"), *hull);
            placed.map_err(|_| Error::OutOfBounds(side))?;
        }
    }
    Ok(game)
}

/// Lays the n-th ship at the n-th berth.
fn fleet(lengths: &[u32], berths: &[Berth]) -> Vec<Hull> {
    let hull = |(length, berth): (&u32, &Berth)| {
        let hull = Hull::new(berth.start, berth.rest.opposite(), *length);
        hull.expect("small coordinates, and a length from 1 to 2^31 - 1")
    };
    lengths.iter().zip(berths).map(hull).collect()
}

/// Returns the side with the first overlapping pair of ships. Pairs are in order of their indexes.
/// A pair of the player comes before the same pair of the machine.
fn first_overlap(fleets: &BySide<Vec<Hull>>) -> Option<Side> {
    let pairs = Side::ALL.map(|side| Some((overlapping_pair(&fleets[side])?, side)));
    pairs.into_iter().flatten().min().map(|(_, side)| side)
}

/// Returns the indexes of the first two hulls that share a cell, on the board or off it.
///
/// Compares rectangles instead of cells, because lengths go up to 2^31 - 1. The search is fast for
/// any number of ships: a hull is compared with all later hulls only if it overlaps none of them.
/// Such hulls begin on different cells, and a map can name only 676 cells (`A1` to `Z26`).
fn overlapping_pair(hulls: &[Hull]) -> Option<(usize, usize)> {
    let rects: Vec<_> = hulls.iter().map(Hull::rect).collect();
    let later = |i: usize| (i + 1..rects.len()).find(|j| rects[i].overlaps(&rects[*j]));
    (0..rects.len()).find_map(|i| Some((i, later(i)?)))
}
