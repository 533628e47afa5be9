//! Turns in which everything is legal.

use super::recipe::Focus;
use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Coord, Manoeuvre, Side};
use broadside_ships::rules::{Class, Order, ShipName};

/// How often an order is drawn before it is left out.
const TRIES: usize = 8;

impl Writer {
    /// Turns in which the fleets are placed: both whole, or not.
    pub(super) fn deploy(&mut self) {
        let whole = self.wants_whole_fleets();
        for _ in 0..if whole { 2 } else { self.chance.below(3) } {
            self.deploy_turn(whole);
            if self.chance.happens(1, 4) {
                self.look();
            }
        }
    }

    /// Whether both fleets are to be placed. Twenty ships are placed now and then only.
    fn wants_whole_fleets(&mut self) -> bool {
        let ships: usize = Side::ALL.map(|side| self.missing(side).len()).iter().sum();
        let times = match self.recipe.focus {
            _ if ships > 9 => 1,
            Focus::Fire | Focus::Targets | Focus::Victory => 19,
            Focus::Move | Focus::Spy | Focus::Ai => 15,
            Focus::Place | Focus::Ship => 4,
            Focus::Calm | Focus::Reef | Focus::Tag | Focus::Shoot | Focus::Unsettled => 11,
        };
        self.chance.happens(times, 20)
    }

    fn deploy_turn(&mut self, whole: bool) {
        self.enter_turn();
        let mut names = self.missing(self.mover());
        if self.chance.happens(1, 3) {
            names.reverse();
        }
        for name in names {
            if whole || self.chance.happens(2, 5) {
                self.place(name);
            }
            if self.is_over() {
                return;
            }
        }
        if self.chance.happens(1, 3) {
            self.peek();
        }
        self.leave();
    }

    /// A turn of some orders; the last but one of them may be a picture.
    pub(super) fn play_turn(&mut self) {
        if self.is_full() {
            return;
        }
        self.enter_turn();
        for _ in 0..self.chance.below(6) {
            self.act();
        }
        if self.chance.happens(1, 2) || self.has_flown() {
            self.peek();
        }
        self.leave();
    }

    /// A legal order of some kind, if one is found.
    pub(super) fn act(&mut self) {
        let game = self.game();
        let (extended, auto) = (game.is_extended(), game.takes_targets());
        let weight = |wanted: bool, weight| if wanted { weight } else { 0 };
        let weights = [
            3,
            weight(self.has(Topic::Move), 8),
            weight(self.has(Topic::Shoot) && !extended, 8),
            weight(self.has(Topic::Guns) && extended, 8),
            weight(self.has(Topic::Spy), 5),
            weight(auto, 2),
            weight(auto && self.carriers().next().is_some(), 1),
        ];
        if self.is_full() {
            return;
        }
        match self.chance.weighted(&weights) {
            0 => self.place_one(),
            1 => self.sail(),
            2 => self.shoot(),
            3 => self.fire(),
            4 => self.spy(),
            5 => self.name_target(),
            _ => {
                let at = self.plane_target();
                self.order(Order::SpyAt(at));
            }
        }
    }

    fn place_one(&mut self) {
        let missing = self.missing(self.mover());
        if let Some(name) = self.chance.pick(&missing) {
            self.place(name);
        }
    }

    /// Some moves of one ship.
    fn sail(&mut self) {
        let again = self.tally.last_moved().filter(|_| self.chance.happens(1, 2));
        let placed = self.placed(self.mover());
        let Some(name) = again.or_else(|| self.chance.pick(&placed)) else { return };
        for _ in 0..=self.chance.below(2) {
            self.step(name);
        }
    }

    /// A move of `name`, if one is legal.
    pub(super) fn step(&mut self, name: ShipName) -> bool {
        (0..TRIES).any(|_| {
            let way = self.chance.one_of(Manoeuvre::ALL);
            self.order(Order::Move(name, way))
        })
    }

    fn shoot(&mut self) {
        let at = self.target();
        self.order(Order::Shoot(at));
    }

    /// What a shot may go to: enemies, own ships, reefs, anything.
    pub(super) fn target(&mut self) -> Coord {
        let mover = self.mover();
        let side = match self.chance.below(10) {
            0..=5 => Some(mover.other()),
            6 | 7 => Some(mover),
            _ => None,
        };
        let at = side.and_then(|side| self.some_segment(Some(side)));
        at.unwrap_or_else(|| self.some_field())
    }

    /// A shot from some ship.
    fn fire(&mut self) {
        let placed = self.placed(self.mover());
        if let Some(name) = self.chance.pick(&placed) {
            self.fire_from(name);
        }
    }

    /// A legal shot of `name`, if one is found.
    pub(super) fn fire_from(&mut self, name: ShipName) -> bool {
        (0..TRIES).any(|_| {
            let at = self.target_of(name);
            self.order(Order::Fire(name, at))
        })
    }

    /// What `name` may shoot at: mostly about as far as it reaches.
    pub(super) fn target_of(&mut self, name: ShipName) -> Coord {
        match (self.cannon(name), name.class.range()) {
            (Some(cannon), Some(range)) if self.chance.happens(2, 3) => {
                self.near(cannon, i64::from(range))
            }
            _ => self.target(),
        }
    }

    /// Where the cannon of a ship of the mover is.
    pub(super) fn cannon(&self, name: ShipName) -> Option<Coord> {
        let id = self.game().fleet(self.mover()).ship(name)?;
        Some(self.game().cannon(id))
    }

    fn spy(&mut self) {
        let carriers: Vec<_> = self.carriers().collect();
        if let Some(carrier) = self.chance.pick(&carriers) {
            let at = self.plane_target();
            self.order(Order::Spy(carrier.index, at));
        }
    }

    /// The mover's carriers on the board.
    pub(super) fn carriers(&self) -> impl Iterator<Item = ShipName> + '_ {
        let ships = self.game().fleet(self.mover()).ships().map(|(name, _)| name);
        ships.filter(|name| name.class == Class::Carrier)
    }

    /// Where a plane goes: anywhere, off the board too.
    pub(super) fn plane_target(&mut self) -> Coord {
        let sea = self.game().board().dims().rect();
        match self.chance.below(4) {
            0 => self.target(),
            _ => self.within(&sea.grown(1)),
        }
    }

    /// Beats a fleet, the enemy's or the own one, and goes on in the same turn now and then.
    pub(super) fn slaughter(&mut self) {
        self.enter_turn();
        let mover = self.mover();
        let victim = if self.chance.happens(3, 4) { mover.other() } else { mover };
        for at in self.segments(victim) {
            self.hit(at);
        }
        if self.recipe.focus == Focus::Victory && self.chance.happens(1, 3) {
            self.peek();
            self.act();
        }
        if self.chance.happens(1, 4) {
            self.misplace();
        }
        self.leave();
        for _ in 0..2 {
            self.play_turn();
        }
    }

    /// The healthy segments of `side`.
    fn segments(&self, side: Side) -> Vec<Coord> {
        let board = self.game().board();
        let ships = self.game().fleet(side).ships().map(|(_, id)| board.ship(id));
        let healthy = ships.flat_map(|ship| {
            (0..ship.hull().length())
                .filter(|segment| ship.is_healthy(*segment))
                .map(|segment| ship.hull().field(segment))
        });
        healthy.collect()
    }

    /// Hits `at` by whatever reaches it.
    pub(super) fn hit(&mut self, at: Coord) -> bool {
        if self.is_full() {
            return false;
        }
        if !self.game().is_extended() {
            return self.has(Topic::Shoot) && self.order(Order::Shoot(at));
        }
        let ships = self.placed(self.mover());
        self.has(Topic::Guns) && ships.into_iter().any(|name| self.order(Order::Fire(name, at)))
    }
}
