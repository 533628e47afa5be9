//! The plan of a turn of the fair pilot, a built-in player that knows only what its side may know.

use super::Skill;
use super::heat::{Heat, shots_of_this_turn};
use super::placement::berth;
use crate::rules::fair::{Briefing, Note};
use crate::rules::{CANNON, Class, Game, Order, Section, ShipName};
use broadside_core::Cancel;
use broadside_core::board::{Coord, Hull, Manoeuvre, Ship, ShipId, Side};
use broadside_core::dice::Dice;
use std::collections::{BTreeMap, BTreeSet, HashSet};

#[derive(Debug)]
pub(super) struct Plan<'b> {
    pub(super) briefing: &'b Briefing,
    pub(super) skill: Skill,
    /// The game as the side knows it, after the placements and moves so far. Includes the ship
    /// that is kept back.
    pub(super) game: Game,
    /// The last ship, if it is placed in a later turn. It gets no orders in this turn.
    kept_back: Option<ShipName>,
    pub(super) orders: Vec<Order>,
    /// The placements and moves of this turn, with the positions after them. Includes the placement
    /// of the ship that is kept back.
    pub(super) moves: Vec<(Order, Hull)>,
    /// Whether a placement was refused in the last turn, because an unseen enemy was in the way.
    pub(super) is_crowded: bool,
    /// The positions of recently refused orders.
    refused: HashSet<Hull>,
    pub(super) heat: Heat,
    pub(super) may_shoot: bool,
    /// Whether an unseen carrier of the enemy may have a healthy cannon.
    pub(super) fears_carrier: bool,
    /// The targets of the shots in this turn.
    pub(super) shot: BTreeSet<Coord>,
    /// Stops the planning when it is set. The plan must not be used then.
    pub(super) cancel: Cancel,
    /// The thoughts so far, or `None` if the caller wants no thoughts.
    pub(super) thoughts: Option<Vec<Thought>>,
    /// The number of shots and planes of each ship in this plan.
    spent: BTreeMap<ShipName, u32>,
}

/// The fair pilot's weights of all fields before a shot or a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The index of this shot or plane among the orders of the turn, counted from 0.
    pub order: usize,
    /// The weight of each field, row by row, at most 1. A target in sight has the weight 1. For any
    /// other field, the weight is roughly the expected number of enemy segments on the field. A
    /// segment of an unseen carrier that may be armed adds more weight.
    pub heat: Vec<f64>,
}

/// From this turn on, no ship is kept back. An incomplete fleet loses after its tenth turn.
const FIRST_TURN_WITHOUT_WAITING: u64 = 4;

impl<'b> Plan<'b> {
    /// Begins a plan with `orders`, which place the missing ships. `game` is the game after them.
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
        let mut heat = Heat::new(briefing, &game, (disarmed, &refused, skill.memory), dice);
        // An adviser (a pilot that advises a person) may plan in the middle of a turn. Then the
        // earlier targets of this turn have no healthy segments.
        let shot: BTreeSet<_> = shots_of_this_turn(briefing).map(|(at, _)| at).collect();
        for at in &shot {
            heat.cool(*at);
        }
        Self {
            may_shoot: game.fleet(side).is_complete() && briefing.is_placed(side.other()),
            heat,
            moves: orders.iter().filter_map(|order| Some((*order, berth(order)?))).collect(),
            is_crowded: false,
            refused,
            briefing,
            skill,
            game,
            kept_back: None,
            orders,
            fears_carrier,
            shot,
            cancel: Cancel::default(),
            thoughts: None,
            spent: BTreeMap::new(),
        }
    }

    /// Leaves the last missing ship for a later turn, if an own carrier can use the time to find
    /// the cannon of an enemy carrier. Until then no side may shoot. So this side shoots first.
    pub(super) fn keep_last_ship_back(&mut self) {
        let Some(Order::Place { name: last, .. }) = self.orders.last().copied() else { return };
        let is_scout = |(name, id): &(ShipName, ShipId)| {
            name.class == Class::Carrier && *name != last && self.game.is_armed(*id)
        };
        let is_worth_it = self.may_shoot
            && self.fears_carrier
            && self.briefing.turn() < FIRST_TURN_WITHOUT_WAITING
            && self.ships().iter().any(is_scout)
            && !self.targets().any(|(at, _)| self.is_carriers_cannon(at));
        if is_worth_it {
            self.orders.pop();
            self.kept_back = Some(last);
            self.may_shoot = false;
        }
    }

    pub(super) fn is_carriers_cannon(&self, at: Coord) -> bool {
        let carrier = self.enemy_at(at).filter(|(name, _)| name.class == Class::Carrier);
        carrier.is_some_and(|(_, ship)| ship.hull().field(CANNON) == at)
    }

    pub(super) const fn side(&self) -> Side {
        self.briefing.side()
    }

    /// Returns the own ships that may get orders: all except a ship that is kept back.
    pub(super) fn ships(&self) -> Vec<(ShipName, ShipId)> {
        let ships = self.game.fleet(self.side()).ships();
        ships.filter(|(name, _)| self.kept_back != Some(*name)).collect()
    }

    pub(super) fn ship(&self, id: ShipId) -> &Ship {
        self.game.board().ship(id)
    }

    pub(super) fn shots_left(&self, name: ShipName, id: ShipId) -> u32 {
        let spent = self.spent.get(&name).copied().unwrap_or(0);
        if self.game.is_armed(id) { name.class.length() - spent } else { 0 }
    }

    /// Stores a thought if the caller wants thoughts: 1 for a target in sight, and the `weight` of
    /// any other field.
    fn store_thought(&mut self, weight: impl Fn(&Self, Coord) -> f64) {
        if self.thoughts.is_none() {
            return;
        }
        let targets: BTreeSet<_> = self.targets().map(|(at, _)| at).collect();
        let weight = |at| if targets.contains(&at) { 1.0 } else { weight(self, at).min(1.0) };
        let heat = self.briefing.dims().rect().fields().map(weight).collect();
        let thought = Thought { order: self.orders.len(), heat };
        self.thoughts.get_or_insert_default().push(thought);
    }

    /// Adds a shot or a plane to the orders, and stores the heat map as the thought before it.
    pub(super) fn give(&mut self, order: Order) {
        self.give_by(order, |plan, at| plan.heat.at(at));
    }

    /// Adds a shot or a plane to the orders, and stores the `weight` of each field as the thought
    /// before it.
    pub(super) fn give_by(&mut self, order: Order, weight: impl Fn(&Self, Coord) -> f64) {
        self.store_thought(weight);
        if let Some(name) = order.ship() {
            *self.spent.entry(name).or_default() += 1;
        }
        self.shot.extend(order.shot());
        self.orders.push(order);
    }

    /// Moves a ship, if this is legal as far as the side knows. Returns whether it has moved.
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

    /// Whether a ship should not go to `hull`: an order to go there was refused recently, or an
    /// enemy in sight touches it.
    pub(super) fn is_barred(&self, hull: &Hull) -> bool {
        let around = hull.rect().grown(1);
        let mut seen = self.briefing.seen().iter();
        self.refused.contains(hull) || seen.any(|(at, _)| around.contains(*at))
    }

    /// Returns the position after a move, if the move is legal as far as the side knows, and the
    /// position is not [barred](Self::is_barred).
    pub(super) fn course(&self, id: ShipId, hull: &Hull, manoeuvre: Manoeuvre) -> Option<Hull> {
        let next = self.game.course(Some(id), hull, manoeuvre).ok()?;
        (!self.is_barred(&next)).then_some(next)
    }

    /// Returns the healthy segments of the enemy in sight at which this turn has not shot yet.
    pub(super) fn targets(&self) -> impl Iterator<Item = (Coord, Section)> + '_ {
        let is_target = |(at, section): &&(Coord, Section)| {
            *section != Section::Destroyed && !self.shot.contains(at)
        };
        self.briefing.seen().iter().filter(is_target).copied()
    }

    /// Returns the ship of the enemy at `at`, if it is in full view.
    pub(super) fn enemy_at(&self, at: Coord) -> Option<(ShipName, &Ship)> {
        let id = self.game.board().ship_at(at)?;
        let (side, name) = self.game.name(id);
        (side != self.side()).then(|| (name, self.game.board().ship(id)))
    }

    /// Returns the cannons of enemy carriers in full view at which this turn has shot.
    pub(super) fn carriers_shot_at(&self) -> Vec<(Coord, ShipName)> {
        let cannons = self.shot.iter().filter(|at| self.is_carriers_cannon(**at));
        cannons.filter_map(|at| Some((*at, self.enemy_at(*at)?.0))).collect()
    }
}

/// Returns the number of turns after the latest turn with news, or of all turns if none has news.
pub(super) fn turns_without(briefing: &Briefing, is_news: impl Fn(&Note) -> bool) -> usize {
    let turns = Note::turns(briefing.notes()).rev();
    turns.take_while(|turn| !turn.iter().any(&is_news)).count()
}
