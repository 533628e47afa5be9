//! Moves ships of the fair pilot (a computer player that knows only what its side sees): towards
//! targets, away from cannons, away from places where they were hit, and out of a starting
//! rectangle that is too full.

use super::plan::{Plan, turns_without};
use crate::rules::fair::Note;
use crate::rules::pilot::{Found, Steps, search};
use crate::rules::{CANNON, Class, Section, ShipName, straits};
use broadside_core::board::{Coord, Hull, Manoeuvre, ShipId};
use broadside_core::dice::{Dice, pick};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many fields attacking ships seek if no target is in sight. These are the fields with the
/// most heat, where unseen enemies are most likely.
const PEAKS: usize = 6;

/// After this many turns without a hit by either side, ships become restless. Then the weaker side
/// attacks too, and attacking ships move at random if they find no way or have a goal in range.
const PATIENCE: usize = 4;

/// A ship stops moving away from a cannon when it is this many fields out of range.
const MARGIN: i64 = 4;

pub(super) fn sail(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if plan.is_crowded || !plan.game.fleet(plan.side()).is_complete() {
        return make_room(plan, dice);
    }
    if !plan.may_shoot {
        return;
    }
    if !plan.briefing.is_extended() {
        return leave_hit_positions(plan, dice);
    }
    let outlook = Outlook::of(plan);
    let cancel = plan.cancel.clone();
    let ships = plan.ships().into_iter().filter(|(_, id)| plan.game.pilot_may_move(*id));
    let ships: Vec<_> = ships.collect();
    let mut steps = Steps::for_ships(ships.len(), &cancel);
    for (name, id) in ships {
        if cancel.is_set() {
            return;
        }
        let is_gunner = plan.game.is_armed(id) && name.class != Class::Carrier;
        if is_gunner && (outlook.is_stronger || outlook.is_restless) {
            hunt(plan, (name, id), &outlook, &mut steps, dice);
        } else {
            keep_away(plan, (name, id), &outlook.threats, dice);
        }
        steps.next_ship();
    }
}

/// Moves ships out of the starting rectangle, because other ships had no room in it.
fn make_room(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let start = plan.briefing.start(plan.side());
    for (name, id) in plan.ships() {
        if plan.cancel.is_set() {
            return;
        }
        if !plan.game.pilot_may_move(id) || dice.below(4) == 0 {
            continue;
        }
        let takes = |way: &Way| way.hull.rect().grown(1).common(&start).area();
        go_on(plan, (name, id), |way| Reverse(takes(way)), dice);
    }
}

struct Outlook {
    is_restless: bool,
    /// Whether the own cannons have at least as many shots in a turn as the enemy's cannons may
    /// have.
    is_stronger: bool,
    threats: Vec<(Coord, i64)>,
    /// The fields to move to: the healthy segments in sight, or the fields with the most heat.
    goals: Vec<Coord>,
    /// Whether the goals are segments in sight.
    is_in_sight: bool,
}

impl Outlook {
    fn of(plan: &Plan<'_>) -> Self {
        let seen: Vec<_> = plan.targets().map(|(at, _)| at).collect();
        let is_in_sight = !seen.is_empty();
        let is_news = |note: &Note| matches!(note, Note::Hit(_) | Note::Struck(_));
        Self {
            is_restless: turns_without(plan.briefing, is_news) >= PATIENCE,
            is_stronger: own_shots(plan) >= enemy_shots(plan),
            threats: threats(plan),
            goals: if is_in_sight { seen } else { plan.heat.peaks(PEAKS) },
            is_in_sight,
        }
    }
}

fn own_shots(plan: &Plan<'_>) -> u32 {
    let armed = plan.ships().into_iter().filter(|(_, id)| plan.game.is_armed(*id));
    armed.map(|(name, _)| name.class.length()).sum()
}

/// Counts the shots of all enemy ships that are not known to be disarmed. Some of these ships may
/// have lost their cannons out of sight. As an estimate, every three hits lower the count by one.
fn enemy_shots(plan: &Plan<'_>) -> u32 {
    let may_shoot = plan.briefing.enemy().filter(|(name, ship)| {
        let is_disarmed = ship.is_some_and(|ship| !ship.is_healthy(CANNON));
        !is_disarmed && !plan.briefing.is_sunk(*name)
    });
    let hits = plan.briefing.notes().iter().filter(|note| matches!(note, Note::Hit(_))).count();
    let shots: u32 = may_shoot.map(|(name, _)| name.class.length()).sum();
    shots.saturating_sub(u32::try_from(hits / 3).unwrap_or(u32::MAX))
}

/// Returns the cannons in sight that have a limited range, each with its range in fields. If a ship
/// is not in full view, its cannon may be near any of its segments in sight. So each such healthy
/// segment counts as a cannon with a typical range.
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

/// Moves a ship towards a position with a goal in range: in range of the cannon if targets are in
/// sight, and otherwise in range of the radar.
fn hunt(
    plan: &mut Plan<'_>,
    (name, id): (ShipName, ShipId),
    outlook: &Outlook,
    steps: &mut Steps<'_>,
    dice: &mut dyn Dice,
) {
    let nearest = |at: Coord| outlook.goals.iter().map(|goal| at.distance_squared(*goal)).min();
    // The radar is in the bow. A destroyed radar has a range of one field.
    let eye = if outlook.is_in_sight { CANNON } else { 0 };
    let range = name.class.range().filter(|_| outlook.is_in_sight || plan.ship(id).is_healthy(0));
    let range = range.map_or(1, |range| u128::from(range).pow(2));
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
            go_on(plan, (name, id), |_| (), dice);
        }
        Found::There | Found::NoWay(_) | Found::DeadEnd(_) => {}
    }
}

/// Moves a ship to one of the best positions from which it can move again.
fn go_on<W: Ord>(
    plan: &mut Plan<'_>,
    (name, id): (ShipName, ShipId),
    worth: impl Fn(&Way) -> W,
    dice: &mut dyn Dice,
) {
    let mut ways = ways(plan, name, id);
    ways.retain(|way| way.can_go_on);
    follow_best(plan, name, &ways, worth, dice);
}

struct Way {
    moves: Vec<Manoeuvre>,
    hull: Hull,
    can_go_on: bool,
}

fn ways(plan: &Plan<'_>, name: ShipName, id: ShipId) -> Vec<Way> {
    let course = |hull: &Hull, manoeuvre| plan.course(id, hull, manoeuvre);
    let ways = straits::ways(*plan.ship(id).hull(), name.class.moves(), &course);
    let can_go_on = |hull| Manoeuvre::ALL.into_iter().any(|next| course(&hull, next).is_some());
    let way = |(moves, hull)| Way { moves, hull, can_go_on: can_go_on(hull) };
    ways.into_iter().map(way).collect()
}

fn follow_best<W: Ord>(
    plan: &mut Plan<'_>,
    name: ShipName,
    ways: &[Way],
    worth: impl Fn(&Way) -> W,
    dice: &mut dyn Dice,
) {
    let most = ways.iter().map(&worth).max();
    let best: Vec<_> = ways.iter().filter(|way| Some(worth(way)) == most).collect();
    if let Some(way) = pick(&best, dice) {
        follow(plan, name, &way.moves);
    }
}

fn follow(plan: &mut Plan<'_>, name: ShipName, way: &[Manoeuvre]) {
    for manoeuvre in way.iter().take(name.class.moves() as usize) {
        if !plan.sail(name, *manoeuvre) {
            return;
        }
    }
}

/// Moves a ship away from the cannons in sight, up to [`MARGIN`] fields out of their range. Prefers
/// positions from which the ship can move again.
fn keep_away(
    plan: &mut Plan<'_>,
    (name, id): (ShipName, ShipId),
    threats: &[(Coord, i64)],
    dice: &mut dyn Dice,
) {
    let room = |hull: &Hull| {
        let beyond = |(at, range): &(Coord, i64)| {
            let nearest = hull.fields().map(|field| field.distance_squared(*at)).min().unwrap_or(0);
            i64::try_from(nearest.isqrt()).unwrap_or(i64::MAX) - range
        };
        threats.iter().map(beyond).min().unwrap_or(i64::MAX).min(MARGIN)
    };
    if room(plan.ship(id).hull()) >= MARGIN {
        return;
    }
    let ways = ways(plan, name, id);
    follow_best(plan, name, &ways, |way| (way.can_go_on, room(&way.hull)), dice);
}

/// Moves the ships that were hit since the last turn, because the enemy knows their positions.
fn leave_hit_positions(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    let turn = Note::turns(plan.briefing.notes()).next_back().unwrap_or_default();
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
        let mut ways = ways(plan, name, id);
        let distance_squared = |way: &Way| start.distance_squared(way.hull.bow());
        let most_squared = ways.iter().map(distance_squared).max().unwrap_or(0);
        ways.retain(|way| way.can_go_on && 2 * distance_squared(way) >= most_squared);
        follow_best(plan, name, &ways, |_| (), dice);
    }
}
