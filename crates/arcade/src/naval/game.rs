//! State and law: whether the fleets may lie as the maps say, and what a shot does. No text.

use super::error::Error;
use super::input::{Berth, Rules};
use broadside_core::board::{Board, BySide, Coord, Dims, Hull, Impact, Refusal, Side};
use std::collections::HashSet;

/// A game under way. The first side is the player, the second one the machine.
#[derive(Clone, Debug)]
pub(super) struct Game {
    fleets: BySide<Board>,
    /// What each side has shot at.
    shots: BySide<HashSet<Coord>>,
}

impl Game {
    /// Lays out both fleets. Checked in this order, spec naval §1: too few ships, overlap, bounds.
    pub(super) fn new(rules: &Rules, maps: &BySide<Vec<Berth>>) -> Result<Self, Error> {
        for side in Side::ALL {
            if maps[side].len() < rules.lengths.len() {
                return Err(Error::Map(side));
            }
        }
        let hulls = |side| fleet(&rules.lengths, &maps[side]).ok_or(Error::OutOfBounds(side));
        let hulls = BySide { first: hulls(Side::First)?, second: hulls(Side::Second)? };
        if let Some(side) = first_overlap(&hulls) {
            return Err(Error::Overlap(side));
        }
        let launch = |side| launch(rules.dims, &hulls[side]).map_err(|_| Error::OutOfBounds(side));
        let fleets = BySide { first: launch(Side::First)?, second: launch(Side::Second)? };
        Ok(Self { fleets, shots: BySide::default() })
    }

    /// The size of both boards.
    pub(super) const fn dims(&self) -> Dims {
        self.fleets.first.dims()
    }

    /// The fleet of `side`; ships are numbered in the order of its map.
    pub(super) fn fleet(&self, side: Side) -> &Board {
        &self.fleets[side]
    }

    /// `side` shoots at `at`. `None`, and nothing happens, off the board and where it has shot before.
    pub(super) fn shoot(&mut self, side: Side, at: Coord) -> Option<Impact> {
        let fresh = self.dims().holds(at) && self.shots[side].insert(at);
        fresh.then(|| self.fleets[side.other()].strike(at))
    }

    /// Whether all ships of `side` are sunk.
    pub(super) fn is_lost(&self, side: Side) -> bool {
        self.fleets[side].ships().all(|(_, ship)| ship.is_sunk())
    }
}

/// The hulls that `lengths` ask for, where `berths` say; further berths do not count. `None` where
/// the numbers end, which are far from the sheet that berths are read from.
fn fleet(lengths: &[u32], berths: &[Berth]) -> Option<Vec<Hull>> {
    let hull =
        |(length, berth): (&u32, &Berth)| Hull::new(berth.start, berth.rest.opposite(), *length);
    lengths.iter().zip(berths).map(hull).collect()
}

/// The side whose overlap is met first: pair by pair, the player's pair before the machine's.
fn first_overlap(fleets: &BySide<Vec<Hull>>) -> Option<Side> {
    let pairs = BySide::from_fn(|side| overlapping_pair(&fleets[side]));
    match (pairs.first, pairs.second) {
        (Some(player), Some(machine)) if machine < player => Some(Side::Second),
        (Some(_), _) => Some(Side::First),
        (None, Some(_)) => Some(Side::Second),
        (None, None) => None,
    }
}

/// The first two hulls with a cell in common, on the board or off it. Rectangles are compared, never
/// cells: lengths go up to 2^31 - 1. Hulls begin on 676 cells, so no more than 676 rows of pairs are
/// looked at, however many ships there are.
fn overlapping_pair(hulls: &[Hull]) -> Option<(usize, usize)> {
    let rects: Vec<_> = hulls.iter().map(Hull::rect).collect();
    let later = |i: usize| (i + 1..rects.len()).find(|j| rects[i].overlaps(&rects[*j]));
    (0..rects.len()).find_map(|i| Some((i, later(i)?)))
}

fn launch(dims: Dims, hulls: &[Hull]) -> Result<Board, Refusal> {
    let mut board = Board::new(dims);
    hulls.iter().try_for_each(|hull| board.place(*hull).map(drop))?;
    Ok(board)
}
