//! Ships that move.

use super::plan::Plan;
use super::route::{Found, Steps, search, way_to_rest};
use crate::rules::CANNON;
use crate::rules::large::Marks;
use crate::rules::{Class, Game, Order, ShipName};
use broadside_core::board::{Coord, Hull, Manoeuvre, Rect, ShipId, Side};
use broadside_core::dice::{Dice, pick};

/// What ships are after.
enum Aim {
    /// To have a healthy segment of the opponent in range; for ships without a cannon, to draw the
    /// fire of a healthy cannon.
    Hunt { segments: Marks, cannons: Marks },
    /// To keep out of rooms that still have to take ships; but if they have no place for any, to come
    /// to rest in the end.
    Clear { rooms: Vec<Rect>, is_hopeless: bool },
    /// Nothing: every shot reaches everything.
    Cruise,
}

impl Aim {
    fn of(plan: &Plan<'_>) -> Self {
        let game = &plan.game;
        if !game.is_complete() {
            let incomplete = |side: &Side| !game.fleets[*side].is_complete();
            let room = |side: Side| game.fleets[side].start().grown(1);
            let rooms = Side::ALL.into_iter().filter(incomplete).map(room).collect();
            let is_hopeless = !Side::ALL.into_iter().any(|side| game.try_place(side, plan.cancel));
            return Self::Clear { rooms, is_hopeless };
        }
        if game.extended {
            let opponent = plan.side.other();
            let segments = Marks::healthy(game, opponent, plan.cancel);
            let cannons = Marks::cannons(game, opponent, plan.cancel);
            return Self::Hunt { segments, cannons };
        }
        Self::Cruise
    }

    /// Whether a ship has nothing to sail for. An armed ship has no target, an unarmed one finds no cannon
    /// whose fire it could draw, or the fleet will never be complete.
    fn is_hopeless(&self, is_armed: bool) -> bool {
        match self {
            Self::Hunt { segments, .. } if is_armed => segments.is_empty(),
            Self::Hunt { cannons, .. } => cannons.is_empty(),
            Self::Clear { is_hopeless, .. } => *is_hopeless,
            Self::Cruise => false,
        }
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
/// come again for ever, with the same dice: then they try once more and wait for nothing, and at last
/// go where they can never leave.
pub(super) fn sail(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if plan.cancel.check().is_err() {
        return;
    }
    let aim = Aim::of(plan);
    let ships = plan.game.fleets[plan.side].ships().map(|(_, id)| id);
    let ships: Vec<_> = ships.filter(|id| is_able(plan, *id)).collect();
    for mood in [Mood::Patient, Mood::Restless, Mood::Desperate] {
        let mut steps = Steps::for_ships(ships.len(), plan.cancel);
        for &id in &ships {
            if plan.cancel.is_set() {
                return;
            }
            let ((_, name), is_armed) = (plan.game.name(id), plan.is_armed(id));
            Sailor { name, id, is_armed, aim: &aim, mood }.sail(plan, &mut steps, dice);
            steps.pass_on();
        }
        if plan.has_orders {
            break;
        }
    }
}

/// Whether `ship` may move at all. Where engines do not matter even a wreck may, but it lies still.
fn is_able(plan: &Plan<'_>, ship: ShipId) -> bool {
    plan.game.has_engine(ship) && !plan.game.board.ship(ship).is_sunk()
}

/// How ships feel about turns in which nothing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// They leave things to later turns, as the dice say.
    Patient,
    /// They wait for nothing.
    Restless,
    /// They even roam into dead ends.
    Desperate,
}

impl Mood {
    /// Whether a ship waits that does so for `turns` turns on the average.
    fn waits(self, turns: u64, dice: &mut dyn Dice) -> bool {
        self == Self::Patient && dice.below(turns) > 0
    }
}

/// What a ship does in a turn.
enum Conduct {
    /// It stays where it is.
    Stay,
    /// It takes this way.
    Follow(Vec<Manoeuvre>),
    /// It roams where it is no further from its aim.
    Keep,
    /// It roams.
    Roam,
}

/// A ship that may move, and what it is after.
struct Sailor<'a> {
    name: ShipName,
    id: ShipId,
    is_armed: bool,
    aim: &'a Aim,
    mood: Mood,
}

impl Sailor<'_> {
    fn sail(&self, plan: &mut Plan<'_>, steps: &mut Steps<'_>, dice: &mut dyn Dice) {
        let distance = |hull: &Hull| self.distance(hull);
        match self.conduct(&plan.game, steps, dice) {
            Conduct::Stay => {}
            Conduct::Follow(moves) => follow(plan, self.name, moves),
            Conduct::Keep => self.wander(plan, &distance, dice),
            Conduct::Roam => self.wander(plan, &|_| 0, dice),
        }
    }

    fn distance(&self, hull: &Hull) -> u128 {
        self.aim.distance(hull, self.name.class, self.is_armed)
    }

    fn conduct(&self, game: &Game, steps: &mut Steps<'_>, dice: &mut dyn Dice) -> Conduct {
        let start = *game.board.ship(self.id).hull();
        let course = |hull: &Hull, manoeuvre| game.course(Some(self.id), hull, manoeuvre).ok();
        let is_hopeless = self.aim.is_hopeless(self.is_armed);
        if is_hopeless
            && !self.mood.waits(HOPE, dice)
            && let Some(moves) = way_to_rest(start, &course, steps, dice)
        {
            return Conduct::Follow(moves);
        }
        let is_hunt = matches!(self.aim, Aim::Hunt { .. }) && !is_hopeless;
        let distance = |hull: &Hull| self.distance(hull);
        match search(start, &course, &distance, steps, dice) {
            Found::There if is_hunt => Conduct::Stay,
            Found::There => Conduct::Keep,
            Found::Way(moves) => Conduct::Follow(moves),
            Found::DeadEnd(moves) if is_hunt => Conduct::Follow(moves),
            Found::Nearer(moves) if !self.mood.waits(2, dice) => Conduct::Follow(moves),
            Found::NoWay(moves) if is_hunt && self.lies_down(game, steps, dice) => {
                Conduct::Follow(moves)
            }
            Found::Nearer(_) | Found::DeadEnd(_) | Found::NoWay(_) => Conduct::Roam,
        }
    }

    /// Whether a ship without a way gives up, since it would have none either if others made way.
    fn lies_down(&self, game: &Game, steps: &mut Steps<'_>, dice: &mut dyn Dice) -> bool {
        let start = *game.board.ship(self.id).hull();
        let later = |hull: &Hull, manoeuvre| course_in_time(game, self.id, hull, manoeuvre);
        let distance = |hull: &Hull| self.distance(hull);
        !self.mood.waits(PATIENCE, dice)
            && matches!(search(start, &later, &distance, steps, dice), Found::NoWay(_))
    }

    /// Some random moves that neither lead further from the aim nor, but in despair, into a position
    /// without a way out.
    fn wander(&self, plan: &mut Plan<'_>, distance: &dyn Fn(&Hull) -> u128, dice: &mut dyn Dice) {
        let most = u64::from(self.name.class.moves());
        let least = u64::from(self.mood != Mood::Patient);
        for _ in 0..least + dice.below(most + 1 - least) {
            let hull = *plan.game.board.ship(self.id).hull();
            let goes_on = |next: &Hull| plan.game.has_way(Some(self.id), next);
            let here = distance(&hull);
            let ways = plan.game.ways(Some(self.id), hull).filter(|(_, next)| {
                distance(next) <= here && (self.mood == Mood::Desperate || goes_on(next))
            });
            let ways: Vec<_> = ways.map(|(manoeuvre, _)| manoeuvre).collect();
            let Some(way) = pick(&ways, dice) else { break };
            plan.give(Order::Move(self.name, way));
        }
    }
}

/// Makes as many of the moves as a turn allows.
fn follow(plan: &mut Plan<'_>, name: ShipName, moves: Vec<Manoeuvre>) {
    for manoeuvre in moves.into_iter().take(name.class.moves() as usize) {
        plan.give(Order::Move(name, manoeuvre));
    }
}

/// Where a manoeuvre may bring `ship` once others have gone: past ships that can move now.
fn course_in_time(game: &Game, ship: ShipId, old: &Hull, manoeuvre: Manoeuvre) -> Option<Hull> {
    let hull = old.moved(manoeuvre).filter(|hull| game.board.holds(hull))?;
    let stays = |other| other != ship && !game.can_ship_move(other);
    let mut near = game.board.ships_within(hull.rect().grown(1));
    (!game.board.reef_under(&hull) && !near.any(stays)).then_some(hull)
}

/// How many turns, on the average, a ship that has no way to any target waits before it looks whether
/// others may make way, and if not, lies down where it can never move again.
const PATIENCE: u64 = 3;

/// How many turns, on the average, a ship that has nothing to sail for roams about before it takes its
/// way to rest.
const HOPE: u64 = 2;
