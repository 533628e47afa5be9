//! Shots: which cannon shoots where.

use super::plan::Plan;
use super::worth::by_worth;
use crate::rules::large::{Matching, Urn};
use crate::rules::{Class, Order, ShipName};
use broadside_core::board::{Coord, Rect, ShipId};
use broadside_core::dice::Dice;

/// The one shot of a basic game: at the opponent, or into the water if nothing is left of him.
pub(super) fn shoot_once(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.game.is_complete() {
        return;
    }
    let target = by_worth(plan, dice).first().copied();
    let waste = |dice| draw_field(plan, &mut Urn::new(plan.sea()), plan.sea(), |_| true, dice);
    let target = target.or_else(|| waste(dice));
    if let Some(at) = target {
        plan.give(Order::Shoot(at));
    }
}

/// Shots at all that is in range of cannons where they stand, each segment once.
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
/// The sets of targets that cannons can be found for are the independent sets of a matroid, so that
/// taking them in order of worth is best. Carriers reach everything and take what others cannot.
fn assign(plan: &Plan<'_>, targets: &[Coord]) -> Vec<(ShipName, Coord)> {
    let ships = plan.ships();
    let turn = plan.game.turn().as_it_stands();
    let mut matching = Matching::new(&plan.game, &turn).ready_for(targets.len(), plan.cancel);
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
    let crews = others.iter().flat_map(|(name, id)| matching.crew(*id).map(move |at| (*name, at)));
    assigned.extend(crews);
    assigned
}

/// The name of each ship, once for each shot that it has left.
fn shots<'p>(
    plan: &'p Plan<'_>,
    ships: &'p [(ShipName, ShipId)],
) -> impl Iterator<Item = ShipName> + 'p {
    ships.iter().flat_map(|(name, id)| (0..plan.shots_left(*id)).map(|_| *name))
}

/// All shots that are left, into the water around: to fields in range, at random.
pub(super) fn fire_the_rest(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.game.is_complete() {
        return;
    }
    // Fields never come back in a turn, so carriers share what they know of the whole sea.
    let whole = plan.sea();
    let mut sea = Urn::new(whole);
    for (name, id) in plan.ships() {
        if plan.cancel.is_set() {
            return;
        }
        match name.class.range() {
            None => empty_cannon(plan, (name, id), (&mut sea, whole), |_| true, dice),
            Some(range) => {
                let cannon = plan.cannon(id);
                let around = Rect::spanning(cannon, cannon).grown(i64::from(range));
                let around = around.common(&whole);
                let in_range = |at| cannon.is_within(at, range);
                empty_cannon(plan, (name, id), (&mut Urn::new(around), around), in_range, dice);
            }
        }
    }
}

/// Fires the shots that a ship has left, as far as there are fields for them.
fn empty_cannon(
    plan: &mut Plan<'_>,
    (name, id): (ShipName, ShipId),
    (urn, fields): (&mut Urn<Rect>, Rect),
    in_range: impl Fn(Coord) -> bool,
    dice: &mut dyn Dice,
) {
    for _ in 0..plan.shots_left(id) {
        let field = draw_field(plan, urn, fields, &in_range, dice);
        let Some(at) = field else { break };
        plan.give(Order::Fire(name, at));
    }
}

/// Draws one of `fields` from their urn, in range and with nothing that shots should spare.
fn draw_field(
    plan: &Plan<'_>,
    urn: &mut Urn<Rect>,
    fields: Rect,
    in_range: impl Fn(Coord) -> bool,
    dice: &mut dyn Dice,
) -> Option<Coord> {
    let will_do = |at| in_range(at) && plan.may_waste_on(at);
    urn.draw(dice, will_do, || fields.fields().filter(|at| will_do(*at)).collect())
}
