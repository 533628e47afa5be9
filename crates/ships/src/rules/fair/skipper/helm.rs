//! Ships that move: to their targets, or out of harm's way.

use super::placement;
use super::plan::Plan;
use crate::rules::fair::{Briefing, Note};
use crate::rules::pilot::{Found, Steps, search};
use crate::rules::{CANNON, Class, Section, ShipName, straits};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Hull, Manoeuvre, ShipId};
use broadside_core::dice::{Dice, pick};
use std::collections::BTreeSet;

/// How many of the hottest fields ships sail for when nothing is in sight.
const PEAKS: usize = 6;

/// After how many turns in which nothing was hit ships grow restless.
const PATIENCE: usize = 4;

/// How many fields beyond the range of a cannon in sight are far enough.
const MARGIN: i64 = 4;

/// Moves the own ships.
pub(super) fn sail(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if plan.is_crowded || !plan.game.fleet(plan.side()).is_complete() {
        return make_room(plan, dice);
    }
    if !plan.may_shoot {
        return;
    }
    if !plan.briefing.is_extended() {
        return leave_places_that_were_hit(plan, dice);
    }
    let outlook = Outlook::of(plan);
    let cancel = Cancel::default();
    let ships: Vec<_> = plan.ships().into_iter().filter(|(_, id)| is_able(plan, *id)).collect();
    let mut steps = Steps::for_ships(ships.len(), &cancel);
    for (name, id) in ships {
        let is_gunner = plan.is_armed(id) && name.class != Class::Carrier;
        if is_gunner && (outlook.is_stronger || outlook.is_restless) {
            hunt(plan, (name, id), &outlook, &mut steps, dice);
        } else {
            keep_away(plan, (name, id), &outlook.threats, dice);
        }
        steps.next_ship();
    }
}

/// Moves ships out of the starting rectangle, since others found no place in it: an incomplete fleet loses
/// after its tenth turn.
fn make_room(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let start = plan.briefing.start(plan.side());
    for (name, id) in plan.ships() {
        if !is_able(plan, id) || dice.below(4) == 0 {
            continue;
        }
        let ways = ways(plan, name, id);
        let takes = |hull: &Hull| hull.rect().grown(1).common(&start).area();
        let open: Vec<_> = ways.iter().filter(|(.., goes_on)| *goes_on).collect();
        let least = open.iter().map(|(_, hull, _)| takes(hull)).min();
        let best: Vec<_> =
            open.into_iter().filter(|(_, hull, _)| Some(takes(hull)) == least).collect();
        if let Some((way, ..)) = pick(&best, dice) {
            follow(plan, name, way);
        }
    }
}

fn is_able(plan: &Plan<'_>, id: ShipId) -> bool {
    plan.game.has_engine(id) && !plan.ship(id).is_sunk()
}

/// What ships go by.
struct Outlook {
    /// Whether nothing was hit of late: then ships try anything.
    is_restless: bool,
    /// Whether our cannons have more shots a turn than the enemy's can have.
    is_stronger: bool,
    /// The enemy's cannons in sight with a range, and how far they shoot.
    threats: Vec<(Coord, i64)>,
    /// What to sail for: healthy segments in sight, else where unseen ones may be.
    goals: Vec<Coord>,
    /// Whether the goals are in sight.
    is_in_sight: bool,
}

impl Outlook {
    fn of(plan: &Plan<'_>) -> Self {
        let seen: Vec<_> = plan.targets().map(|(at, _)| at).collect();
        let is_in_sight = !seen.is_empty();
        Self {
            is_restless: quiet_turns(plan.briefing) >= PATIENCE,
            is_stronger: own_shots(plan) >= enemy_shots(plan),
            threats: threats(plan),
            goals: if is_in_sight { seen } else { plan.heat.peaks(PEAKS) },
            is_in_sight,
        }
    }
}

/// The shots a turn of our armed ships.
fn own_shots(plan: &Plan<'_>) -> u32 {
    let armed = plan.ships().into_iter().filter(|(_, id)| plan.is_armed(*id));
    armed.map(|(name, _)| name.class.length()).sum()
}

/// The shots a turn that the enemy may have: a ship that is not known to be disarmed may be armed.
fn enemy_shots(plan: &Plan<'_>) -> u32 {
    let may_shoot = plan.briefing.enemy().filter(|(name, ship)| {
        let is_disarmed = ship.is_some_and(|ship| !ship.is_healthy(CANNON));
        !is_disarmed && !plan.briefing.is_sunk(*name)
    });
    let hits = plan.briefing.notes().iter().filter(|note| matches!(note, Note::Hit(_))).count();
    let shots: u32 = may_shoot.map(|(name, _)| name.class.length()).sum();
    // Of the hits on ships that are out of sight, about every third has met a cannon.
    shots.saturating_sub(u32::try_from(hits / 3).unwrap_or(u32::MAX))
}

/// The cannons in sight that have a range. Of a ship that is seen in part only, any healthy segment may
/// be next to a cannon.
fn threats(plan: &Plan<'_>) -> Vec<(Coord, i64)> {
    let threat = |(at, section)| match plan.enemy_at(at) {
        Some((name, ship)) if ship.hull().field(CANNON) == at => {
            Some((at, i64::from(name.class.range()?)))
        }
        Some(_) => None,
        None if section == Section::Cannon => Some((at, i64::from(Class::Battleship.length()))),
        None => Some((at, i64::from(Class::Cruiser.length()))),
    };
    plan.targets().filter_map(threat).collect()
}

/// Sails to where a goal is in range.
fn hunt(
    plan: &mut Plan<'_>,
    (name, id): (ShipName, ShipId),
    outlook: &Outlook,
    steps: &mut Steps<'_>,
    dice: &mut dyn Dice,
) {
    let range = name.class.range().map_or(u128::MAX, |range| u128::from(range).pow(2));
    let nearest = |at: Coord| outlook.goals.iter().map(|goal| square(at, *goal)).min();
    // What is only guessed has to come into sight, where a bow without radar is blind.
    let eye = if outlook.is_in_sight { CANNON } else { 0 };
    let range = if outlook.is_in_sight || plan.ship(id).is_healthy(0) { range } else { 1 };
    let distance =
        |hull: &Hull| nearest(hull.field(eye)).filter(|square| *square > range).unwrap_or(0);
    let found = {
        let course = |hull: &Hull, manoeuvre| plan.course(id, hull, manoeuvre);
        search(*plan.ship(id).hull(), &course, &distance, steps, dice)
    };
    match found {
        Found::Way(way) | Found::Nearer(way) => follow(plan, name, &way),
        Found::DeadEnd(way) if outlook.is_in_sight => follow(plan, name, &way),
        Found::There | Found::NoWay(_) | Found::DeadEnd(_) if outlook.is_restless => {
            wander(plan, (name, id), dice);
        }
        Found::There | Found::NoWay(_) | Found::DeadEnd(_) => {}
    }
}

/// Goes anywhere from where a ship can go on.
fn wander(plan: &mut Plan<'_>, (name, id): (ShipName, ShipId), dice: &mut dyn Dice) {
    let ways = ways(plan, name, id);
    let open: Vec<_> = ways.iter().filter(|(.., goes_on)| *goes_on).collect();
    if let Some((way, ..)) = pick(&open, dice) {
        follow(plan, name, way);
    }
}

/// All positions that a turn's moves bring a ship to, each with one way there and whether the ship can go on
/// from there.
fn ways(plan: &Plan<'_>, name: ShipName, id: ShipId) -> Vec<(Vec<Manoeuvre>, Hull, bool)> {
    let course = |hull: &Hull, manoeuvre| plan.course(id, hull, manoeuvre);
    let ways = straits::ways(*plan.ship(id).hull(), name.class.moves(), &course);
    let with_end = |(way, hull)| (way, hull, placement::goes_on(&hull, &course));
    ways.into_iter().map(with_end).collect()
}

/// How many of the last turns went by in which nothing was hit.
fn quiet_turns(briefing: &Briefing) -> usize {
    let is_news = |note: &Note| matches!(note, Note::Hit(_) | Note::Struck(_));
    let turns = briefing.notes().turns().rev();
    turns.take_while(|turn| !turn.iter().any(is_news)).count()
}

/// The square of a distance.
fn square(one: Coord, other: Coord) -> u128 {
    let leg = |a: i64, b: i64| u128::from(a.abs_diff(b)).saturating_pow(2);
    leg(one.row, other.row).saturating_add(leg(one.col, other.col))
}

fn follow(plan: &mut Plan<'_>, name: ShipName, way: &[Manoeuvre]) {
    for manoeuvre in way.iter().take(name.class.moves() as usize) {
        if !plan.sail(name, *manoeuvre) {
            return;
        }
    }
}

/// Sails out of the range of the cannons in sight, or as far as a turn allows.
fn keep_away(
    plan: &mut Plan<'_>,
    (name, id): (ShipName, ShipId),
    threats: &[(Coord, i64)],
    dice: &mut dyn Dice,
) {
    let room = |hull: &Hull| {
        let beyond = |(at, range): &(Coord, i64)| {
            let nearest = hull.fields().map(|field| square(field, *at)).min().unwrap_or(0);
            i64::try_from(nearest.isqrt()).unwrap_or(i64::MAX) - range
        };
        threats.iter().map(beyond).min().unwrap_or(i64::MAX).min(MARGIN)
    };
    if room(plan.ship(id).hull()) >= MARGIN {
        return;
    }
    let ways = ways(plan, name, id);
    let worth = |(_, hull, goes_on): &(Vec<Manoeuvre>, Hull, bool)| (*goes_on, room(hull));
    let most = ways.iter().map(worth).max();
    let best: Vec<_> = ways.iter().filter(|way| Some(worth(way)) == most).collect();
    if let Some((way, ..)) = pick(&best, dice) {
        follow(plan, name, way);
    }
}

/// In a basic game, ships that were hit since the last turn go elsewhere: the enemy has seen them.
fn leave_places_that_were_hit(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let turn = plan.briefing.notes().turns().next_back().unwrap_or_default();
    let struck: BTreeSet<_> = turn
        .iter()
        .filter_map(|note| if let Note::Struck(at) = note { Some(*at) } else { None })
        .filter_map(|at| plan.game.board().ship_at(at))
        .collect();
    for (name, id) in plan.ships() {
        if !struck.contains(&id) || plan.ship(id).is_sunk() {
            continue;
        }
        let start = plan.ship(id).hull().bow();
        let ways = ways(plan, name, id);
        let far = |hull: &Hull| square(start, hull.bow());
        let most = ways.iter().map(|(_, hull, _)| far(hull)).max().unwrap_or(0);
        let best: Vec<_> =
            ways.iter().filter(|(_, hull, goes_on)| *goes_on && 2 * far(hull) >= most).collect();
        if let Some((way, ..)) = pick(&best, dice) {
            follow(plan, name, way);
        }
    }
}
