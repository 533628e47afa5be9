//! Plans the moves of a turn: which ships move, and where they go.

use super::Plan;
use super::route::{Found, Steps, search, way_to_dead_end};
use crate::rules::large::Marks;
use crate::rules::{CANNON, Class, Game, Order, ShipName};
use broadside_core::board::{Coord, Hull, Manoeuvre, Rect, ShipId, Side};
use broadside_core::dice::{Dice, pick};

enum Aim {
    /// Armed ships try to get a healthy segment of the enemy into range. Other ships try to draw
    /// the fire of a healthy cannon. These segments and cannons are the targets.
    Hunt { segments: Marks, cannons: Marks },
    /// Ships stay out of the starting rectangles of incomplete fleets, to leave room for missing
    /// ships. The aim is hopeless if there is no legal position for any missing ship.
    Clear { rooms: Vec<Rect>, is_hopeless: bool },
    /// Ships move at random, because in a basic game every shot reaches every field.
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

    /// Whether no target is left for the ship, or no missing ship has a legal position.
    fn is_hopeless(&self, is_armed: bool) -> bool {
        match self {
            Self::Hunt { segments, .. } if is_armed => segments.is_empty(),
            Self::Hunt { cannons, .. } => cannons.is_empty(),
            Self::Clear { is_hopeless, .. } => *is_hopeless,
            Self::Cruise => false,
        }
    }

    /// Returns how far a ship at `hull` is from its aim, or 0 if it has reached its aim. In a hunt,
    /// this is the square of the distance in fields.
    fn distance(&self, hull: &Hull, class: Class, is_armed: bool) -> u128 {
        match self {
            Self::Hunt { segments, .. } if is_armed => {
                distance_beyond(class.range(), segments, hull.field(CANNON))
            }
            // A ship that moves has a healthy engine in its stern, so its stern can draw fire. The
            // ship goes within the shortest range of all classes, because there a cannon of any
            // class reaches its stern.
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

/// Returns the square of the distance to the nearest mark. Returns 0 if this mark is in range, or
/// if there is no mark. If `range` is `None`, every mark is in range.
fn distance_beyond(range: Option<u32>, marks: &Marks, here: Coord) -> u128 {
    let is_beyond = |square: &u128| range.is_some_and(|range| *square > u128::from(range).pow(2));
    marks.nearest(here).filter(is_beyond).unwrap_or(0)
}

/// Moves the ships of the side, one after the other. If the plan then still has no order, the game
/// could stay in the same state for ever. So the ships try again in the next [`Mood`].
pub(super) fn sail(plan: &mut Plan<'_>, dice: &mut dyn Dice) {
    if plan.cancel.check().is_err() {
        return;
    }
    let aim = Aim::of(plan);
    let ships = plan.ships().into_iter().filter(|(_, id)| plan.game.pilot_may_move(*id));
    let ships: Vec<_> = ships.collect();
    for mood in [Mood::Patient, Mood::Restless, Mood::Desperate] {
        let mut steps = Steps::for_ships(ships.len(), plan.cancel);
        for &(name, id) in &ships {
            if plan.cancel.is_set() {
                return;
            }
            let is_armed = plan.game.is_armed(id);
            Sailor { name, id, is_armed, aim: &aim, mood }.sail(plan, &mut steps, dice);
            steps.next_ship();
        }
        if plan.has_orders {
            break;
        }
    }
}

/// How much ships do to avoid a turn without orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// At random, ships put decisions off to a later turn.
    Patient,
    /// Ships put nothing off.
    Restless,
    /// Ships put nothing off. They also wander into dead ends: positions without a legal move.
    Desperate,
}

impl Mood {
    /// Draws whether a ship puts off a decision to a later turn. A patient ship decides in one of
    /// `turns` turns on average. In the other turns it mostly moves at random.
    fn puts_off(self, turns: u64, dice: &mut dyn Dice) -> bool {
        self == Self::Patient && dice.below(turns) > 0
    }
}

enum Decision {
    Stay,
    Follow(Vec<Manoeuvre>),
    /// The ship moves at random, but never away from its aim.
    WanderNear,
    Wander,
}

struct Sailor<'a> {
    name: ShipName,
    id: ShipId,
    is_armed: bool,
    aim: &'a Aim,
    mood: Mood,
}

impl Sailor<'_> {
    fn sail(&self, plan: &mut Plan<'_>, steps: &mut Steps<'_>, dice: &mut dyn Dice) {
        match self.decide(&plan.game, steps, dice) {
            Decision::Stay => {}
            Decision::Follow(moves) => follow(plan, self.name, moves),
            Decision::WanderNear => self.wander(plan, &|hull| self.distance(hull), dice),
            Decision::Wander => self.wander(plan, &|_| 0, dice),
        }
    }

    fn distance(&self, hull: &Hull) -> u128 {
        self.aim.distance(hull, self.name.class, self.is_armed)
    }

    fn decide(&self, game: &Game, steps: &mut Steps<'_>, dice: &mut dyn Dice) -> Decision {
        let start = *game.board.ship(self.id).hull();
        let course = |hull: &Hull, manoeuvre| game.course(Some(self.id), hull, manoeuvre).ok();
        let is_hopeless = self.aim.is_hopeless(self.is_armed);
        if is_hopeless
            && !self.mood.puts_off(HOPE, dice)
            && let Some(moves) = way_to_dead_end(start, &course, steps, dice)
        {
            return Decision::Follow(moves);
        }
        let hunts_on = matches!(self.aim, Aim::Hunt { .. }) && !is_hopeless;
        let found = search(start, &course, &|hull| self.distance(hull), steps, dice);
        match (found, hunts_on) {
            (Found::Way(moves), _) | (Found::DeadEnd(moves), true) => Decision::Follow(moves),
            (Found::There, true) => Decision::Stay,
            (Found::There, false) => Decision::WanderNear,
            (Found::Nearer(moves), _) if !self.mood.puts_off(2, dice) => Decision::Follow(moves),
            (Found::NoWay(moves), true) if self.gives_up(game, steps, dice) => {
                Decision::Follow(moves)
            }
            (Found::Nearer(_) | Found::DeadEnd(_) | Found::NoWay(_), _) => Decision::Wander,
        }
    }

    /// Whether the ship gives up its hunt: it could not reach a target even if all other ships that
    /// can move were gone. A patient ship puts this decision off in most turns.
    fn gives_up(&self, game: &Game, steps: &mut Steps<'_>, dice: &mut dyn Dice) -> bool {
        let start = *game.board.ship(self.id).hull();
        let later =
            |hull: &Hull, manoeuvre| course_ignoring_movable_ships(game, self.id, hull, manoeuvre);
        let distance = |hull: &Hull| self.distance(hull);
        !self.mood.puts_off(PATIENCE, dice)
            && matches!(search(start, &later, &distance, steps, dice), Found::NoWay(_))
    }

    /// Makes a few random moves that do not increase `distance`.
    fn wander(&self, plan: &mut Plan<'_>, distance: &dyn Fn(&Hull) -> u128, dice: &mut dyn Dice) {
        let most = u64::from(self.name.class.moves());
        let least = u64::from(self.mood != Mood::Patient);
        for _ in 0..least + dice.below(most + 1 - least) {
            let hull = *plan.game.board.ship(self.id).hull();
            let can_go_on = |next: &Hull| plan.game.can_move_from(Some(self.id), next);
            let here = distance(&hull);
            let moves = plan.game.moves_from(Some(self.id), hull).filter(|(_, next)| {
                distance(next) <= here && (self.mood == Mood::Desperate || can_go_on(next))
            });
            let moves: Vec<_> = moves.map(|(manoeuvre, _)| manoeuvre).collect();
            let Some(manoeuvre) = pick(&moves, dice) else { break };
            plan.give(Order::Move(self.name, manoeuvre));
        }
    }
}

fn follow(plan: &mut Plan<'_>, name: ShipName, moves: Vec<Manoeuvre>) {
    for manoeuvre in moves.into_iter().take(name.class.moves() as usize) {
        plan.give(Order::Move(name, manoeuvre));
    }
}

/// Returns the hull after a legal move. Ignores other ships that can move: they may leave.
fn course_ignoring_movable_ships(
    game: &Game,
    ship: ShipId,
    old: &Hull,
    manoeuvre: Manoeuvre,
) -> Option<Hull> {
    let hull = old.moved(manoeuvre).filter(|hull| game.board.is_open(hull))?;
    let stays = |other| other != ship && !game.can_ship_move(other);
    let mut near = game.board.ships_within(hull.rect().grown(1));
    (!near.any(stays)).then_some(hull)
}

/// A patient ship without a way to a target considers giving up in one of this many turns, on
/// average. In the other turns it moves at random.
const PATIENCE: u64 = 3;

/// A ship with a hopeless aim goes to a dead end, so that the game sooner or later stands still. On
/// average, a patient ship does so in one of this many turns. In the other turns it moves at
/// random, or leaves the starting rectangles.
const HOPE: u64 = 2;
