//! A turn as it is planned.

use super::heat::Heat;
use super::placement::berth;
use super::skill::Skill;
use super::thought::Thought;
use crate::rules::fair::Briefing;
use crate::rules::{CANNON, Class, Game, Order, Section, ShipName};
use broadside_core::board::{Coord, Hull, Manoeuvre, Ship, ShipId, Side};
use broadside_core::dice::Dice;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The orders so far, what they leave to be ordered, and what is known.
#[derive(Debug)]
pub(super) struct Plan<'b> {
    pub(super) briefing: &'b Briefing,
    /// How well the pilot plays.
    pub(super) skill: Skill,
    /// The own ships after the orders, and those of the enemy that are in full view.
    pub(super) game: Game,
    pub(super) orders: Vec<Order>,
    /// The placements and moves among the orders, and where they are to bring their ships.
    pub(super) moves: Vec<(Order, Hull)>,
    /// Whether a ship found no place in the last turn, since an unseen enemy was there.
    pub(super) is_crowded: bool,
    /// Where ships were refused to go of late.
    refused: HashSet<Hull>,
    /// Where the enemy's unseen segments may be.
    pub(super) heat: Heat,
    /// Whether shots are allowed: all ships of both sides are on the board.
    pub(super) may_shoot: bool,
    /// Whether an unseen carrier of the enemy may have a cannon.
    pub(super) fears_carrier: bool,
    /// The fields shot at.
    pub(super) shot: BTreeSet<Coord>,
    /// What is thought before each shot and each plane, where it is asked for.
    pub(super) thoughts: Option<Vec<Thought>>,
    /// Shots and planes of each ship.
    spent: BTreeMap<ShipName, u32>,
}

/// The last turn in which a ship is kept back: after the tenth an incomplete fleet has lost.
const LAST_TURN_TO_WAIT: u64 = 4;

impl<'b> Plan<'b> {
    /// A plan that begins with the game and the orders that place the missing ships.
    pub(super) fn new(
        briefing: &'b Briefing,
        skill: Skill,
        (disarmed, refused): (&BTreeSet<ShipName>, HashSet<Hull>),
        (game, orders): (Game, Vec<Order>),
        dice: &mut dyn Dice,
    ) -> Self {
        let side = briefing.side();
        let is_feared = |(name, ship): (ShipName, Option<&Ship>)| {
            let may_be_armed = !disarmed.contains(&name) && !briefing.is_sunk(name);
            name.class == Class::Carrier && ship.is_none() && may_be_armed
        };
        let is_missing = |(class, missing)| class == Class::Carrier && missing > 0;
        let fears_carrier =
            briefing.enemy().any(is_feared) || briefing.missing(side.other()).any(is_missing);
        let is_complete = |side| briefing.missing(side).all(|(_, missing)| missing == 0);
        let mut heat = Heat::new(briefing, &game, (disarmed, &refused, skill.memory), dice);
        // Who asks for a hint may have shot in this turn already: nothing whole is left there.
        let shot: BTreeSet<_> = shots_of_this_turn(briefing).collect();
        for at in &shot {
            heat.cool(*at);
        }
        Self {
            may_shoot: game.fleet(side).is_complete() && is_complete(side.other()),
            heat,
            moves: orders.iter().filter_map(|order| Some((*order, berth(order)?))).collect(),
            is_crowded: false,
            refused,
            briefing,
            skill,
            game,
            orders,
            fears_carrier,
            shot,
            thoughts: None,
            spent: BTreeMap::new(),
        }
    }

    /// Leaves the last missing ship for a later turn, if that gives us the first shot: no ship may shoot before
    /// both fleets are complete, and a carrier can scout until the cannon of the enemy's is in sight.
    pub(super) fn keep_last_ship_back(&mut self) {
        let is_found = || {
            let cannons = self.targets().filter(|(at, _)| self.is_carriers_cannon(*at));
            cannons.count() > 0
        };
        let Some(Order::Place { name: last, .. }) = self.orders.last().copied() else { return };
        let is_scout = |(name, id): &(ShipName, ShipId)| {
            name.class == Class::Carrier && *name != last && self.is_armed(*id)
        };
        let is_worth_it = self.may_shoot
            && self.fears_carrier
            && self.briefing.turn() < LAST_TURN_TO_WAIT
            && self.ships().iter().any(is_scout)
            && !is_found();
        if is_worth_it {
            self.orders.pop();
            self.may_shoot = false;
        }
    }

    /// Whether the cannon of a carrier in full view is at `at`.
    fn is_carriers_cannon(&self, at: Coord) -> bool {
        let carrier = self.enemy_at(at).filter(|(name, _)| name.class == Class::Carrier);
        carrier.is_some_and(|(_, ship)| ship.hull().field(CANNON) == at)
    }

    /// Whose turn it is.
    pub(super) const fn side(&self) -> Side {
        self.briefing.side()
    }

    /// The own ships, by class and number.
    pub(super) fn ships(&self) -> Vec<(ShipName, ShipId)> {
        self.game.fleet(self.side()).ships().collect()
    }

    pub(super) fn ship(&self, id: ShipId) -> &Ship {
        self.game.board().ship(id)
    }

    /// Where the cannon of `id` stands.
    pub(super) fn cannon(&self, id: ShipId) -> Coord {
        self.ship(id).hull().field(CANNON)
    }

    /// Whether the cannon of `id` is healthy; planes start from there too.
    pub(super) fn is_armed(&self, id: ShipId) -> bool {
        self.ship(id).is_healthy(CANNON)
    }

    /// The shots and planes that a ship has left.
    pub(super) fn shots_left(&self, name: ShipName, id: ShipId) -> u32 {
        let spent = self.spent.get(&name).copied().unwrap_or(0);
        if self.is_armed(id) { name.class.length() - spent } else { 0 }
    }

    /// Keeps what is thought before the next order: `weight` of each field, and that targets in sight are there.
    fn ponder(&mut self, weight: impl Fn(&Self, Coord) -> f64) {
        if self.thoughts.is_none() {
            return;
        }
        let targets: BTreeSet<_> = self.targets().map(|(at, _)| at).collect();
        let weight = |at| if targets.contains(&at) { 1.0 } else { weight(self, at).min(1.0) };
        let heat = self.briefing.dims().rect().fields().map(weight).collect();
        let thought = Thought { order: self.orders.len(), heat };
        self.thoughts.get_or_insert_default().push(thought);
    }

    /// Lets a ship shoot.
    pub(super) fn fire(&mut self, name: ShipName, at: Coord) {
        self.fire_by(name, at, |plan, at| plan.heat.at(at));
    }

    /// Lets a ship shoot by other weights than those of the map.
    pub(super) fn fire_by(
        &mut self,
        name: ShipName,
        at: Coord,
        weight: impl Fn(&Self, Coord) -> f64,
    ) {
        self.ponder(weight);
        *self.spent.entry(name).or_default() += 1;
        self.shot.insert(at);
        self.orders.push(Order::Fire(name, at));
    }

    /// The shot of a basic game.
    pub(super) fn shoot(&mut self, at: Coord) {
        self.ponder(|plan, at| plan.heat.at(at));
        self.shot.insert(at);
        self.orders.push(Order::Shoot(at));
    }

    /// Sends a plane from a carrier.
    pub(super) fn spy(&mut self, name: ShipName, at: Coord) {
        self.ponder(|plan, at| plan.heat.at(at));
        *self.spent.entry(name).or_default() += 1;
        self.orders.push(Order::Spy(name.index, at));
    }

    /// Moves a ship, as far as what is in sight allows it.
    pub(super) fn sail(&mut self, name: ShipName, manoeuvre: Manoeuvre) -> bool {
        let order = Order::Move(name, manoeuvre);
        let is_legal = self.game.order(order).is_ok();
        if is_legal {
            self.orders.push(order);
            if let Some(id) = self.game.fleet(self.side()).ship(name) {
                let hull = *self.game.board().ship(id).hull();
                self.moves.push((order, hull));
                self.heat.cool_around(&hull);
            }
        }
        is_legal
    }

    /// Whether a ship was refused to go there of late.
    pub(super) fn is_refused(&self, hull: &Hull) -> bool {
        self.refused.contains(hull)
    }

    /// Where a manoeuvre brings a ship past all that is in sight.
    pub(super) fn course(&self, id: ShipId, hull: &Hull, manoeuvre: Manoeuvre) -> Option<Hull> {
        let next = self.game.course(Some(id), hull, manoeuvre).ok()?;
        if self.is_refused(&next) {
            return None;
        }
        let around = next.rect().grown(1);
        let is_near = |at: &Coord| around.contains(*at);
        let seen = self.briefing.seen();
        (!seen.iter().any(|(at, _)| is_near(at))).then_some(next)
    }

    /// The enemy's healthy segments in sight that were not shot at in this turn.
    pub(super) fn targets(&self) -> impl Iterator<Item = (Coord, Section)> + '_ {
        let is_target = |(at, section): &&(Coord, Section)| {
            *section != Section::Destroyed && !self.shot.contains(at)
        };
        self.briefing.seen().iter().filter(is_target).copied()
    }

    /// The ship of the enemy that is in full view at `at`.
    pub(super) fn enemy_at(&self, at: Coord) -> Option<(ShipName, &Ship)> {
        let id = self.game.board().ship_at(at)?;
        let (side, name) = self.game.name(id);
        (side != self.side()).then(|| (name, self.game.board().ship(id)))
    }

    /// The cannons of carriers in full view that are shot at.
    pub(super) fn carriers_shot_at(&self) -> Vec<(Coord, ShipName)> {
        let cannons = self.shot.iter().filter(|at| self.is_carriers_cannon(**at));
        cannons.filter_map(|at| Some((*at, self.enemy_at(*at)?.0))).collect()
    }
}

fn shots_of_this_turn(briefing: &Briefing) -> impl Iterator<Item = Coord> {
    let notes = briefing.notes().turns().next_back().unwrap_or_default();
    notes.iter().filter_map(|note| note.shot().map(|(at, _)| at))
}
