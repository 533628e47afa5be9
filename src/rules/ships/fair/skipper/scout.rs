//! Planes: where most of what is unseen may be.

use super::plan::Plan;
use crate::board::{Coord, Rect};
use crate::dice::Dice;
use crate::rules::ships::Class;

/// The least weight that is worth a plane.
const LEAST: f64 = 1e-6;

/// Sends the planes of all carriers. Where ships have crews, a plane costs a shot: then planes are sent as
/// long as a carrier is feared, or nothing better is left to shoot at.
pub(super) fn send_planes(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    for (name, id) in plan.ships() {
        if name.class != Class::Carrier {
            continue;
        }
        for _ in 0..plan.shots_left(name, id) {
            let Some(at) = best_square(plan, dice) else { return };
            plan.spy(name, at);
            square(at).fields().for_each(|at| plan.heat.cool(at));
        }
    }
}

fn square(centre: Coord) -> Rect {
    Rect::spanning(centre, centre).grown(1)
}

/// The square with the most weight; alike ones as the dice say, but rather those that fit side by side.
fn best_square(plan: &Plan<'_>, dice: &mut dyn Dice) -> Option<Coord> {
    let region = plan.heat.region();
    let weight = |at: Coord| -> f64 { square(at).fields().map(|at| plan.heat.at(at)).sum() };
    let fits = |at: Coord| (at.row - region.top) % 3 == 1 && (at.col - region.left) % 3 == 1;
    let mut best: Option<(f64, Coord)> = None;
    for at in region.fields() {
        let weight = weight(at);
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
