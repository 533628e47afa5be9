//! What a player knows (spec ships §6).

use super::Game;
use super::spied::{Run, clip, rows};
use crate::board::{Coord, Hull, Ship, Side};

/// The fields that a player knows (spec ships §6): runs by row, then column, that lie apart. Reefs are
/// always known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known(Vec<Run>);

impl Known {
    /// The fields, as runs by row, then column.
    pub fn runs(&self) -> &[Run] {
        &self.0
    }

    /// Whether the player knows what is at `at`.
    pub fn holds(&self, at: Coord) -> bool {
        let after = self.0.partition_point(|run| (run.row, run.first) <= (at.row, at.col));
        let before = after.checked_sub(1).map(|last| self.0[last]);
        before.is_some_and(|run| run.row == at.row && at.col <= run.last)
    }
}

impl Game {
    /// The fields that `side` knows now: those in sight of its ships, and the squares that its planes
    /// have seen.
    pub fn known(&self, side: Side) -> Known {
        Known(known(self, side))
    }
}

fn known(game: &Game, side: Side) -> Vec<Run> {
    let (fleet, dims) = (&game.fleets[side], game.board.dims());
    let mut runs = Vec::new();
    for (_, id) in fleet.ships() {
        let ship = game.board.ship(id);
        runs.extend(rows(ship.hull().rect()));
        runs.extend(disc(ship.hull(), radar_range(ship)));
    }
    let mut runs: Vec<_> = runs.into_iter().filter_map(|run| clip(run, dims)).collect();
    runs.sort_unstable();
    if fleet.spied.is_empty() {
        return join(runs);
    }
    // Two sorted runs, which a stable sort knows how to merge.
    fleet.spied.on_board(dims, &mut runs);
    runs.sort();
    join(runs)
}

/// How far a ship sees from its bow, sunk or not: its length, or 1 without its radar.
fn radar_range(ship: &Ship) -> i64 {
    if ship.is_healthy(0) { i64::from(ship.hull().length()) } else { 1 }
}

/// The fields within `radius` of the bow, row by row.
fn disc(hull: &Hull, radius: i64) -> impl Iterator<Item = Run> + use<> {
    let Coord { row, col } = hull.bow();
    (-radius..=radius).map(move |dy| {
        let reach = (0..=radius).rev().find(|dx| dx * dx + dy * dy <= radius * radius);
        let reach = reach.expect("the axis lies within the radius");
        Run {
            row: row.saturating_add(dy),
            first: col.saturating_sub(reach),
            last: col.saturating_add(reach),
        }
    })
}

/// Joins sorted runs that overlap or adjoin.
fn join(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::with_capacity(runs.len());
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.row == run.row && run.first <= last.last + 1 => {
                last.last = last.last.max(run.last);
            }
            _ => joined.push(run),
        }
    }
    joined
}
