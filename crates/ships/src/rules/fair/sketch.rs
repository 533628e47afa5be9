//! A game as one side knows it.

use super::Briefing;
use crate::rules::{Fleet, Game, ShipName};
use broadside_core::board::{BySide, Ship, Side};

impl Briefing {
    /// The game as far as the side knows it, expecting its turn: its own ships and those of the enemy that
    /// are all in sight. Nothing is guessed. To try orders on, and to judge those of a pilot by.
    #[doc(hidden)]
    pub fn sketch(&self) -> Game {
        let fleets = BySide::from_fn(|side| self.fleet(side));
        let mut game = Game::between_turns(self.sea.clone(), fleets, self.side);
        game.extended = self.extended;
        game.auto_shooting = self.auto_shooting;
        for (name, ship) in &self.own {
            add(&mut game, self.side, *name, ship);
        }
        for (name, enemy) in &self.enemy {
            if let Some(ship) = &enemy.in_view {
                add(&mut game, self.side.other(), *name, ship);
            }
        }
        game
    }

    fn fleet(&self, side: Side) -> Fleet {
        let mut fleet = Fleet::new(side);
        fleet.sizes = self.sizes[side];
        fleet.start = self.starts[side];
        fleet
    }
}

/// Adds a ship as it is, to where the true game has it.
fn add(game: &mut Game, side: Side, name: ShipName, ship: &Ship) {
    let added = game.put(side, name, *ship.hull(), |segment| ship.is_healthy(segment));
    debug_assert!(added.is_ok(), "{name:?}: ships of one game do not overlap");
}
