//! Sends planes to the squares where the most unseen segments are expected.

use super::plan::Plan;
use crate::rules::{Class, Order, plane_square};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::collections::BTreeMap;

/// A square with less weight than this is not worth a plane.
const LEAST: f64 = 1e-6;

/// Sends planes as long as carriers have shots left and a square is worth a plane. In an extended
/// game, a plane costs a shot.
///
/// If placements were refused, the first planes usually go to the possible positions of missing
/// ships, to find the enemy that is in the way.
pub(super) fn send_planes(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let mut doubts = if plan.is_crowded { doubts(plan) } else { Doubts::new() };
    for (name, id) in plan.ships() {
        if name.class != Class::Carrier {
            continue;
        }
        for _ in 0..plan.shots_left(name, id) {
            if plan.cancel.is_set() {
                return;
            }
            let square_of_doubt = most_doubtful_square(&mut doubts);
            let Some(at) = square_of_doubt.or_else(|| best_square(plan, dice)) else { return };
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

fn doubts(plan: &Plan<'_>) -> Doubts {
    let (briefing, side) = (plan.briefing, plan.side());
    let sketch = briefing.sketch();
    let mut doubts = Doubts::new();
    if briefing.start(side).common(&briefing.dims().rect()).area() > LARGEST_START {
        return doubts;
    }
    let missing = briefing.missing(side).filter(|(_, missing)| *missing > 0);
    for (class, _) in missing {
        for berth in sketch.free_berths(side, class, &plan.cancel) {
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
fn best_square(plan: &Plan<'_>, dice: &mut dyn Dice) -> Option<Coord> {
    let region = plan.heat.region();
    let weight = |at: Coord| -> f64 { plane_square(at).fields().map(|at| plan.heat.at(at)).sum() };
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

#[cfg(test)]
mod tests {
    use super::super::placement;
    use super::*;
    use crate::rules::fair::{Briefing, FairPilot, Pilot as _, Referee, Skill};
    use crate::rules::{Setting, game_with};
    use broadside_core::Cancel;
    use broadside_core::board::{Rect, Side};
    use broadside_core::dice::{Stream, pick};
    use std::collections::{BTreeSet, HashSet};

    fn has_doubts(briefing: &Briefing, dice: &mut dyn Dice) -> bool {
        let placed = placement::place_missing(briefing, &HashSet::new(), &Cancel::default(), dice);
        let known = (&BTreeSet::new(), HashSet::new());
        !doubts(&Plan::new(briefing, Skill::default(), known, placed, dice)).is_empty()
    }

    /// In some games the pilot keeps one of its two carriers back.
    #[test]
    fn a_carrier_that_is_kept_back_sends_no_plane() {
        let mut kept_back = 0;
        for round in 0..20 {
            let fleets = Side::ALL.map(|side| Setting::Fleet(side, [2, 0, 0, 0]));
            let (mut referee, mut dice) =
                (Referee::new(game_with(fleets)), Stream::new(&3.into(), round));
            let mut pilots = [FairPilot::default(), FairPilot::default()];
            for pilot in &mut pilots {
                let briefing = referee.open();
                let orders = pilot.turn(&briefing, &mut dice).unwrap();
                let is_placed = |order: &&Order| matches!(order, Order::Place { .. });
                kept_back += usize::from(orders.iter().filter(is_placed).count() == 1);
                referee.play(&orders, &briefing.sketch()).unwrap();
            }
        }
        assert!(kept_back > 0);
    }

    #[test]
    fn doubts_end_when_no_own_ship_is_missing() {
        let fleets = Side::ALL.map(|side| Setting::Fleet(side, [1, 0, 0, 0]));
        let game = game_with(fleets.into_iter().chain([Setting::BoardSize(12, 12)]));
        let (mut referee, mut dice) = (Referee::new(game), Stream::new(&3.into(), 0));
        let mut pilots = [FairPilot::default(), FairPilot::default()];
        for turn in 0..4 {
            let briefing = referee.open();
            assert_eq!(has_doubts(&briefing, &mut dice), turn < 2, "turn {turn}");
            let orders = pilots[turn % 2].turn(&briefing, &mut dice).unwrap();
            referee.play(&orders, &briefing.sketch()).unwrap();
        }
    }

    /// The result of a draw is a function of its number, from 0.
    struct Falls<F>(u64, F);

    impl<F: Fn(u64) -> u64> Dice for Falls<F> {
        fn below(&mut self, n: u64) -> u64 {
            self.0 += 1;
            (self.1)(self.0 - 1).min(n - 1)
        }
    }

    /// The enemy's ships may be anywhere in `start`.
    fn with_plan<T>(start: Rect, test: impl FnOnce(&mut Plan<'_>) -> T) -> T {
        let game = game_with([
            Setting::BoardSize(80, 160),
            Setting::Start(Side::First, Rect::spanning(Coord::new(0, 90), Coord::new(79, 159))),
            Setting::Start(Side::Second, start),
        ]);
        let (mut referee, mut dice) = (Referee::new(game), Stream::new(&3.into(), 0));
        let briefing = referee.open();
        let placed =
            placement::place_missing(&briefing, &HashSet::new(), &Cancel::default(), &mut dice);
        let known = (&BTreeSet::new(), HashSet::new());
        let mut plan = Plan::new(&briefing, Skill::default(), known, placed, &mut dice);
        assert_eq!(plan.heat.region(), start);
        test(&mut plan)
    }

    /// The first row and the first column of the rectangle are not multiples of three.
    fn start(rows: i64, cols: i64) -> Rect {
        Rect::spanning(Coord::new(4, 7), Coord::new(3 + rows, 6 + cols))
    }

    fn cool_all_but(plan: &mut Plan<'_>, is_hot: impl Fn(Coord) -> bool) {
        plan.heat.region().fields().filter(|at| !is_hot(*at)).for_each(|at| plan.heat.cool(at));
    }

    #[test]
    fn planes_over_a_sea_without_clues_lie_side_by_side() {
        for start in [start(6, 9), start(9, 3)] {
            with_plan(start, |plan| {
                let mut seen = BTreeSet::new();
                while let Some(at) = best_square(plan, &mut Falls(0, |_| 0)) {
                    for at in plane_square(at).fields() {
                        assert!(start.contains(at), "{at:?} is out of {start:?}");
                        assert!(seen.insert(at), "{at:?} is seen twice");
                        plan.heat.cool(at);
                    }
                }
                assert_eq!(seen.len() as u128, start.area());
            });
        }
    }

    #[test]
    fn dice_choose_among_equal_squares() {
        let found = Coord::new(8, 12);
        with_plan(start(12, 12), |plan| {
            cool_all_but(plan, |at| at == found);
            for (number, around) in plane_square(found).fields().enumerate() {
                let fall = |draw| if draw == number as u64 { 255 } else { 0 };
                assert_eq!(best_square(plan, &mut Falls(0, fall)), Some(around));
            }
        });
    }

    #[test]
    fn dice_never_choose_a_square_that_is_far_worse() {
        let (start, mut dice) = (start(40, 40), Stream::new(&7.into(), 0));
        let fields: Vec<_> = start.fields().collect();
        for _ in 0..20 {
            let hot: HashSet<_> =
                (0..=dice.below(40)).filter_map(|_| pick(&fields, &mut dice)).collect();
            with_plan(start, |plan| {
                cool_all_but(plan, |at| hot.contains(&at));
                let weight = |at: Coord| -> f64 {
                    plane_square(at).fields().map(|at| plan.heat.at(at)).sum()
                };
                let most = plan.heat.region().fields().map(weight).fold(0.0, f64::max);
                let chosen = best_square(plan, &mut dice).map_or(0.0, weight);
                assert!(chosen * 1.3 >= most, "{chosen} {most}");
            });
        }
    }

    #[test]
    fn a_map_without_heat_gets_no_plane() {
        with_plan(start(6, 6), |plan| {
            cool_all_but(plan, |_| false);
            assert_eq!(best_square(plan, &mut Falls(0, |_| 255)), None);
        });
    }
}
