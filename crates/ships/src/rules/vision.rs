//! The fields that a player knows (spec ships §6).

use super::spied::{Run, clip, rows};
use super::{Class, Game};
use broadside_core::board::{Coord, Hull, Rect, Ship, ShipId, Side};

/// The largest distance from the bow of a ship to a field that it sees or covers.
const REACH: i64 = Class::Carrier.length() as i64;

/// The fields that a player knows (spec ships §6), as runs by row, then column. Runs never overlap or
/// adjoin. Reefs are always known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known(Vec<Run>);

impl Known {
    /// The fields, as runs by row, then column.
    #[doc(hidden)]
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
    /// The fields that `side` knows now: the fields that its ships see, and the squares that its planes have
    /// seen.
    pub fn known(&self, side: Side) -> Known {
        self.known_in(side, &self.board.dims().rect())
    }

    /// The fields of `area` that `side` knows now. `area` may reach beyond the board. Known fields off the board are
    /// included, because the board may grow.
    #[doc(hidden)]
    pub fn known_in(&self, side: Side, area: &Rect) -> Known {
        let mut runs = Vec::new();
        for id in ships_near(self, side, area) {
            let ship = self.board.ship(id);
            runs.extend(rows(ship.hull().rect()));
            runs.extend(disc(ship.hull(), radar_range(ship)));
        }
        let mut runs: Vec<_> = runs.into_iter().filter_map(|run| clip(run, area)).collect();
        runs.sort_unstable();
        let spied = &self.fleets[side].spied;
        if !spied.is_empty() {
            // A stable sort merges two sorted parts quickly.
            spied.within(area, &mut runs);
            runs.sort();
        }
        Known(join(runs))
    }
}

/// The square in which the known fields of a side can change when a ship at `hull` comes, goes or loses its
/// radar. A ship sees as far from its bow as it is long.
#[doc(hidden)]
pub fn surroundings(hull: &Hull) -> Rect {
    Rect::around(hull.bow(), hull.length().into())
}

/// The ships of `side` that may lie in `area` or see a part of it. Searches the fields or the fleet,
/// whichever is smaller.
fn ships_near(game: &Game, side: Side, area: &Rect) -> Vec<ShipId> {
    let (around, fleet) = (area.grown(REACH), &game.fleets[side]);
    if around.area() >= fleet.ships.len() as u128 {
        return fleet.ships().map(|(_, id)| id).collect();
    }
    let mut ships: Vec<_> =
        game.board.ships_within(around).filter(|id| game.name(*id).0 == side).collect();
    ships.sort_unstable();
    ships.dedup();
    ships
}

/// How far a ship sees from its bow: its length, or 1 if its radar is destroyed. Sunk ships see too.
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

/// Joins runs that overlap or adjoin. `runs` is sorted.
fn join(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::with_capacity(runs.len());
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.row == run.row && run.first <= last.last.saturating_add(1) => {
                last.last = last.last.max(run.last);
            }
            _ => joined.push(run),
        }
    }
    joined
}
