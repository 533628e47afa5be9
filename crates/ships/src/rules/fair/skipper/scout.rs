//! Sends planes to the squares where the most unseen segments are expected.

use super::heat::Heat;
use super::plan::Plan;
use crate::rules::fair::Briefing;
use crate::rules::{Class, Order, plane_square};
use broadside_core::Cancel;
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::collections::BTreeMap;

/// A square with fewer expected unseen segments than this is not worth a plane.
const LEAST: f64 = 1e-6;

/// Sends planes as long as carriers have shots left and a square is worth a plane. In an extended
/// game, a plane costs a shot.
///
/// If placements were refused, an unseen enemy is in the way. Then the first planes usually go to
/// the possible positions of missing ships.
pub(super) fn send_planes(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let mut doubts =
        if plan.is_crowded { doubts(plan.briefing, &plan.cancel) } else { Doubts::new() };
    for (name, id) in plan.ships() {
        if name.class != Class::Carrier {
            continue;
        }
        for _ in 0..plan.shots_left(name, id) {
            if plan.cancel.is_set() {
                return;
            }
            let square_of_doubt = most_doubtful_square(&mut doubts);
            let Some(at) = square_of_doubt.or_else(|| best_square(&plan.heat, dice)) else {
                return;
            };
            plan.give(Order::Spy(name.index, at));
            plane_square(at).fields().for_each(|at| plan.heat.cool(at));
        }
    }
}

/// Unseen fields in or around the possible positions of missing own ships. Each has the number of
/// positions that an enemy on the field would block.
type Doubts = BTreeMap<Coord, u64>;

/// The possible positions are listed only if the starting rectangle has at most this many fields.
const LARGEST_START: u128 = 1 << 10;

#[doc(hidden)]
pub fn doubts(briefing: &Briefing, cancel: &Cancel) -> Doubts {
    let side = briefing.side();
    let sketch = briefing.sketch();
    let mut doubts = Doubts::new();
    if briefing.start(side).common(&briefing.dims().rect()).area() > LARGEST_START {
        return doubts;
    }
    let missing = briefing.missing(side).filter(|(_, missing)| *missing > 0);
    for (class, _) in missing {
        for berth in sketch.free_berths(side, class, cancel) {
            let around = berth.rect().grown(1).common(&briefing.dims().rect());
            let unseen = around.fields().filter(|at| !briefing.known().holds(*at));
            unseen.for_each(|at| *doubts.entry(at).or_default() += 1);
        }
    }
    doubts
}

fn most_doubtful_square(doubts: &mut Doubts) -> Option<Coord> {
    let weight =
        |at: Coord| -> u64 { plane_square(at).fields().filter_map(|at| doubts.get(&at)).sum() };
    let best = doubts.keys().copied().max_by_key(|at| weight(*at))?;
    plane_square(best).fields().for_each(|at| _ = doubts.remove(&at));
    Some(best)
}

/// Chooses at random among the squares with nearly the most weight. Slightly prefers the squares of
/// a fixed grid, because their planes do not overlap.
#[doc(hidden)]
pub fn best_square(heat: &Heat, dice: &mut dyn Dice) -> Option<Coord> {
    let region = heat.region();
    let weight = |at: Coord| -> f64 { plane_square(at).fields().map(|at| heat.at(at)).sum() };
    let fits = |at: Coord| (at.row - region.top) % 3 == 1 && (at.col - region.left) % 3 == 1;
    let mut best: Option<(f64, Coord)> = None;
    for at in region.fields() {
        let weight = weight(at);
        // Below, luck and the grid raise a weight by less than 30 percent.
        if weight < LEAST || best.is_some_and(|(best, _)| weight * 1.3 < best) {
            continue;
        }
        let luck = f64::from(u32::try_from(dice.below(256)).unwrap_or(0)) / 1024.0;
        let weight = weight * (1.0 + luck + if fits(at) { 0.05 } else { 0.0 });
        if best.is_none_or(|(best, _)| weight > best) {
            best = Some((weight, at));
        }
    }
    best.map(|(_, at)| at)
}
