//! Ships that come to the board.

use super::plan::Plan;
use super::urn::{Candidates, Urn, one_of};
use crate::board::{Heading, Hull};
use crate::dice::Dice;
use crate::rules::ships::berth::Berths;
use crate::rules::ships::{Class, Order, ShipName};

/// How often a fleet that could fit is tried from scratch, at the most.
const ATTEMPTS: u128 = 8;

/// How many fields all attempts together may look at, nearly. A room so large is tried once: where many
/// ships lie, another attempt comes to much the same.
const FIELDS: u128 = 1 << 19;

/// How many places are looked at for one that leaves the ship a way to go.
const LOOKS: u32 = 8;

/// A draw for the heading, then one for each coordinate of the bow.
impl Candidates for Berths {
    type Item = Hull;

    fn draw(&self, dice: &mut dyn Dice) -> Option<Hull> {
        let heading = one_of(&Heading::ALL, dice)?;
        self.hull(self.bows(heading).draw(dice)?, heading)
    }
}

/// Places all missing ships of the own fleet, as far as there is room.
pub(super) fn place_missing<'w>(plan: Plan<'w>, dice: &mut dyn Dice) -> Plan<'w> {
    if plan.game.fleets[plan.side].is_complete() {
        return plan;
    }
    let mut best = attempt(plan.clone(), dice);
    if could_fit(&plan) {
        for _ in 1..attempts(&plan) {
            if best.game.fleets[best.side].is_complete() {
                break;
            }
            let other = attempt(plan.clone(), dice);
            if other.orders.len() > best.orders.len() {
                best = other;
            }
        }
    }
    best
}

/// How often the missing ships are tried from scratch.
fn attempts(plan: &Plan<'_>) -> u128 {
    let room = plan.game.room(plan.side).grown(1);
    let (rows, cols) = (room.bottom.abs_diff(room.top), room.right.abs_diff(room.left));
    (FIELDS / (u128::from(rows) * u128::from(cols)).max(1)).min(ATTEMPTS)
}

/// Whether the room is large enough for the missing ships, if nothing else stood there. A ship keeps
/// a row and a column of its rim to itself.
fn could_fit(plan: &Plan<'_>) -> bool {
    let room = plan.game.room(plan.side).grown(1);
    let rim = |class: Class| 2 * u128::from(class.length() + 1);
    let missing = plan.game.missing(plan.side);
    let needed: u128 =
        missing.map(|(class, missing)| u128::from(missing.unsigned_abs()) * rim(class)).sum();
    let (rows, cols) = (room.bottom.abs_diff(room.top), room.right.abs_diff(room.left));
    needed <= u128::from(rows) * u128::from(cols)
}

/// Places ship after ship, large ones first, each at random.
fn attempt<'w>(mut plan: Plan<'w>, dice: &mut dyn Dice) -> Plan<'w> {
    let missing: Vec<_> = plan.game.missing(plan.side).collect();
    for (class, mut missing) in missing {
        let mut urn = Urn::new(plan.game.berths(plan.side, class));
        for index in 0..plan.game.fleets[plan.side].size(class) {
            let name = ShipName { class, index };
            if plan.game.fleets[plan.side].ship(name).is_some() {
                continue;
            }
            if plan.watch.is_over() {
                return plan;
            }
            let Some(hull) = draw_berth(&plan, class, &mut urn, dice) else { break };
            plan.give(Order::Place { name, bow: hull.bow(), heading: hull.heading() });
            missing -= 1;
            if missing == 0 {
                break;
            }
        }
    }
    plan
}

/// A free place, one with a way to go if the first few draws show any.
fn draw_berth(
    plan: &Plan<'_>,
    class: Class,
    urn: &mut Urn<Berths>,
    dice: &mut dyn Dice,
) -> Option<Hull> {
    let is_free = |hull: Hull| plan.game.check_berth(&hull, None).is_ok();
    let list = || plan.game.free_berths(plan.side, class);
    let mut hull = urn.draw(dice, is_free, list)?;
    for _ in 1..LOOKS {
        if plan.game.ways(None, hull).next().is_some() {
            break;
        }
        hull = urn.draw(dice, is_free, list)?;
    }
    Some(hull)
}
