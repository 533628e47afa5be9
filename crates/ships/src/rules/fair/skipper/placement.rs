//! Fleets that come to the board where they can move.

use crate::rules::fair::Briefing;
use crate::rules::straits::ways;
use crate::rules::{Game, Order, pilot};
use broadside_core::board::{Coord, Hull, Manoeuvre};
use broadside_core::dice::Dice;
use std::cmp::Reverse;
use std::collections::HashSet;

/// How many random fleets are looked at for the one that can move best.
const FLEETS: usize = 12;

/// How many, where a ship was refused: the one with the least doubt is worth a search.
const FLEETS_OF_THE_REFUSED: usize = 48;

/// The largest fleet for which several are looked at.
const LARGEST: i64 = 32;

/// How many positions ahead of a ship are enough.
const ENOUGH: usize = 12;

/// Places the missing ships: of some random fleets, the one whose ships have the most ways to go. A ship
/// that faces an edge can never move again.
///
/// Where ships were `refused`, places come first around which most is in sight: an unseen enemy is near.
pub(super) fn place_missing(
    briefing: &Briefing,
    refused: &HashSet<Hull>,
    dice: &mut dyn Dice,
) -> (Game, Vec<Order>) {
    let sketch = briefing.sketch();
    let missing: i64 = briefing.missing(briefing.side()).map(|(_, missing)| missing).sum();
    let fleets = match missing {
        1..=LARGEST if refused.is_empty() => FLEETS,
        1..=LARGEST => FLEETS_OF_THE_REFUSED,
        _ => 1,
    };
    let mut best = pilot::place_missing(&sketch, dice);
    if fleets == 1 {
        return best;
    }
    let mut most = worth(&best, briefing, refused);
    for _ in 1..fleets {
        let other = pilot::place_missing(&sketch, dice);
        let worth = worth(&other, briefing, refused);
        if worth > most {
            (best, most) = (other, worth);
        }
    }
    best
}

/// How many ships are placed, how doubtful their places are, and how many positions are ahead of all ships.
fn worth(
    (game, orders): &(Game, Vec<Order>),
    briefing: &Briefing,
    refused: &HashSet<Hull>,
) -> (usize, Reverse<u64>, usize) {
    let new = orders.iter().filter_map(berth);
    let doubt =
        if refused.is_empty() { 0 } else { new.map(|hull| doubt(&hull, briefing, refused)).sum() };
    let ships = game.fleet(briefing.side()).ships();
    let ahead = ships.map(|(name, id)| {
        let course = |hull: &Hull, manoeuvre| game.course(Some(id), hull, manoeuvre).ok();
        let all = ways(*game.board().ship(id).hull(), name.class.moves(), &course);
        // Where a ship that comes to a position can go on from there.
        let open = all.iter().filter(|(_, hull)| goes_on(hull, &course));
        open.count().min(ENOUGH)
    });
    (orders.len(), Reverse(doubt), ahead.sum())
}

/// Where a placement brings its ship.
pub(super) fn berth(order: &Order) -> Option<Hull> {
    let Order::Place { name, bow, heading } = *order else { return None };
    Hull::new(bow, heading, name.class.length())
}

/// How doubtful a place is: each unseen field around it counts, more where a ship was refused. Next to a
/// segment of the enemy's in sight it is refused for sure.
fn doubt(hull: &Hull, briefing: &Briefing, refused: &HashSet<Hull>) -> u64 {
    let is_near = |at: Coord| refused.iter().any(|refused| refused.rect().grown(1).contains(at));
    let around = hull.rect().grown(1).common(&briefing.dims().rect());
    let fields = around.fields().map(|at| match briefing.known().holds(at) {
        true if briefing.seen().iter().any(|(seen, _)| *seen == at) => SURE,
        true => 0,
        false if is_near(at) => 3,
        false => 1,
    });
    fields.sum()
}

/// More than all doubts of a fleet.
const SURE: u64 = 1 << 20;

/// Whether a ship that lies at `hull` can move.
pub(super) fn goes_on(hull: &Hull, course: &dyn Fn(&Hull, Manoeuvre) -> Option<Hull>) -> bool {
    Manoeuvre::ALL.into_iter().any(|manoeuvre| course(hull, manoeuvre).is_some())
}
