//! Runs a script, checks orders, and draws what A sees, with `broadside-ships` alone, as a crate of
//! another author would.

use broadside_ships::board::{Coord, Heading, Side};
use broadside_ships::rules::{Class, Detail, Game, Order, Picture, Setting, ShipName};
use broadside_ships::script::{Session, feed};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let script = "[state] BOARD_SIZE 1 3 REEF 0 2 PRINT 0 [state]";
    let mut out = Vec::new();
    feed(&mut Session::default(), &mut script.as_bytes(), &mut out)?;
    assert_eq!(out, b"  #\nPARTS REMAINING:: A : 0 B : 0\n");

    let mut game = Game::default();
    game.set(&Setting::BoardSize(3, 5))?;
    game.set(&Setting::Fleet(Side::First, [0, 0, 0, 1]))?;
    game.open(Side::First)?;
    let name = ShipName { class: Class::Destroyer, index: 0 };
    let place = |column| Order::Place { name, bow: Coord::new(1, column), heading: Heading::West };
    assert!(game.check(&place(4)).is_err(), "its stern would lie off the board");
    game.check(&place(1))?;
    game.order(place(1))?;
    let mut seen = Vec::new();
    Picture::new(&game, Detail::Basic)?.draw_for(Side::First, &mut seen)?;
    assert_eq!(seen, b"   ??\n ++ ?\n   ??\n");
    Ok(())
}
