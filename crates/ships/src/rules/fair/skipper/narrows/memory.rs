//! Ships of the enemy that were seen whole, and where they may be by now.

use crate::rules::ShipName;
use crate::rules::fair::clues::Segments;
use crate::rules::fair::{Briefing, Note};
use crate::rules::straits::{Chart, Fields, MOVES};
use broadside_core::board::{Board, Coord, Hull, Manoeuvre, Ship};
use broadside_core::dice::{Dice, pick};
use std::collections::BTreeMap;

/// What is remembered of the enemy's ships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rules::fair::skipper) struct Memory {
    sightings: BTreeMap<ShipName, Sighting>,
}

/// A ship as it was seen last, with what was hit of it since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sighting {
    lies: Lies,
    /// The turn in which it was seen.
    turn: u64,
}

/// Where a ship lies, and which of its segments are healthy, bow first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lies {
    pub(super) hull: Hull,
    pub(super) is_healthy: Segments,
}

/// How many turns of a ship out of sight are followed, and how often its way is drawn.
const TURNS: u64 = 8;
const DRAWS: u32 = 4;

impl Lies {
    pub(super) fn of(ship: &Ship) -> Self {
        let mut is_healthy = Segments::default();
        for (segment, is_healthy) in (0..).zip(&mut is_healthy) {
            *is_healthy = ship.is_healthy(segment);
        }
        Self { hull: *ship.hull(), is_healthy }
    }

    /// Whether the ship can leave its place, other ships aside.
    fn can_move(&self, sea: &Board) -> bool {
        let engine = self.is_healthy[self.hull.length() as usize - 1];
        let mut next = Manoeuvre::ALL.into_iter().filter_map(|turn| self.hull.moved(turn));
        engine && next.any(|next| sea.holds(&next) && !sea.reef_under(&next))
    }
}

impl Memory {
    /// Learns from what was hit in the last turn, and from what is in sight now.
    pub(in crate::rules::fair::skipper) fn learn(&mut self, briefing: &Briefing) {
        for note in briefing.notes().turns().rev().nth(1).unwrap_or_default() {
            if let Note::Hit(at) = *note {
                self.hit(at);
            }
            if let Note::Sunk(name) = *note {
                self.sink(name);
            }
        }
        self.sightings.retain(|_, ship| !ship.lies.hull.fields().any(|at| is_empty(briefing, at)));
        for (name, ship) in briefing.enemy() {
            if let Some(ship) = ship {
                let sighting = Sighting { lies: Lies::of(ship), turn: briefing.turn() };
                self.sightings.insert(name, sighting);
            }
        }
    }

    fn hit(&mut self, at: Coord) {
        for Sighting { lies, .. } in self.sightings.values_mut() {
            if let Some(segment) = lies.hull.segment_at(at) {
                lies.is_healthy[segment as usize] = false;
            }
        }
    }

    fn sink(&mut self, name: ShipName) {
        if let Some(ship) = self.sightings.get_mut(&name) {
            ship.lies.is_healthy = Default::default();
        }
    }

    /// Whether it is known where the ship lies, though it is out of sight.
    pub(super) fn is_sure(&self, name: ShipName, sea: &Board) -> bool {
        self.sightings.get(&name).is_some_and(|ship| !ship.lies.can_move(sea))
    }

    /// Where the ship may be by now, past ships of ours, as it was seen last; `None` where it was not seen or where
    /// chance brings it into sight.
    pub(super) fn drawn(
        &self,
        name: ShipName,
        (briefing, chart, own): (&Briefing, &Chart, Fields),
        dice: &mut dyn Dice,
    ) -> Option<Lies> {
        let Sighting { lies, turn } = *self.sightings.get(&name)?;
        if !lies.can_move(briefing.sea()) {
            return Some(lies);
        }
        let berths = chart.berths(lies.hull.length(), own);
        let turns = briefing.turn().saturating_sub(turn).min(TURNS);
        let mut ends = (0..DRAWS).map(|_| {
            let course = |hull: &Hull, manoeuvre| {
                hull.moved(manoeuvre).filter(|next| chart.admits(&berths, next))
            };
            drift(lies.hull, turns, &course, dice)
        });
        let is_hidden =
            |hull: &Hull| *hull == lies.hull || !hull.fields().any(|at| briefing.known().holds(at));
        let hull = ends.find(is_hidden)?;
        Some(Lies { hull, is_healthy: lies.is_healthy })
    }
}

/// Whether a field is in sight and holds no enemy.
fn is_empty(briefing: &Briefing, at: Coord) -> bool {
    let is_seen = || briefing.seen().iter().any(|(seen, _)| *seen == at);
    briefing.known().holds(at) && !briefing.sea().reef_at(at) && !is_seen()
}

/// The place that chance moves bring a ship to.
fn drift(
    mut hull: Hull,
    turns: u64,
    course: &dyn Fn(&Hull, Manoeuvre) -> Option<Hull>,
    dice: &mut dyn Dice,
) -> Hull {
    for _ in 0..turns {
        for _ in 0..dice.below(u64::from(MOVES) + 1) {
            let next = pick(&Manoeuvre::ALL, dice).and_then(|turn| course(&hull, turn));
            hull = next.unwrap_or(hull);
        }
    }
    hull
}
