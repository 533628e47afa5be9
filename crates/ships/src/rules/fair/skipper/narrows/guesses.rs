//! Draws possible positions of the enemy's ships.

use super::memory::{Memory, Remembered};
use crate::rules::fair::Briefing;
use crate::rules::straits::{Chart, Fields, Scene, Scenes};
use crate::rules::{Game, Setting, ShipName, pilot};
use broadside_core::Cancel;
use broadside_core::board::Ship;
use broadside_core::dice::Dice;

/// The number of draws. If all positions are known, one draw is enough.
const GUESSES: u32 = 16;

/// Draws the guesses of a turn. `own` is the game as the side knows it, with all placed ships of
/// the side.
pub(super) fn drawn(
    chart: &Chart,
    (briefing, own, memory): (&Briefing, &Game, &Memory),
    dice: &mut dyn Dice,
) -> Scenes {
    let ships = own.fleet(briefing.side()).ships().map(|(_, id)| own.board().ship(id));
    let own = chart.hulls(ships.map(Ship::hull));
    let mut scenes = Scenes::default();
    for _ in 0..if is_settled(briefing, memory) { 1 } else { GUESSES } {
        scenes.add(scene(chart, (briefing, own, memory), dice));
    }
    scenes
}

/// Whether the positions of all enemy ships are known.
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
        let ship = remembered.unwrap_or_else(|| Remembered::of(guess.board().ship(id)));
        scene.hulls |= chart.hull(&ship.hull);
        let healthy = ship.hull.fields().zip(ship.is_healthy).filter(|(_, is_healthy)| *is_healthy);
        scene.targets |= chart.bits(healthy.map(|(at, _)| at));
    }
    scene
}

/// Draws a possible state of the game. Missing ships of the enemy are placed as far as possible.
fn guess(briefing: &Briefing, dice: &mut dyn Dice) -> Game {
    let enemy = briefing.side().other();
    let mut game = briefing.guess(dice).into_game();
    if briefing.is_placed(enemy) {
        return game;
    }
    let set = game.set(&Setting::NextPlayer(enemy));
    debug_assert!(set.is_ok(), "a guess is between turns");
    pilot::place_missing(&game, &Cancel::default(), dice).0
}
