//! What a player knows (spec ships §6).

use super::spied::{Run, clip, rows};
use super::{Class, Game};
use broadside_core::board::{Coord, Hull, Rect, Ship, ShipId, Side};

/// A ship sees, and lies, no farther from its bow than this.
const REACH: i64 = Class::Carrier.length() as i64;

/// The fields that a player knows (spec ships §6): runs by row, then column, that lie apart. Reefs are
/// always known.
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
    /// The fields that `side` knows now: those in sight of its ships, and the squares that its planes
    /// have seen.
    pub fn known(&self, side: Side) -> Known {
        self.known_in(side, &self.board.dims().rect())
    }

    /// The fields of `area` that `side` knows now. `area` may reach beyond the board: what lies there
    /// counts if the board grows.
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
            // Two sorted parts, which a stable sort knows how to merge.
            spied.within(area, &mut runs);
            runs.sort();
        }
        Known(join(runs))
    }
}

/// Where what a side knows may change when a ship that lies here comes, goes or loses its radar: it sees as
/// far from its bow as it is long.
#[doc(hidden)]
pub fn surroundings(hull: &Hull) -> Rect {
    Rect::spanning(hull.bow(), hull.bow()).grown(hull.length().into())
}

/// The ships of `side` that may lie in `area` or see some of it. Looks at the fields or at the ships,
/// whichever are fewer.
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
            Some(last) if last.row == run.row && run.first <= last.last.saturating_add(1) => {
                last.last = last.last.max(run.last);
            }
            _ => joined.push(run),
        }
    }
    joined
}
