//! Fleets that come to the board where they can move.

use crate::board::{Hull, Manoeuvre};
use crate::dice::Dice;
use crate::rules::ships::fair::Briefing;
use crate::rules::ships::{Game, Order, pilot};

/// How many random fleets are looked at for the one that can move best.
const FLEETS: usize = 12;

/// The largest fleet for which several are looked at.
const LARGEST: i64 = 32;

/// How many positions ahead of a ship are enough.
const ENOUGH: usize = 12;

/// Places the missing ships: of some random fleets, the one whose ships have the most ways to go. A ship
/// that faces an edge can never move again.
pub(super) fn place_missing(briefing: &Briefing, dice: &mut dyn Dice) -> (Game, Vec<Order>) {
    let sketch = briefing.sketch();
    let missing: i64 = briefing.missing(briefing.side()).map(|(_, missing)| missing).sum();
    let fleets = if (1..=LARGEST).contains(&missing) { FLEETS } else { 1 };
    let mut best = pilot::place_missing(&sketch, dice);
    if fleets == 1 {
        return best;
    }
    let mut most = worth(&best, briefing);
    for _ in 1..fleets {
        let other = pilot::place_missing(&sketch, dice);
        let worth = worth(&other, briefing);
        if worth > most {
            (best, most) = (other, worth);
        }
    }
    best
}

/// How many ships are placed, and how many positions are ahead of all of them.
fn worth((game, orders): &(Game, Vec<Order>), briefing: &Briefing) -> (usize, usize) {
    let ships = game.fleet(briefing.side()).ships();
    let ahead = ships.map(|(name, id)| {
        let course = |hull: &Hull, manoeuvre| game.course(Some(id), hull, manoeuvre).ok();
        let all = ways(*game.board().ship(id).hull(), name.class.moves(), &course);
        // Where a ship that comes to a position can go on from there.
        let open = all.iter().filter(|(_, hull)| goes_on(hull, &course));
        open.count().min(ENOUGH)
    });
    (orders.len(), ahead.sum())
}

/// Whether a ship that lies at `hull` can move.
pub(super) fn goes_on(hull: &Hull, course: &dyn Fn(&Hull, Manoeuvre) -> Option<Hull>) -> bool {
    Manoeuvre::ALL.into_iter().any(|manoeuvre| course(hull, manoeuvre).is_some())
}

/// All positions that some moves bring a ship to, each with one way there; the present one first.
pub(super) fn ways(
    start: Hull,
    moves: u32,
    course: &dyn Fn(&Hull, Manoeuvre) -> Option<Hull>,
) -> Vec<(Vec<Manoeuvre>, Hull)> {
    let mut ways = vec![(Vec::new(), start)];
    let mut first = 0;
    for _ in 0..moves {
        let last = ways.len();
        for from in first..last {
            for manoeuvre in Manoeuvre::ALL {
                let (way, hull) = &ways[from];
                let Some(next) = course(hull, manoeuvre) else { continue };
                if ways.iter().all(|(_, known)| *known != next) {
                    let way = way.iter().copied().chain([manoeuvre]).collect();
                    ways.push((way, next));
                }
            }
        }
        first = last;
    }
    ways
}
