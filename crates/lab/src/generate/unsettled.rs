//! Writes commands that our own specification refuses, but that the assignment and the tests of the
//! course leave open (rulings in spec ships §4, §5, §6 and §8).

use super::writer::{Act, Writer};
use crate::topic::Topic;
use broadside_core::board::{Manoeuvre, Side};
use broadside_ships::rules::{Class, Detail, LARGEST_CLASS, Order, Setting, ShipName};
use broadside_ships::script::ast::{Command, Group};

/// Each function usually writes a refused command of its topic (a part of the language).
const KINDS: [(Topic, Act); 9] = [
    (Topic::Fleet, Writer::set_wrong_fleet),
    (Topic::Board, Writer::set_wrong_board),
    (Topic::Board, Writer::print_large_picture),
    (Topic::Guns, Writer::shoot_against_switch),
    (Topic::Guns, Writer::fire_without_ship),
    (Topic::Move, Writer::move_without_ship),
    (Topic::Spy, Writer::spy_without_ship),
    (Topic::Sight, Writer::print_large_picture),
    (Topic::Auto, Writer::spy_against_switch),
];

impl Writer {
    pub(super) fn write_unsettled(&mut self) {
        let known: Vec<_> = KINDS.into_iter().filter(|(topic, _)| self.has(*topic)).collect();
        match self.chance.pick(&known) {
            Some((_, write)) => write(self),
            None => self.write_illegal_placement(),
        }
    }

    fn set_wrong_fleet(&mut self) {
        let side = self.chance.one_of(Side::ALL);
        let mut sizes = self.game().fleet(side).sizes();
        let class = self.chance.below(4);
        match self.chance.below(3) {
            0 => sizes[class] = self.chance.between(-3, -1),
            1 => sizes[class] = LARGEST_CLASS + 1,
            _ => sizes = [0; 4],
        }
        self.last_setting(Setting::Fleet(side, sizes));
    }

    fn set_wrong_board(&mut self) {
        let dims = self.game().board().dims();
        let setting = match self.chance.below(3) {
            0 => Setting::BoardSize(0, dims.cols()),
            1 => Setting::BoardSize(dims.rows(), self.chance.between(-2, 0)),
            _ => {
                let at = self.some_field();
                Setting::BoardSize(at.row.max(1), at.col.max(1))
            }
        };
        self.last_setting(setting);
    }

    fn print_large_picture(&mut self) {
        // A picture may have at most 1000000000 fields. This board has more.
        self.set(Setting::BoardSize(100_000, 10_001));
        if self.has(Topic::Sight) && self.chance.happens(1, 2) {
            self.enter_turn();
        } else {
            self.enter(Group::State);
        }
        self.last(Command::Print(Detail::Basic));
    }

    fn shoot_against_switch(&mut self) {
        let at = self.some_field();
        if self.game().is_extended() {
            return self.last_order(Order::Shoot(at));
        }
        let unknown = ShipName { class: Class::Carrier, index: 9 };
        let name = self.some_ship().unwrap_or(unknown);
        self.last_order(Order::Fire(name, at));
    }

    fn fire_without_ship(&mut self) {
        self.set(Setting::ExtendedShips);
        let (name, at) = (self.draw_absent_ship(), self.some_field());
        self.last_order(Order::Fire(name, at));
    }

    fn move_without_ship(&mut self) {
        let (name, way) = (self.draw_absent_ship(), self.chance.one_of(Manoeuvre::ALL));
        self.last_order(Order::Move(name, way));
    }

    fn spy_without_ship(&mut self) {
        let (name, at) = (self.draw_absent_ship(), self.some_field());
        self.last_order(Order::Spy(name.index, at));
    }

    fn spy_against_switch(&mut self) {
        let at = self.some_field();
        self.last_order(Order::SpyAt(at));
    }

    fn draw_absent_ship(&mut self) -> ShipName {
        let missing = self.missing(self.mover());
        let known = self.chance.pick(&missing).filter(|_| self.chance.happens(1, 2));
        known.unwrap_or_else(|| ShipName {
            class: self.chance.one_of(Class::ALL),
            index: self.chance.one_of([-1, 7, 9]),
        })
    }
}
