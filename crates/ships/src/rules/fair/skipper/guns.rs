//! Plans the shots of the fair pilot, a built-in player: seen segments first, then likely fields.

use super::plan::Plan;
use crate::rules::{CANNON, Class, Order, Section, ShipName};
use broadside_core::board::{Coord, Rect, Ship, ShipId};
use broadside_core::dice::{Dice, index_below, shuffle};

/// The kinds of segments in sight, the most valuable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    CarrierCannon,
    /// The cannon of a ship that is not in full view.
    SomeCannon,
    /// The cannon of a ship in full view that is not a carrier.
    Cannon,
    Other,
}

/// Shoots at segments in sight and in range. As long as an unseen enemy carrier may be armed, own
/// carriers save their shots for planes and for cannons that may belong to enemy carriers.
pub(super) fn fire_at_seen(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.may_shoot {
        return;
    }
    let targets = by_worth(plan, dice);
    if !plan.briefing.is_extended() {
        if let (Some((_, at)), true) = (targets.first(), plan.shot.is_empty()) {
            plan.give(Order::Shoot(*at));
        }
        return;
    }
    for (worth, at) in targets {
        if plan.cancel.is_set() {
            return;
        }
        if let Some(name) = gunner(plan, at, worth) {
            plan.give(Order::Fire(name, at));
        }
    }
}

/// Returns the targets that the pilot notices, sorted by worth, then by the number of healthy
/// segments of their ships, then with engines first.
fn by_worth(plan: &Plan<'_>, dice: &mut dyn Dice) -> Vec<(Worth, Coord)> {
    let worth = |(at, section)| {
        let ship = plan.enemy_at(at);
        let left = ship.map_or(u32::MAX, |(_, ship)| ship.healthy());
        // Engines come first among equal targets, because a ship without an engine cannot escape.
        (worth(plan, at, section), left, section != Section::Engine, at)
    };
    let mut targets: Vec<_> = plan.targets().map(worth).collect();
    let is_extended = plan.briefing.is_extended();
    targets.retain(|_| plan.skill.notices(is_extended, dice));
    shuffle(&mut targets, dice, || false);
    targets.sort_by_key(|(worth, left, is_no_engine, _)| (*worth, *left, *is_no_engine));
    targets.into_iter().map(|(worth, .., at)| (worth, at)).collect()
}

fn worth(plan: &Plan<'_>, at: Coord, section: Section) -> Worth {
    let is_cannon = |ship: &Ship| ship.hull().field(CANNON) == at;
    match plan.enemy_at(at) {
        Some(_) if plan.is_carriers_cannon(at) => Worth::CarrierCannon,
        _ if !plan.briefing.is_extended() && section != Section::Cannon => Worth::Other,
        Some((_, ship)) if is_cannon(ship) => Worth::Cannon,
        None if section == Section::Cannon => Worth::SomeCannon,
        _ => Worth::Other,
    }
}

/// Among the ships that can shoot at `at`, returns the ship with the fewest shots left. Returns a
/// carrier only if no other ship can shoot there.
fn gunner(plan: &Plan<'_>, at: Coord, worth: Worth) -> Option<ShipName> {
    let saves_planes = plan.fears_carrier && worth > Worth::SomeCannon;
    let can = |(name, id): &(ShipName, ShipId)| {
        let left = plan.shots_left(*name, *id);
        let is_near = name.class.reaches(plan.game.cannon(*id), at);
        left > 0 && is_near && !(saves_planes && name.class == Class::Carrier)
    };
    let gunners = plan.ships().into_iter().filter(can);
    let by_rank = |(name, id): &(ShipName, ShipId)| {
        (name.class == Class::Carrier, plan.shots_left(*name, *id))
    };
    gunners.min_by_key(by_rank).map(|(name, _)| name)
}

/// Spends the remaining shots on the fields out of sight that have the most [heat](super::Heat).
pub(super) fn fire_into_fog(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.may_shoot {
        return;
    }
    if !plan.briefing.is_extended() {
        if plan.shot.is_empty()
            && let Some(at) = hottest(plan, plan.heat.region(), |_| true, dice)
        {
            plan.give(Order::Shoot(at));
        }
        return;
    }
    for (name, id) in plan.ships() {
        let cannon = plan.game.cannon(id);
        let (around, range) = match name.class.range() {
            None => (plan.heat.region(), u32::MAX),
            Some(range) => (Rect::around(cannon, range.into()), range),
        };
        for _ in 0..plan.shots_left(name, id) {
            if plan.cancel.is_set() {
                return;
            }
            let is_near = |at: Coord| cannon.is_within(at, range);
            let Some(at) = hottest(plan, around, is_near, dice) else { break };
            plan.give(Order::Fire(name, at));
            plan.heat.cool(at);
        }
    }
}

/// Chooses at random among the fields that are nearly as hot as the hottest field.
fn hottest(
    plan: &Plan<'_>,
    around: Rect,
    is_near: impl Fn(Coord) -> bool,
    dice: &mut dyn Dice,
) -> Option<Coord> {
    let fields = around.common(&plan.heat.region()).fields();
    let hot =
        fields.map(|at| (plan.heat.at(at), at)).filter(|(heat, at)| *heat > 0.0 && is_near(*at));
    let hot: Vec<_> = hot.collect();
    let most = hot.iter().map(|(heat, _)| *heat).fold(0.0, f64::max);
    let best: Vec<_> = hot.into_iter().filter(|(heat, _)| *heat >= 0.95 * most).collect();
    // Draws a number even if no field is hot, so that each seed still gives the same game as in
    // earlier versions.
    best.get(index_below(best.len().max(1), dice)).map(|(_, at)| *at)
}
