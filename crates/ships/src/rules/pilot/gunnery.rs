//! Plans the shots of a pilot (a computer player) in a turn: which cannon shoots at which target.

use super::Plan;
use crate::rules::large::{Marks, Matching, Urn};
use crate::rules::turn::TurnLog;
use crate::rules::{CANNON, Class, Order, ShipName};
use broadside_core::board::{Coord, Rect, Ship};
use broadside_core::dice::{Dice, shuffle};
use std::collections::BTreeMap;

/// Fires the only shot of a basic turn. If the enemy has no healthy segment, the shot goes to a
/// random field without an own ship or a reef.
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

/// Shoots once at each healthy enemy segment in range, as long as shots are left.
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

/// Assigns shots to as many targets as possible, the earlier targets first. An assigned target may
/// get another ship later, but stays assigned (see `rules::large::matching`). Carriers reach every
/// field. They take the targets that other ships cannot take.
fn assign(plan: &Plan<'_>, targets: &[Coord]) -> Vec<(ShipName, Coord)> {
    // These shots name their ship, so each shot comes from the present position of the cannon. The
    // matching then needs only `spent` from the log of the turn.
    let spent = plan.game.turn().spent.clone();
    let turn = TurnLog { spent, ..TurnLog::new(plan.side) };
    let mut matching = Matching::new(&plan.game, &turn, targets.len(), plan.cancel);
    let (carriers, others): (Vec<_>, Vec<_>) =
        plan.ships().into_iter().partition(|(name, _)| name.class == Class::Carrier);
    let mut other_shots: u64 = others.iter().map(|(_, id)| u64::from(plan.shots_left(*id))).sum();
    let shots = |(name, id)| (0..plan.shots_left(id)).map(move |_| name);
    let mut carrier_shots = carriers.into_iter().flat_map(shots);
    let mut assigned = Vec::new();
    for at in targets {
        if other_shots > 0 && matching.add(*at, plan.cancel) {
            other_shots -= 1;
        } else if let Some(name) = carrier_shots.next() {
            assigned.push((name, *at));
        } else if other_shots == 0 || plan.cancel.is_set() {
            break;
        }
    }
    for (name, id) in &others {
        assigned.extend(matching.taken_by(*id).map(|at| (*name, at)));
    }
    assigned
}

/// Fires the remaining shots, which have no target, at random fields (see [`Plan::may_waste_on`]).
pub(super) fn fire_the_rest(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if !plan.game.is_complete() {
        return;
    }
    let sea = plan.game.board.dims().rect();
    // An urn (fields to draw from) may drop an unsuitable field for ever. A field that is
    // unsuitable for one carrier is unsuitable for all carriers, so the carriers share one urn.
    let mut of_carriers = Urn::new(sea);
    for (name, id) in plan.ships() {
        if plan.cancel.is_set() {
            return;
        }
        let (cannon, range) = (plan.game.cannon(id), name.class.range());
        let mut near = range.map(|range| Urn::new(Rect::around(cannon, range.into()).common(&sea)));
        let urn = near.as_mut().unwrap_or(&mut of_carriers);
        let in_range = |at| name.class.reaches(cannon, at);
        for _ in 0..plan.shots_left(id) {
            let Some(at) = draw_field(plan, urn, in_range, dice) else { break };
            plan.give(Order::Fire(name, at));
        }
    }
}

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

/// The kinds of segments that the enemy can lose, the worst loss first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    /// A cannon that has a healthy segment of the pilot's fleet in range.
    Threat,
    /// Any other cannon.
    Cannon,
    Engine,
    /// Any other segment. In a basic game, every segment.
    Hull,
}

/// Returns the healthy segments of the enemy, sorted by [`Loss`], then by the number of healthy
/// segments of the ship, and then at random.
fn by_worth(plan: &Plan<'_>, dice: &mut dyn Dice) -> Vec<Coord> {
    let game = &plan.game;
    let own = game.extended.then(|| Marks::healthy(game, plan.side, plan.cancel));
    let mut marks = Vec::new();
    for (name, id) in game.fleets[plan.side.other()].ships() {
        if plan.cancel.is_set() {
            return Vec::new();
        }
        let ship = game.board.ship(id);
        for segment in (0..name.class.length()).filter(|segment| ship.is_healthy(*segment)) {
            let loss = own.as_ref().map_or(Loss::Hull, |own| loss(name, ship, segment, own));
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

fn loss(name: ShipName, ship: &Ship, segment: u32, own: &Marks) -> Loss {
    match segment {
        CANNON if own.has_within(ship.hull().field(CANNON), name.class.range()) => Loss::Threat,
        CANNON => Loss::Cannon,
        last if last + 1 == ship.hull().length() => Loss::Engine,
        _ => Loss::Hull,
    }
}
