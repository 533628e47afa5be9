//! What each command asks for (spec ships §4, §5).

use super::sea::{Field, Name, Ship};
use super::{Misreading, Model, Rule, Step};
use broadside_core::board::Side;
use broadside_ships::rules::{Class, Order, Setting, ShipName};

impl Model {
    /// A command of a `[state]` group.
    pub(super) fn set(&mut self, setting: &Setting) -> Step {
        match setting {
            Setting::Fleet(side, sizes) => return self.set_fleet(*side, *sizes),
            Setting::NextPlayer(side) => self.set_next_player(*side),
            Setting::BoardSize(rows, cols) => return self.set_board_size(*rows, *cols),
            Setting::Start(side, start) => {
                let corners = [start.top, start.left, start.bottom, start.right];
                self.players[*side as usize].start = corners;
                self.reach(Rule::StartSet);
            }
            Setting::Reef(at) => return self.lay_reef((*at).into()),
            Setting::Ship { side, bow, heading, index, health } => {
                let name = Name::new(*side, ShipName { class: health.class(), index: *index });
                let lost = self.misreads(Misreading::ShipDamageLost);
                let healthy = health.segments().iter().map(|healthy| *healthy || lost).collect();
                let ship = Ship::new((*bow).into(), *heading, healthy);
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

    /// A command of a player's group.
    pub(super) fn order(&mut self, side: Side, order: Order) -> Step {
        match order {
            Order::Place { name, bow, heading } => {
                self.place(Name::new(side, name), bow.into(), heading)
            }
            Order::Move(name, way) => self.sail(Name::new(side, name), way),
            Order::Shoot(at) => self.shoot(side, at.into()),
            Order::Fire(name, at) => self.fire(Name::new(side, name), at.into()),
            Order::Spy(index, at) => {
                let name = Name::new(side, ShipName { class: Class::Carrier, index });
                self.spy(name, Field::from(at))
            }
            Order::SpyAt(at) => self.spy_without_carrier(side, at.into()),
        }
    }
}
