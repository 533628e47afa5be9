//! Shots: the targets of each cannon.

use super::plan::Plan;
use super::worth::by_worth;
use crate::rules::large::{Matching, Urn};
use crate::rules::{Class, Order, ShipName};
use broadside_core::board::{Coord, Rect, ShipId};
use broadside_core::dice::Dice;

/// Fires the one shot of a basic game: at the enemy, or into the water if the enemy has no healthy segment.
pub(super) fn shoot_once(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.game.is_complete() {
        return;
    }
    let target = by_worth(plan, dice).first().copied();
    let sea = plan.game.board.dims().rect();
    let waste = || draw_field(plan, &mut Urn::new(sea), |_| true, dice);
    if let Some(at) = target.or_else(waste) {
        plan.give(Order::Shoot(at));
    }
}

/// Shoots at each segment that is in range of a cannon, once.
pub(super) fn hit_in_range(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.game.is_complete() || plan.cancel.check().is_err() {
        return;
    }
    let targets = by_worth(plan, dice);
    for (name, at) in assign(plan, &targets) {
        if plan.cancel.is_set() {
            return;
        }
        plan.give(Order::Fire(name, at));
    }
}

/// Finds cannons for as many targets as possible, the first ones first.
///
/// The sets of targets that can be matched are the independent sets of a matroid, so it is best to take the
/// targets in order of worth. Carriers reach every field and take the targets that other ships cannot take.
fn assign(plan: &Plan<'_>, targets: &[Coord]) -> Vec<(ShipName, Coord)> {
    let ships = plan.ships();
    let turn = plan.game.turn().without_history();
    let mut matching = Matching::new(&plan.game, &turn).prepared_for(targets.len(), plan.cancel);
    let (carriers, others): (Vec<_>, Vec<_>) =
        ships.into_iter().partition(|(name, _)| name.class == Class::Carrier);
    let of_all = |ships: &[(ShipName, ShipId)]| -> u64 {
        ships.iter().map(|(_, id)| u64::from(plan.shots_left(*id))).sum()
    };
    let mut left = of_all(&others);
    let mut carrier_shots = shots(plan, &carriers);
    let mut assigned = Vec::new();
    for at in targets {
        if left > 0 && matching.add(*at, plan.cancel) {
            left -= 1;
        } else if let Some(name) = carrier_shots.next() {
            assigned.push((name, *at));
        } else if left == 0 || plan.cancel.is_set() {
            break;
        }
    }
    for (name, id) in &others {
        assigned.extend(matching.taken_by(*id).map(|at| (*name, at)));
    }
    assigned
}

/// The name of each ship, repeated for each shot that it has left.
fn shots<'p>(
    plan: &'p Plan<'_>,
    ships: &'p [(ShipName, ShipId)],
) -> impl Iterator<Item = ShipName> + 'p {
    ships.iter().flat_map(|(name, id)| (0..plan.shots_left(*id)).map(|_| *name))
}

/// Fires all shots that are left at random fields in range, into the water.
pub(super) fn fire_the_rest(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.game.is_complete() {
        return;
    }
    let sea = plan.game.board.dims().rect();
    // A field that is unsuitable stays so in this turn. So all carriers share one urn.
    let mut of_carriers = Urn::new(sea);
    for (name, id) in plan.ships() {
        if plan.cancel.is_set() {
            return;
        }
        let (cannon, range) = (plan.game.cannon(id), name.class.range());
        let mut near = range.map(|range| Urn::new(Rect::around(cannon, range.into()).common(&sea)));
        let urn = near.as_mut().unwrap_or(&mut of_carriers);
        let in_range = |at| range.is_none_or(|range| cannon.is_within(at, range));
        for _ in 0..plan.shots_left(id) {
            let Some(at) = draw_field(plan, urn, in_range, dice) else { break };
            plan.give(Order::Fire(name, at));
        }
    }
}

/// Draws a field in range that a shot may be wasted on.
fn draw_field(
    plan: &Plan<'_>,
    urn: &mut Urn<Rect>,
    in_range: impl Fn(Coord) -> bool,
    dice: &mut dyn Dice,
) -> Option<Coord> {
    let is_suitable = |at| in_range(at) && plan.may_waste_on(at);
    let fields = urn.candidates;
    urn.draw(dice, is_suitable, || fields.fields().filter(|at| is_suitable(*at)).collect())
}
