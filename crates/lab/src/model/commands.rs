//! Chooses the function that carries out a command (spec ships §4, §5).

use super::sea::{Field, Name, Ship};
use super::{End, Misreading, Model, Step};
use broadside_core::board::{Coord, Side};
use broadside_ships::rules::{Class, Order, Setting, ShipName};
use broadside_ships::script::ast::{Command, Group};
use broadside_ships::script::print;

impl Model {
    pub(super) fn command(&mut self, command: &Command) -> Step {
        self.command.clear();
        print::command(command, &mut self.command);
        if self.misreads(Misreading::MinusRefused) && self.has_negative(command) {
            return Err(End::Syntax);
        }
        match (command, self.group) {
            (Command::Print(detail), Some(Group::State)) => self.print(*detail, None),
            (Command::Print(detail), Some(Group::Turn(side))) => self.print(*detail, Some(side)),
            (Command::Save, Some(Group::State)) => {
                self.save();
                Ok(())
            }
            (Command::Set(setting), Some(Group::State)) => self.set(setting),
            (Command::Order(order), Some(Group::Turn(side))) => self.order(side, *order),
            _ => Err(End::Syntax),
        }?;
        match self.group {
            Some(Group::Turn(side)) if self.misreads(Misreading::WinAnyCommand) => {
                if self.has_won(side) { self.win(side) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Whether `command`, the current command, has a negative number.
    fn has_negative(&self, command: &Command) -> bool {
        let has_words = matches!(command, Command::Set(Setting::Information(..)));
        !has_words && self.command.windows(2).any(|pair| pair == b" -")
    }

    fn set(&mut self, setting: &Setting) -> Step {
        match setting {
            Setting::Fleet(side, sizes) => return self.set_fleet(*side, *sizes),
            Setting::NextPlayer(side) => self.set_next_player(*side),
            Setting::BoardSize(rows, cols) => return self.set_board_size(*rows, *cols),
            Setting::Start(side, start) => {
                self.set_start(*side, [start.top, start.left, start.bottom, start.right]);
            }
            Setting::Reef(at) => return self.lay_reef(self.field(*at)),
            Setting::Ship { side, bow, heading, index, health } => {
                let name = self.name(*side, ShipName { class: health.class(), index: *index });
                let healthy = self.read_health(health.segments());
                // A word of digits with another length than the ship is a syntax error.
                if healthy.len() != self.length(health.class()) {
                    return Err(End::Syntax);
                }
                let is_ahead = self.lies_ahead();
                let heading = self.heading(*heading, true);
                let ship = Ship::new(self.field(*bow), heading, healthy, is_ahead);
                return self.set_ship(name, Ship { by_setup: true, ..ship });
            }
            Setting::ExtendedShips => self.extended = true,
            Setting::AutoShooting => self.auto_shooting = true,
            Setting::AiPlayer(side) => self.players[*side as usize].is_ai = true,
            Setting::Information(side, note) => self.notes.push((*side, note.as_bytes().to_vec())),
            Setting::Seed(seed) => self.seed = Some(*seed),
        }
        Ok(())
    }

    /// Returns which segments of a ship are healthy, from `segments`, the digits of its command.
    fn read_health(&self, segments: &[bool]) -> Vec<bool> {
        let is_lost = self.misreads(Misreading::ShipDamageLost);
        let is_inverted = self.misreads(Misreading::ShipHealthInverted);
        let read = |healthy: &bool| (*healthy || is_lost) != is_inverted;
        let mut healthy: Vec<_> = segments.iter().map(read).collect();
        if self.misreads(Misreading::HealthReversed) {
            healthy.reverse();
        }
        healthy
    }

    fn order(&mut self, side: Side, order: Order) -> Step {
        match order {
            Order::Place { name, bow, heading } => {
                let (bow, heading) = self.berth(side, self.field(bow), heading);
                self.place(self.new_name(side, name), bow, heading)
            }
            Order::Move(name, way) => self.move_ship(self.find(self.name(side, name)), way),
            Order::Shoot(at) => self.shoot(side, self.field(at)),
            Order::Fire(name, at) => {
                self.fire(side, self.find(self.name(side, name)), self.field(at))
            }
            Order::Spy(index, at) => {
                let name = self.name(side, ShipName { class: Class::Carrier, index });
                if self.misreads(Misreading::SpyUnknown) {
                    return Ok(());
                }
                self.spy(side, self.find(name), self.field(at))
            }
            Order::SpyAt(at) => self.spy_without_carrier(side, self.field(at)),
        }
    }

    fn field(&self, at: Coord) -> Field {
        if !self.misreads(Misreading::Int32) {
            return Field::from(at);
        }
        #[expect(clippy::cast_possible_truncation, reason = "that is the misreading")]
        let cut = |number: i64| i64::from(number as i32);
        Field::from(Coord::new(cut(at.row), cut(at.col)))
    }

    fn name(&self, side: Side, ShipName { class, mut index }: ShipName) -> Name {
        if self.misreads(Misreading::IdsMod10) && index >= 0 {
            index %= 10;
        }
        Name { side, class, number: index }
    }

    fn new_name(&self, side: Side, ship: ShipName) -> Name {
        let name = self.name(side, ship);
        if !self.misreads(Misreading::IdsByOrder) {
            return name;
        }
        let is_free = |number: &i64| !self.ships.contains_key(&Name { number: *number, ..name });
        // `0..=most` has one number more than there are ships, so one of its numbers is free.
        let most = i64::try_from(self.ships.len()).unwrap_or(i64::MAX);
        Name { number: (0..=most).find(is_free).unwrap_or(name.number), ..name }
    }
}
