//! The fields that a player knows (spec ships §6).

use super::spied::{Run, clip, rows};
use super::{Class, Game};
use broadside_core::board::{Coord, Hull, Rect, Ship, ShipId, Side};

/// The largest distance from the bow of a ship to a field that the ship sees or covers.
const REACH: i64 = Class::Carrier.length() as i64;

/// The fields that a player knows, as runs (parts of rows) sorted by row, then column. Two runs in
/// the same row always have a gap between them. Every player sees every reef, but a reef alone does
/// not put its field into this set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known(Vec<Run>);

impl Known {
    #[doc(hidden)]
    pub fn runs(&self) -> &[Run] {
        &self.0
    }

    /// Whether `at` is one of the known fields.
    pub fn holds(&self, at: Coord) -> bool {
        let after = self.0.partition_point(|run| (run.row, run.first) <= (at.row, at.col));
        let before = after.checked_sub(1).map(|last| self.0[last]);
        before.is_some_and(|run| run.row == at.row && at.col <= run.last)
    }
}

impl Game {
    /// Returns the fields of the board that `side` knows now: ships of `side` cover or see them, or
    /// planes of `side` have seen them.
    pub fn known(&self, side: Side) -> Known {
        self.known_in(side, &self.board.dims().rect())
    }

    /// Returns the fields of `area` that `side` knows now. `area` may reach beyond the board.
    /// Fields off the board are included, because the board may grow later.
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
            // Both parts are sorted, and a stable sort merges two sorted parts quickly.
            spied.within(area, &mut runs);
            runs.sort();
        }
        Known(join(runs))
    }
}

/// Returns the square in which the knowledge of a side can change when a ship comes to `hull`,
/// leaves it, or loses its radar. A ship sees from its bow, at most as far as its length.
#[doc(hidden)]
pub fn surroundings(hull: &Hull) -> Rect {
    Rect::around(hull.bow(), hull.length().into())
}

/// Returns the ships of `side` that lie in `area` or see a part of it, and perhaps other ships of
/// `side`. Searches the area and the fields around it. If there are at least as many such fields as
/// ships of `side`, returns the whole fleet, because a search would take longer.
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

/// Returns how far the ship sees from its bow, in fields. Without a healthy radar, a ship sees one
/// field far, even if it is sunk.
fn radar_range(ship: &Ship) -> i64 {
    if ship.is_healthy(0) { i64::from(ship.hull().length()) } else { 1 }
}

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

/// Joins the runs of a row that have no gap between them. `runs` must be sorted.
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
