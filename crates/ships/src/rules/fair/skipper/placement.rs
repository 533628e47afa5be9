//! Places missing ships, if possible in positions from which they can move.

use crate::rules::fair::Briefing;
use crate::rules::straits::ways;
use crate::rules::{Game, Order, pilot};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Hull};
use broadside_core::dice::Dice;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The number of random fleets, of which the best is chosen.
const FLEETS: usize = 12;

/// The number of fleets if orders were refused recently: a longer search finds better positions.
const FLEETS_AFTER_REFUSAL: usize = 48;

/// If more ships than this are missing, only one fleet is drawn.
const MOST_MISSING: i64 = 32;

/// More reachable positions than this do not make a ship more valuable.
const ENOUGH: usize = 12;

/// Draws several random fleets, and chooses the one with the most [`worth`].
pub(super) fn place_missing(
    briefing: &Briefing,
    refused: &HashSet<Hull>,
    cancel: &Cancel,
    dice: &mut dyn Dice,
) -> (Game, Vec<Order>) {
    let sketch = briefing.sketch();
    let missing: i64 = briefing.missing(briefing.side()).map(|(_, missing)| missing).sum();
    let fleets = match missing {
        1..=MOST_MISSING if refused.is_empty() => FLEETS,
        1..=MOST_MISSING => FLEETS_AFTER_REFUSAL,
        _ => 1,
    };
    best_placement(&sketch, fleets, |placed| worth(placed, briefing, refused), cancel, dice)
}

/// Returns the best of `fleets` random placements for the side that moves next.
pub(super) fn best_placement<W: PartialOrd>(
    game: &Game,
    fleets: usize,
    worth: impl Fn(&(Game, Vec<Order>)) -> W,
    cancel: &Cancel,
    dice: &mut dyn Dice,
) -> (Game, Vec<Order>) {
    let mut best = pilot::place_missing(game, cancel, dice);
    let mut most = (fleets > 1).then(|| worth(&best));
    for _ in 1..fleets {
        let other = pilot::place_missing(game, cancel, dice);
        let worth = Some(worth(&other));
        if worth > most {
            (best, most) = (other, worth);
        }
    }
    best
}

/// Returns the worth of a placement. The number of placed ships counts first. If orders were
/// `refused`, an unseen enemy is probably near, so a lower [`doubt`] counts next. The number of
/// positions that the ships can reach and leave again counts last.
fn worth(
    (game, orders): &(Game, Vec<Order>),
    briefing: &Briefing,
    refused: &HashSet<Hull>,
) -> (usize, Reverse<u64>, usize) {
    let new = orders.iter().filter_map(berth);
    let doubt =
        if refused.is_empty() { 0 } else { new.map(|hull| doubt(&hull, briefing, refused)).sum() };
    let ships = game.fleet(briefing.side()).ships();
    let reachable = ships.map(|(name, id)| {
        let course = |hull: &Hull, manoeuvre| game.course(Some(id), hull, manoeuvre).ok();
        let all = ways(*game.board().ship(id).hull(), name.class.moves(), &course);
        let open = all.iter().filter(|(_, hull)| game.can_move_from(Some(id), hull));
        open.count().min(ENOUGH)
    });
    (orders.len(), Reverse(doubt), reachable.sum())
}

pub(super) fn berth(order: &Order) -> Option<Hull> {
    let Order::Place { name, bow, heading } = *order else { return None };
    name.class.hull(bow, heading)
}

/// Returns points for the risk that a new ship at `hull` is refused. Each unseen field on or around
/// the ship adds 1 point, or 3 near a refused position. A field with an enemy in sight adds
/// [`SURE`] points, because the order would certainly be refused.
fn doubt(hull: &Hull, briefing: &Briefing, refused: &HashSet<Hull>) -> u64 {
    let is_near = |at: Coord| refused.iter().any(|refused| refused.rect().grown(1).contains(at));
    let around = hull.rect().grown(1).common(&briefing.dims().rect());
    let fields = around.fields().map(|at| match briefing.known().holds(at) {
        true if briefing.has_seen(at) => SURE,
        true => 0,
        false if is_near(at) => 3,
        false => 1,
    });
    fields.sum()
}

/// The doubt about a field with an enemy in sight: more than all other doubts of a fleet.
const SURE: u64 = 1 << 20;
