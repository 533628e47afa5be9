//! Where an event of the language takes place.

use broadside::board::Coord;
use broadside::rules::ships::{Game, Setting};
use broadside::script::Event;
use broadside::script::ast::Command;

/// The field that a command is about, once it has taken effect.
pub(super) fn place(event: &Event, game: &Game) -> Option<Coord> {
    match event {
        Event::Command(Command::Set(Setting::Reef(at) | Setting::Ship { bow: at, .. })) => {
            Some(*at)
        }
        Event::Command(Command::Order(order)) => order.target().or_else(|| {
            let ship = game.fleet(game.moving()?).ship(order.ship()?)?;
            Some(game.board().get(ship)?.hull().bow())
        }),
        Event::Open(_) | Event::Close(_) | Event::Command(_) | Event::Prose | Event::Comment(_) => {
            None
        }
    }
}
