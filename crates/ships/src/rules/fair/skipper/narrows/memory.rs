//! Remembers enemy ships that were in full view, and draws possible positions of all enemy ships.

use crate::rules::fair::{Briefing, Note};
use crate::rules::motion::Course;
use crate::rules::straits::{Chart, Fields, MOVES, Scene, Scenes};
use crate::rules::{Game, Setting, ShipName, pilot};
use broadside_core::Cancel;
use broadside_core::board::{Board, Coord, Hull, Manoeuvre, Ship};
use broadside_core::dice::{Dice, pick};
use std::collections::BTreeMap;

/// The last sightings of enemy ships. A ship is forgotten when the side sees that a field of its
/// last known position is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rules::fair::skipper) struct Memory {
    sightings: BTreeMap<ShipName, Sighting>,
}

/// A ship as it was last seen, with the damage by later hits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sighting {
    ship: Ship,
    turn: u64,
}

/// The largest number of turns for which random moves are drawn.
const TURNS: u64 = 8;

/// The largest number of attempts to draw the random moves of a ship.
const DRAWS: u32 = 4;

/// Whether the ship could move on a board without other ships.
fn can_move(ship: &Ship, sea: &Board) -> bool {
    let mut next = Manoeuvre::ALL.into_iter().filter_map(|turn| ship.hull().moved(turn));
    ship.is_healthy(ship.hull().length() - 1) && next.any(|next| sea.is_open(&next))
}

impl Memory {
    pub(in crate::rules::fair::skipper) fn learn(
        &mut self,
        briefing: &Briefing,
        last_turn: &[Note],
    ) {
        for note in last_turn {
            if let Note::Hit(at) = *note {
                self.hit(at);
            } else if let Note::Sunk(name) = *note {
                self.sink(name);
            }
        }
        self.sightings
            .retain(|_, seen| !seen.ship.hull().fields().any(|at| is_empty(briefing, at)));
        for (name, ship) in briefing.enemy() {
            if let Some(ship) = ship {
                let sighting = Sighting { ship: ship.clone(), turn: briefing.turn() };
                self.sightings.insert(name, sighting);
            }
        }
    }

    fn hit(&mut self, at: Coord) {
        for Sighting { ship, .. } in self.sightings.values_mut() {
            if let Some(segment) = ship.hull().segment_at(at) {
                ship.destroy(segment);
            }
        }
    }

    fn sink(&mut self, name: ShipName) {
        if let Some(seen) = self.sightings.get_mut(&name) {
            (0..name.class.length()).for_each(|segment| seen.ship.destroy(segment));
        }
    }

    /// Whether the ship is remembered and cannot move.
    pub(super) fn is_sure(&self, name: ShipName, sea: &Board) -> bool {
        self.sightings.get(&name).is_some_and(|seen| !can_move(&seen.ship, sea))
    }

    /// Returns the remembered ship, after random moves if it can move. Returns `None` if the ship
    /// is not remembered, or if each attempt moves it to a place where the side would see a part of
    /// it.
    pub(super) fn drawn(
        &self,
        name: ShipName,
        (briefing, chart, own): (&Briefing, &Chart, Fields),
        dice: &mut dyn Dice,
    ) -> Option<Ship> {
        let Sighting { ship, turn } = self.sightings.get(&name)?;
        if !can_move(ship, briefing.sea()) {
            return Some(ship.clone());
        }
        let berths = chart.berths(ship.hull().length(), own);
        let turns = briefing.turn().saturating_sub(*turn).min(TURNS);
        let mut ends = (0..DRAWS).map(|_| {
            let course = |hull: &Hull, manoeuvre| {
                hull.moved(manoeuvre).filter(|next| chart.admits(&berths, next))
            };
            drift(*ship.hull(), turns, &course, dice)
        });
        let is_hidden = |hull: &Hull| {
            hull == ship.hull() || !hull.fields().any(|at| briefing.known().holds(at))
        };
        let hull = ends.find(is_hidden)?;
        let mut drifted = ship.clone();
        drifted.lie_at(hull);
        Some(drifted)
    }
}

/// Whether a field is in sight and has neither a reef nor a segment of the enemy.
fn is_empty(briefing: &Briefing, at: Coord) -> bool {
    briefing.known().holds(at) && !briefing.sea().reef_at(at) && !briefing.has_seen(at)
}

fn drift(mut hull: Hull, turns: u64, course: &Course<'_>, dice: &mut dyn Dice) -> Hull {
    for _ in 0..turns {
        for _ in 0..dice.below(u64::from(MOVES) + 1) {
            let next = pick(&Manoeuvre::ALL, dice).and_then(|turn| course(&hull, turn));
            hull = next.unwrap_or(hull);
        }
    }
    hull
}

/// The number of guesses (possible positions of the enemy's ships) in a turn. One guess is enough
/// if all positions are known.
const GUESSES: u32 = 16;

/// Draws the guesses of a turn. `own` is the game as the side knows it, with the side's own ships.
pub(super) fn drawn(
    chart: &Chart,
    (briefing, own, memory): (&Briefing, &Game, &Memory),
    dice: &mut dyn Dice,
) -> Scenes {
    let own = chart.hulls(own.ships(briefing.side()).map(Ship::hull));
    let mut scenes = Scenes::default();
    for _ in 0..if is_settled(briefing, memory) { 1 } else { GUESSES } {
        scenes.add(scene(chart, (briefing, own, memory), dice));
    }
    scenes
}

fn is_settled(briefing: &Briefing, memory: &Memory) -> bool {
    let is_known = |(name, ship): (ShipName, Option<_>)| {
        ship.is_some() || memory.is_sure(name, briefing.sea())
    };
    briefing.is_placed(briefing.side().other()) && briefing.enemy().all(is_known)
}

fn scene(
    chart: &Chart,
    (briefing, own, memory): (&Briefing, Fields, &Memory),
    dice: &mut dyn Dice,
) -> Scene {
    let guess = guess(briefing, dice);
    let is_in_view = |name| briefing.enemy().any(|(seen, ship)| seen == name && ship.is_some());
    let mut scene = Scene::default();
    for (name, id) in guess.fleet(briefing.side().other()).ships() {
        let remembered =
            if is_in_view(name) { None } else { memory.drawn(name, (briefing, chart, own), dice) };
        let ship = remembered.as_ref().unwrap_or_else(|| guess.board().ship(id));
        scene.hulls |= chart.hull(ship.hull());
        scene.targets |= chart.bits(ship.healthy_fields());
    }
    scene
}

/// Draws a possible state of the game. Also places missing ships of the enemy, as far as they fit.
fn guess(briefing: &Briefing, dice: &mut dyn Dice) -> Game {
    let enemy = briefing.side().other();
    let mut game = briefing.guess(dice).0;
    if briefing.is_placed(enemy) {
        return game;
    }
    let set = game.set(&Setting::NextPlayer(enemy));
    debug_assert!(set.is_ok(), "a guess is between turns");
    pilot::place_missing(&game, &Cancel::default(), dice).0
}
