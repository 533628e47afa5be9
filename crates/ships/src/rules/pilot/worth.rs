//! The order in which to shoot at segments.

use super::plan::Plan;
use crate::rules::CANNON;
use crate::rules::large::Marks;
use broadside_core::board::{Coord, Ship};
use broadside_core::dice::{Dice, shuffle};
use std::collections::BTreeMap;

/// The kinds of losses, the worst first for the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    /// A cannon that has one of our segments in range.
    Threat,
    /// Another cannon.
    Cannon,
    /// An engine.
    Engine,
    /// Any other segment. In a basic game, every segment.
    Hull,
}

/// The healthy segments of the enemy, the worst losses first. Equal losses are ordered by the number of
/// healthy segments of the ship, then at random.
pub(super) fn by_worth(plan: &Plan<'_>, dice: &mut dyn Dice) -> Vec<Coord> {
    let game = &plan.game;
    let own = Marks::healthy(game, plan.side, plan.cancel);
    let mut marks = Vec::new();
    for (name, id) in game.fleets[plan.side.other()].ships() {
        if plan.cancel.is_set() {
            return Vec::new();
        }
        let ship = game.board.ship(id);
        let in_range = || own.has_within(ship.hull().field(CANNON), name.class.range());
        for segment in (0..name.class.length()).filter(|segment| ship.is_healthy(*segment)) {
            let loss = if game.extended { loss(ship, segment, in_range) } else { Loss::Hull };
            marks.push(((loss, ship.healthy()), ship.hull().field(segment)));
        }
    }
    shuffle(&mut marks, dice, || plan.cancel.is_set());
    let mut by_worth: BTreeMap<_, Vec<Coord>> = BTreeMap::new();
    for (worth, at) in marks {
        by_worth.entry(worth).or_default().push(at);
    }
    by_worth.into_values().flatten().collect()
}

fn loss(ship: &Ship, segment: u32, has_us_in_range: impl Fn() -> bool) -> Loss {
    match segment {
        CANNON if has_us_in_range() => Loss::Threat,
        CANNON => Loss::Cannon,
        last if last + 1 == ship.hull().length() => Loss::Engine,
        _ => Loss::Hull,
    }
}
