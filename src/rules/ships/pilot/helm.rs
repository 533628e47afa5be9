//! Ships that move.

use super::plan::Plan;
use super::route::{Found, Steps, search, way_to_rest};
use super::urn::one_of;
use crate::board::{Coord, Hull, Rect, ShipId, Side, Turn};
use crate::dice::Dice;
use crate::rules::ships::gunnery::CANNON;
use crate::rules::ships::near::Marks;
use crate::rules::ships::{Class, Game, Order, ShipName};

/// What ships are after.
enum Aim {
    /// To have a healthy segment of the opponent in range; for ships without a cannon, to draw the
    /// fire of a healthy cannon.
    Hunt { segments: Marks, cannons: Marks },
    /// To keep out of rooms that still have to take ships; but if they have no place for any, to come
    /// to rest in the end.
    Clear { rooms: Vec<Rect>, is_hopeless: bool },
    /// Nothing: every shot reaches everything, or there is nobody to shoot at.
    Cruise,
}

impl Aim {
    fn of(plan: &Plan) -> Self {
        let game = &plan.game;
        if !game.is_complete() {
            let incomplete = |side: &Side| !game.fleets[*side].is_complete();
            let room = |side: Side| game.fleets[side].start().grown(1);
            let rooms = Side::ALL.into_iter().filter(incomplete).map(room).collect();
            let is_hopeless = !Side::ALL.into_iter().any(|side| game.can_place(side));
            return Self::Clear { rooms, is_hopeless };
        }
        if game.extended && game.fleets[plan.side.other()].healthy() > 0 {
            let opponent = plan.side.other();
            let segments = Marks::healthy(game, opponent);
            return Self::Hunt { segments, cannons: Marks::cannons(game, opponent) };
        }
        Self::Cruise
    }

    /// The square of the distance of a ship at `hull` from what it is after; 0: it is there.
    fn distance(&self, hull: &Hull, class: Class, is_armed: bool) -> u128 {
        match self {
            Self::Hunt { segments, .. } if is_armed => {
                distance_beyond(class.range(), segments, hull.field(CANNON))
            }
            // The stern of a ship that moves is healthy: it is what can be hit for certain.
            Self::Hunt { cannons, .. } => {
                distance_beyond(Class::Destroyer.range(), cannons, hull.stern())
            }
            Self::Clear { rooms, .. } => {
                rooms.iter().any(|room| room.overlaps(&hull.rect())).into()
            }
            Self::Cruise => 0,
        }
    }
}

/// The square of the distance to the nearest mark; 0 within `range`, and where there is no mark.
fn distance_beyond(range: Option<u32>, marks: &Marks, here: Coord) -> u128 {
    let is_beyond = |square: &u128| range.is_some_and(|range| *square > u128::from(range).pow(2));
    marks.nearest(here).filter(is_beyond).unwrap_or(0)
}

/// Moves the own ships, in order. Where none of them moves and nothing was hit, the same state might
/// come again for ever, with the same dice: then they move once more, and wait for nothing.
pub(super) fn sail(plan: &mut Plan, dice: &mut dyn Dice) {
    let aim = Aim::of(plan);
    let ships: Vec<_> = plan.ships().into_iter().filter(|(_, id)| is_able(plan, *id)).collect();
    for mood in [Mood::Patient, Mood::Restless] {
        let mut steps = Steps::for_ships(ships.len());
        for ship in &ships {
            steer(plan, &aim, *ship, mood, &mut steps, dice);
            steps.pass_on();
        }
        if !plan.orders.is_empty() {
            break;
        }
    }
}

/// Whether ships leave things to later turns, as the dice say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    Patient,
    Restless,
}

impl Mood {
    /// Whether a ship waits that does so for `turns` turns on the average.
    fn waits(self, turns: u64, dice: &mut dyn Dice) -> bool {
        self == Self::Patient && dice.below(turns) > 0
    }
}

/// Whether `ship` may move at all. Where engines do not matter even a wreck may, but it lies still.
fn is_able(plan: &Plan, ship: ShipId) -> bool {
    plan.game.has_engine(ship) && !plan.game.board.ship(ship).is_sunk()
}

/// What a ship does in a turn.
enum Conduct {
    /// It stays where it is.
    Stay,
    /// It takes this way.
    Follow(Vec<Turn>),
    /// It roams where it is no further from its aim.
    Keep,
    /// It roams.
    Roam,
}

fn steer(
    plan: &mut Plan,
    aim: &Aim,
    ship: (ShipName, ShipId),
    mood: Mood,
    steps: &mut Steps,
    dice: &mut dyn Dice,
) {
    let is_armed = plan.is_armed(ship.1);
    let distance = |hull: &Hull| aim.distance(hull, ship.0.class, is_armed);
    match conduct(&plan.game, aim, ship.1, &distance, mood, steps, dice) {
        Conduct::Stay => {}
        Conduct::Follow(moves) => follow(plan, ship.0, moves),
        Conduct::Keep => wander(plan, ship, &distance, dice),
        Conduct::Roam => wander(plan, ship, &|_| 0, dice),
    }
}

fn conduct(
    game: &Game,
    aim: &Aim,
    ship: ShipId,
    distance: &dyn Fn(&Hull) -> u128,
    mood: Mood,
    steps: &mut Steps,
    dice: &mut dyn Dice,
) -> Conduct {
    let start = *game.board.ship(ship).hull();
    let course = |hull: &Hull, turn| game.course(Some(ship), hull, turn).ok();
    if matches!(aim, Aim::Clear { is_hopeless: true, .. })
        && !mood.waits(HOPE, dice)
        && let Some(moves) = way_to_rest(start, &course, steps, dice)
    {
        return Conduct::Follow(moves);
    }
    let is_hunt = matches!(aim, Aim::Hunt { .. });
    let later = |hull: &Hull, turn| course_in_time(game, ship, hull, turn);
    match search(start, &course, distance, steps, dice) {
        Found::There if is_hunt => Conduct::Stay,
        Found::There => Conduct::Keep,
        Found::Way(moves) => Conduct::Follow(moves),
        Found::DeadEnd(moves) if is_hunt => Conduct::Follow(moves),
        Found::Nearer(moves) if !mood.waits(2, dice) => Conduct::Follow(moves),
        Found::NoWay(moves)
            if is_hunt
                && !mood.waits(PATIENCE, dice)
                && matches!(search(start, &later, distance, steps, dice), Found::NoWay(_)) =>
        {
            Conduct::Follow(moves)
        }
        Found::Nearer(_) | Found::DeadEnd(_) | Found::NoWay(_) => Conduct::Roam,
    }
}

/// Makes as many of the moves as a turn allows.
fn follow(plan: &mut Plan, name: ShipName, moves: Vec<Turn>) {
    for turn in moves.into_iter().take(name.class.moves() as usize) {
        plan.give(Order::Move(name, turn));
    }
}

/// Where a turn may bring `ship` once others have gone: past ships that can move now.
fn course_in_time(game: &Game, ship: ShipId, old: &Hull, turn: Turn) -> Option<Hull> {
    let hull = old.moved(turn).filter(|hull| game.board.holds(hull))?;
    let stays = |other| other != ship && !game.can_ship_move(other);
    let is_blocked = |at| game.board.ship_at(at).is_some_and(stays);
    let is_free = !game.board.reef_under(&hull) && !hull.rect().grown(1).fields().any(is_blocked);
    is_free.then_some(hull)
}

/// How many turns, on the average, a ship that has no way to any target waits before it looks whether
/// others may make way, and if not, lies down where it can never move again.
const PATIENCE: u64 = 3;

/// How many turns, on the average, a ship roams about before it takes its way to rest, while fleets
/// are incomplete and no missing ship has a place.
const HOPE: u64 = 2;

/// Some random moves that neither lead further from the aim nor into a position without a way out.
fn wander(
    plan: &mut Plan,
    (name, id): (ShipName, ShipId),
    distance: &dyn Fn(&Hull) -> u128,
    dice: &mut dyn Dice,
) {
    for _ in 0..dice.below(u64::from(name.class.moves()) + 1) {
        let hull = *plan.game.board.ship(id).hull();
        let ways = plan.game.ways(Some(id), hull).filter(|(_, next)| {
            distance(next) <= distance(&hull) && plan.game.ways(Some(id), *next).next().is_some()
        });
        let ways: Vec<_> = ways.map(|(turn, _)| turn).collect();
        let Some(way) = one_of(&ways, dice) else { break };
        plan.give(Order::Move(name, way));
    }
}
