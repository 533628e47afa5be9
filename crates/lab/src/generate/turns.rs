//! Writes turns: placements, moves, shots and planes. Nearly all of these orders are legal.

use super::recipe::Focus;
use super::writer::Writer;
use crate::reference::healthy_fields;
use crate::topic::Topic;
use broadside_core::board::{Coord, Manoeuvre, Side};
use broadside_ships::rules::{Class, Order, ShipName};

/// The largest number of orders that are drawn to find a legal one.
const TRIES: usize = 8;

impl Writer {
    pub(super) fn deploy(&mut self) {
        let whole = self.wants_whole_fleets();
        for _ in 0..if whole { 2 } else { self.chance.below(3) } {
            self.deploy_turn(whole);
            if self.chance.happens(1, 4) {
                self.maybe_show();
            }
        }
    }

    fn wants_whole_fleets(&mut self) -> bool {
        let ships: usize = Side::ALL.map(|side| self.missing(side).len()).iter().sum();
        let times = match self.recipe.focus {
            _ if ships > 9 => 1,
            Focus::Refused(Topic::Guns) | Focus::Targets | Focus::Victory => 19,
            Focus::Refused(Topic::Move | Topic::Spy) | Focus::Ai => 15,
            Focus::Refused(Topic::Place | Topic::Ship) => 4,
            Focus::Calm | Focus::Refused(_) | Focus::Tag | Focus::Unsettled => 11,
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
                self.place_ship(name);
            }
            if self.is_over() {
                return;
            }
        }
        if self.chance.happens(1, 3) {
            self.print_for_player();
        }
        self.leave();
    }

    pub(super) fn play_turn(&mut self) {
        if self.is_full() {
            return;
        }
        self.enter_turn();
        for _ in 0..self.chance.below(6) {
            self.give_order();
        }
        if self.chance.happens(1, 2) || self.has_sent_plane() {
            self.print_for_player();
        }
        self.leave();
    }

    pub(super) fn place_some_ship(&mut self) {
        let missing = self.missing(self.mover());
        if let Some(name) = self.chance.pick(&missing) {
            self.place_ship(name);
        }
    }

    pub(super) fn move_once_or_twice(&mut self) {
        let moved = self.cannons_before_moves.last().map(|(name, _)| *name);
        let again = moved.filter(|_| self.chance.happens(1, 2));
        let Some(name) = again.or_else(|| self.some_ship()) else { return };
        for _ in 0..=self.chance.below(2) {
            self.move_ship(name);
        }
    }

    pub(super) fn move_ship(&mut self, name: ShipName) -> bool {
        (0..TRIES).any(|_| {
            let way = self.chance.one_of(Manoeuvre::ALL);
            self.order(Order::Move(name, way))
        })
    }

    pub(super) fn shoot(&mut self) {
        let at = self.target();
        self.order(Order::Shoot(at));
    }

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

    pub(super) fn fire(&mut self) {
        if let Some(name) = self.some_ship() {
            self.fire_from(name);
        }
    }

    pub(super) fn fire_from(&mut self, name: ShipName) -> bool {
        (0..TRIES).any(|_| {
            let at = self.target_of(name);
            self.order(Order::Fire(name, at))
        })
    }

    fn target_of(&mut self, name: ShipName) -> Coord {
        match (self.cannon(name), name.class.range()) {
            (Some(cannon), Some(range)) if self.chance.happens(2, 3) => {
                self.near(cannon, i64::from(range))
            }
            _ => self.target(),
        }
    }

    pub(super) fn cannon(&self, name: ShipName) -> Option<Coord> {
        self.own_ship(name).map(|(id, _)| self.game().cannon(id))
    }

    pub(super) fn spy(&mut self) {
        if let Some(carrier) = self.chance.pick(&self.carriers()) {
            self.send_plane(carrier);
        }
    }

    pub(super) fn send_plane(&mut self, carrier: ShipName) -> bool {
        let at = self.plane_target();
        self.order(Order::Spy(carrier.index, at))
    }

    pub(super) fn send_any_plane(&mut self) {
        let at = self.plane_target();
        self.order(Order::SpyAt(at));
    }

    pub(super) fn carriers(&self) -> Vec<ShipName> {
        let mut ships = self.placed(self.mover());
        ships.retain(|name| name.class == Class::Carrier);
        ships
    }

    pub(super) fn plane_target(&mut self) -> Coord {
        match self.chance.below(4) {
            0 => self.target(),
            _ => self.within(&self.sea().grown(1)),
        }
    }

    pub(super) fn beat_fleet(&mut self) {
        self.enter_turn();
        let mover = self.mover();
        let victim = if self.chance.happens(3, 4) { mover.other() } else { mover };
        for at in healthy_fields(self.game(), victim) {
            self.shoot_at(at);
        }
        if self.recipe.focus == Focus::Victory && self.chance.happens(1, 3) {
            self.print_for_player();
            self.give_order();
        }
        if self.chance.happens(1, 4) {
            self.write_illegal_placement();
        }
        self.leave();
        for _ in 0..2 {
            self.play_turn();
        }
    }

    pub(super) fn shoot_at(&mut self, at: Coord) -> bool {
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
