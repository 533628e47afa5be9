//! Planes: they go where most unseen segments may be.

use super::plan::Plan;
use crate::rules::Class;
use broadside_core::Cancel;
use broadside_core::board::{Coord, Rect};
use broadside_core::dice::Dice;
use std::collections::BTreeMap;

/// The least weight that is worth a plane.
const LEAST: f64 = 1e-6;

/// Sends the planes of all carriers. Where ships have crews, a plane costs a shot: then planes are sent as
/// long as a carrier is feared, or nothing better is left to shoot at.
///
/// Where placements were refused, the first planes go over the places that are left.
pub(super) fn send_planes(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let mut doubts = if plan.is_crowded { doubts(plan) } else { Doubts::new() };
    for (name, id) in plan.ships() {
        if name.class != Class::Carrier {
            continue;
        }
        for _ in 0..plan.shots_left(name, id) {
            let square_of_doubt = most_doubtful_square(&mut doubts);
            let Some(at) = square_of_doubt.or_else(|| best_square(plan, dice)) else { return };
            plan.spy(name, at);
            square(at).fields().for_each(|at| plan.heat.cool(at));
        }
    }
}

/// Unseen fields, each with the number of places for missing ships that it could spoil.
type Doubts = BTreeMap<Coord, u64>;

/// The largest starting rectangle whose places are looked at, in fields.
const LARGEST_START: u128 = 1 << 10;

fn doubts(plan: &Plan<'_>) -> Doubts {
    let (briefing, side) = (plan.briefing, plan.side());
    let sketch = briefing.sketch();
    let mut doubts = Doubts::new();
    if briefing.start(side).common(&briefing.dims().rect()).area() > LARGEST_START {
        return doubts;
    }
    let missing = briefing.missing(side).filter(|(_, missing)| *missing > 0);
    for (class, _) in missing {
        for berth in sketch.free_berths(side, class, &Cancel::default()) {
            let around = berth.rect().grown(1).common(&briefing.dims().rect());
            let unseen = around.fields().filter(|at| !briefing.known().holds(*at));
            unseen.for_each(|at| *doubts.entry(at).or_default() += 1);
        }
    }
    doubts
}

/// The square that could spoil the most places; they are settled then.
fn most_doubtful_square(doubts: &mut Doubts) -> Option<Coord> {
    let weight = |at: Coord| -> u64 { square(at).fields().filter_map(|at| doubts.get(&at)).sum() };
    let best = doubts.keys().copied().max_by_key(|at| weight(*at))?;
    square(best).fields().for_each(|at| _ = doubts.remove(&at));
    Some(best)
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

#[cfg(test)]
mod tests {
    use super::super::placement;
    use super::*;
    use crate::rules::fair::{Briefing, FairPilot, Pilot as _, Referee, Skill};
    use crate::rules::{Game, Setting};
    use broadside_core::board::Side;
    use broadside_core::dice::Stream;
    use std::collections::{BTreeSet, HashSet};

    fn has_doubts(briefing: &Briefing, dice: &mut dyn Dice) -> bool {
        let placed = placement::place_missing(briefing, &HashSet::new(), dice);
        let known = (&BTreeSet::new(), HashSet::new());
        !doubts(&Plan::new(briefing, Skill::default(), known, placed, dice)).is_empty()
    }

    #[test]
    fn only_missing_ships_leave_doubts() {
        let fleets = Side::ALL.map(|side| Setting::Fleet(side, [1, 0, 0, 0]));
        let mut game = Game::default();
        for setting in fleets.into_iter().chain([Setting::BoardSize(12, 12)]) {
            game.set(&setting).unwrap();
        }
        let (mut referee, mut dice) = (Referee::new(game), Stream::new(&3.into(), 0));
        let mut pilots = [FairPilot::default(), FairPilot::default()];
        for turn in 0..4 {
            let briefing = referee.open();
            assert_eq!(has_doubts(&briefing, &mut dice), turn < 2, "turn {turn}");
            let orders = pilots[turn % 2].turn(&briefing, &mut dice).unwrap();
            referee.play(&orders, &briefing.sketch()).unwrap();
        }
    }
}
