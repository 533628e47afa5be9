//! Commands that are refused for a reason of our own: rulings of spec ships §4, §5, §6 and §8.

use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Coord, Manoeuvre, Side};
use broadside_ships::rules::{Class, Detail, LARGEST_CLASS, Order, Setting, ShipName};
use broadside_ships::script::ast::{Command, Group};

type Act = fn(&mut Writer);

/// The commands that such a refusal may meet, by topic.
const KINDS: [(Topic, Act); 9] = [
    (Topic::Fleet, Writer::wrong_fleet),
    (Topic::Board, Writer::wrong_board),
    (Topic::Board, Writer::large_picture),
    (Topic::Guns, Writer::switch_is_wrong),
    (Topic::Guns, Writer::fire_of_nobody),
    (Topic::Move, Writer::move_of_nobody),
    (Topic::Spy, Writer::plane_of_nobody),
    (Topic::Sight, Writer::large_picture),
    (Topic::Auto, Writer::target_without_switches),
];

impl Writer {
    /// A command that our page alone refuses.
    pub(super) fn lean_on_our_page(&mut self) {
        let known: Vec<_> = KINDS.into_iter().filter(|(topic, _)| self.has(*topic)).collect();
        match self.chance.pick(&known) {
            Some((_, write)) => write(self),
            None => self.misplace(),
        }
    }

    fn wrong_fleet(&mut self) {
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

    fn wrong_board(&mut self) {
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

    fn large_picture(&mut self) {
        self.set(Setting::BoardSize(100_000, 10_001));
        if self.has(Topic::Sight) && self.chance.happens(1, 2) {
            self.enter_turn();
            self.last(Command::Print(Detail::Basic));
        } else {
            self.enter(Group::State);
            self.last(Command::Print(Detail::Basic));
        }
    }

    fn switch_is_wrong(&mut self) {
        let at = self.some_field();
        if self.game().is_extended() {
            return self.last_order(Order::Shoot(at));
        }
        let placed = self.placed(self.mover());
        let name = self.chance.pick(&placed).unwrap_or(NOBODY);
        self.last_order(Order::Fire(name, at));
    }

    fn fire_of_nobody(&mut self) {
        self.set(Setting::ExtendedShips);
        let (name, at) = (self.nobody(), self.some_field());
        self.last_order(Order::Fire(name, at));
    }

    fn move_of_nobody(&mut self) {
        let (name, way) = (self.nobody(), self.chance.one_of(Manoeuvre::ALL));
        self.last_order(Order::Move(name, way));
    }

    fn plane_of_nobody(&mut self) {
        let (name, at) = (self.nobody(), self.some_field());
        self.last_order(Order::Spy(name.index, at));
    }

    fn target_without_switches(&mut self) {
        let at: Coord = self.some_field();
        self.last_order(Order::SpyAt(at));
    }

    /// A ship that is not on the board: not placed yet, or beyond the fleet.
    fn nobody(&mut self) -> ShipName {
        let missing = self.missing(self.mover());
        let known = self.chance.pick(&missing).filter(|_| self.chance.happens(1, 2));
        known.unwrap_or_else(|| ShipName {
            class: self.chance.one_of(Class::ALL),
            index: self.chance.one_of([-1, 7, 9]),
        })
    }
}

const NOBODY: ShipName = ShipName { class: Class::Carrier, index: 9 };
