//! The commands: which words follow which command word.

use super::ast::{Command, Group, StateCommand, TurnCommand};
use super::keyword::Keyword;
use super::syntax::Expected;
use super::words::{
    Parsed, Unexpected, class, column_or_class, detail, heading, health, integer, manoeuvre,
    number_follows, player, position, rest_of_line, ship_name, skip_blanks, word, words,
};
use crate::board::{Coord, Rect};
use crate::rules::ships::{Fleet, Order, Setting, ShipName};
use nom::Parser;
use nom::sequence::pair;

/// `stateCommand` or `turnCommand`: a command that may stand in `group`.
pub(super) fn command(group: Group, text: &[u8]) -> Parsed<'_, Command> {
    let at = skip_blanks(text);
    let (rest, word) = word(at)?;
    let keyword = Keyword::from_name(word).filter(|keyword| keyword.is_in(group));
    let unexpected = Unexpected { at, expected: Expected::CommandOf(group) };
    let keyword = keyword.ok_or(nom::Err::Error(unexpected))?;
    match group {
        Group::State => state_command(keyword, rest).map(|(rest, c)| (rest, Command::State(c))),
        Group::Turn(_) => turn_command(keyword, rest).map(|(rest, c)| (rest, Command::Turn(c))),
    }
}

fn state_command(keyword: Keyword, text: &[u8]) -> Parsed<'_, StateCommand> {
    let (rest, setting) = match keyword {
        Keyword::Print => return detail.map(StateCommand::Print).parse(text),
        Keyword::Save => return Ok((text, StateCommand::Save)),
        Keyword::SetFleet => set_fleet(text),
        Keyword::NextPlayer => player.map(Setting::NextPlayer).parse(text),
        Keyword::BoardSize => board_size(text),
        Keyword::InitPosition => init_position(text),
        Keyword::Reef => position.map(Setting::Reef).parse(text),
        Keyword::Ship => ship(text),
        Keyword::ExtendedShips => Ok((text, Setting::ExtendedShips)),
        Keyword::AutoShooting => Ok((text, Setting::AutoShooting)),
        Keyword::SetAiPlayer => player.map(Setting::AiPlayer).parse(text),
        Keyword::Information => information(text),
        Keyword::Srand => integer.map(Setting::Seed).parse(text),
        Keyword::PlaceShip | Keyword::Shoot | Keyword::Move | Keyword::Spy => {
            unreachable!("`is_in` keeps orders out of [state] groups")
        }
    }?;
    Ok((rest, StateCommand::Set(setting)))
}

/// `SET_FLEET P a b c d`, or `SET_FLEET P` alone for the default.
fn set_fleet(text: &[u8]) -> Parsed<'_, Setting> {
    let (rest, side) = player(text)?;
    if !number_follows(rest) {
        return Ok((rest, Setting::Fleet(side, Fleet::DEFAULT_SIZES)));
    }
    let sizes = (integer, integer, integer, integer);
    sizes.map(|(a, b, c, d)| Setting::Fleet(side, [a, b, c, d])).parse(rest)
}

fn board_size(text: &[u8]) -> Parsed<'_, Setting> {
    pair(integer, integer).map(|(rows, cols)| Setting::BoardSize(rows, cols)).parse(text)
}

fn init_position(text: &[u8]) -> Parsed<'_, Setting> {
    let corners = (player, position, position);
    let start = |(side, first, last): (_, Coord, Coord)| {
        let rect = Rect { top: first.row, left: first.col, bottom: last.row, right: last.col };
        Setting::Start(side, rect)
    };
    corners.map(start).parse(text)
}

fn ship(text: &[u8]) -> Parsed<'_, Setting> {
    let (rest, (side, bow, heading, name)) = (player, position, heading, ship_name).parse(text)?;
    health(name.class).map(|health| Setting::Ship { side, bow, heading, name, health }).parse(rest)
}

/// `INFORMATION P words...`, to the end of the line of P.
fn information(text: &[u8]) -> Parsed<'_, Setting> {
    let (rest, side) = player(text)?;
    let (rest, line) = rest_of_line(rest);
    let words: Vec<_> = words(line).collect();
    Ok((rest, Setting::Information(side, words.join(&b' '))))
}

fn turn_command(keyword: Keyword, text: &[u8]) -> Parsed<'_, TurnCommand> {
    let (rest, order) = match keyword {
        Keyword::Print => return detail.map(TurnCommand::Print).parse(text),
        Keyword::PlaceShip => place_ship(text),
        Keyword::Shoot => shoot(text),
        Keyword::Move => pair(ship_name, manoeuvre)
            .map(|(name, manoeuvre)| Order::Move(name, manoeuvre))
            .parse(text),
        Keyword::Spy => spy(text),
        Keyword::SetFleet
        | Keyword::NextPlayer
        | Keyword::BoardSize
        | Keyword::InitPosition
        | Keyword::Reef
        | Keyword::Ship
        | Keyword::ExtendedShips
        | Keyword::AutoShooting
        | Keyword::SetAiPlayer
        | Keyword::Information
        | Keyword::Srand
        | Keyword::Save => unreachable!("`is_in` keeps settings out of players' groups"),
    }?;
    Ok((rest, TurnCommand::Order(order)))
}

fn place_ship(text: &[u8]) -> Parsed<'_, Order> {
    let place = (position, heading, ship_name);
    place.map(|(bow, heading, name)| Order::Place { name, bow, heading }).parse(text)
}

/// `SHOOT y x` or, when the second argument is a class, `SHOOT i C y x`.
fn shoot(text: &[u8]) -> Parsed<'_, Order> {
    let (rest, first) = integer(text)?;
    if let Ok((rest, class)) = class(rest) {
        let name = ShipName { class, index: first };
        return position.map(|target| Order::Fire(name, target)).parse(rest);
    }
    column_or_class.map(|col| Order::Shoot(Coord::new(first, col))).parse(rest)
}

/// `SPY i y x` when a third integer follows on the line of the second, else `SPY y x`.
fn spy(text: &[u8]) -> Parsed<'_, Order> {
    let (rest, (first, second)) = pair(integer, integer).parse(text)?;
    if !number_follows(rest) {
        return Ok((rest, Order::SpyAt(Coord::new(first, second))));
    }
    integer.map(|third| Order::Spy(first, Coord::new(second, third))).parse(rest)
}
