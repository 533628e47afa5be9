//! The parsers of arguments that are too long for a row of the table of commands (see the module
//! `table`). Each parser has the name of its production in `grammar/ships.ebnf`, but [`move_ship`]
//! reads `move`. [`shoot`] also reads the production `fire`, and [`spy`] also reads `spyAt`.

use super::ast::Command;
use super::words::{
    Parsed, class, heading, health, integer, manoeuvre, note, number_ahead, player, position,
    ship_name,
};
use crate::rules::{Fleet, Order, Setting, ShipName};
use broadside_core::board::{Coord, Rect};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, success};
use nom::sequence::{pair, preceded};

/// `SET_FLEET P a b c d`, or only `SET_FLEET P` for the default sizes.
pub(super) fn set_fleet(text: &[u8]) -> Parsed<'_, Command> {
    let sizes = (integer, integer, integer, integer).map(<[i64; 4]>::from);
    let sizes = alt((preceded(number_ahead, cut(sizes)), success(Fleet::DEFAULT_SIZES)));
    let fleet = pair(player, sizes).map(|(side, sizes)| Setting::Fleet(side, sizes));
    fleet.map(Command::Set).parse(text)
}

pub(super) fn board_size(text: &[u8]) -> Parsed<'_, Command> {
    let size = pair(integer, integer).map(|(rows, cols)| Setting::BoardSize(rows, cols));
    size.map(Command::Set).parse(text)
}

pub(super) fn init_position(text: &[u8]) -> Parsed<'_, Command> {
    let start = |(side, first, last): (_, Coord, Coord)| {
        let rect = Rect { top: first.row, left: first.col, bottom: last.row, right: last.col };
        Setting::Start(side, rect)
    };
    (player, position, position).map(start).map(Command::Set).parse(text)
}

pub(super) fn ship(text: &[u8]) -> Parsed<'_, Command> {
    let ship = ship_name.flat_map(|name| health(name.class).map(move |health| (name, health)));
    let ship = (player, position, heading, ship).map(|(side, bow, heading, (name, health))| {
        Setting::Ship { side, bow, heading, index: name.index, health }
    });
    ship.map(Command::Set).parse(text)
}

/// `INFORMATION P words...`: the words up to the end of the line on which P stands.
pub(super) fn information(text: &[u8]) -> Parsed<'_, Command> {
    let note = pair(player, note).map(|(side, words)| Setting::Information(side, words));
    note.map(Command::Set).parse(text)
}

pub(super) fn place_ship(text: &[u8]) -> Parsed<'_, Command> {
    let place = (position, heading, ship_name);
    let place = place.map(|(bow, heading, name)| Order::Place { name, bow, heading });
    place.map(Command::Order).parse(text)
}

/// `SHOOT y x` or, if the second argument is a class, `SHOOT i C y x`.
pub(super) fn shoot(text: &[u8]) -> Parsed<'_, Command> {
    let (rest, first) = integer(text)?;
    let fire = |(class, target)| Order::Fire(ShipName { class, index: first }, target);
    let fire = pair(class, cut(position)).map(fire);
    let shoot = integer.map(|col| Order::Shoot(Coord::new(first, col)));
    alt((fire, shoot)).map(Command::Order).parse(rest)
}

pub(super) fn move_ship(text: &[u8]) -> Parsed<'_, Command> {
    let order = pair(ship_name, manoeuvre).map(|(name, manoeuvre)| Order::Move(name, manoeuvre));
    order.map(Command::Order).parse(text)
}

/// `SPY i y x` if a third integer follows the second on the same line, otherwise `SPY y x`.
pub(super) fn spy(text: &[u8]) -> Parsed<'_, Command> {
    let (rest, (first, second)) = pair(integer, integer).parse(text)?;
    let third = preceded(number_ahead, cut(integer));
    let spy = third.map(|third| Order::Spy(first, Coord::new(second, third)));
    let target = success(Order::SpyAt(Coord::new(first, second)));
    alt((spy, target)).map(Command::Order).parse(rest)
}
