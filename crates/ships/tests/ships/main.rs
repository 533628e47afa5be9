//! Tests of the crate. They use only its public items.

#![expect(clippy::unwrap_used, reason = "clippy allows it only in functions with `#[test]`")]

mod completion;
mod feed;
mod games;
mod large;
mod logbook;
mod names;
mod pilot;
mod replay;
mod sight;
mod skipper;
mod straits;
mod syntax;

use broadside_core::board::{Coord, Heading, Side};
use broadside_core::dice::{Dice, pick};
use broadside_ships::rules::{Game, Health, Setting, ShipName};

fn game_with(settings: impl IntoIterator<Item = Setting>) -> Game {
    let mut game = Game::default();
    settings.into_iter().for_each(|setting| game.set(&setting).expect("a legal setting"));
    game
}

fn healthy_ship(side: Side, name: ShipName, bow: Coord, heading: Heading) -> Setting {
    let ShipName { class, index } = name;
    Setting::Ship { side, bow, heading, index, health: Health::from_fn(class, |_| true) }
}

fn below(n: u64, dice: &mut dyn Dice) -> i64 {
    i64::try_from(dice.below(n)).expect("a number below 2^63")
}

fn one_of<T: Copy>(all: &[T], dice: &mut dyn Dice) -> T {
    pick(all, dice).expect("something to choose from")
}
