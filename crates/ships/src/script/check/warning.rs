//! Warnings: commands that are legal but are probably mistakes. Each command is examined before the
//! game carries it out.

use super::finding::{Idle, Problem};
use crate::rules::{Game, Order, OrderKind, Setting, plane_square};
use crate::script::ast::Command;
use broadside_core::board::{Board, Coord, Impact};

/// Returns the warning about `command`, if there is one. `shots` is the number of earlier basic
/// shots in the turn.
pub(super) fn warning(game: &Game, shots: usize, command: &Command) -> Option<Problem> {
    // One warning a turn is enough.
    if shots == 1 && is_basic_shot(game, command) {
        return game.moving().map(Problem::SeveralShots);
    }
    match command.setting() {
        Some(setting) => of_setting(game, setting),
        None => of_order(game, *command.order()?),
    }
}

/// The assignment of the course allows only one basic shot (`SHOOT y x` without `EXTENDED_SHIPS`)
/// in a turn.
pub(super) fn is_basic_shot(game: &Game, command: &Command) -> bool {
    matches!(command, Command::Order(Order::Shoot(_))) && !game.is_extended()
}

fn of_setting(game: &Game, setting: &Setting) -> Option<Problem> {
    let idle = match *setting {
        Setting::ExtendedShips => game.is_extended().then_some(Idle::OnAlready),
        Setting::AutoShooting => game.is_auto_shooting().then_some(Idle::OnAlready),
        Setting::AiPlayer(side) => game.fleet(side).is_ai().then_some(Idle::OnAlready),
        Setting::Reef(at) if game.board().reef_at(at) => Some(Idle::ReefAlready),
        Setting::Reef(at) => return game.board().ship_at(at).map(|_| Problem::ReefUnderShip),
        Setting::Fleet(..)
        | Setting::NextPlayer(_)
        | Setting::BoardSize(..)
        | Setting::Start(..)
        | Setting::Ship { .. }
        | Setting::Information(..)
        | Setting::Seed(_) => None,
    };
    idle.map(Problem::NoEffect)
}

fn of_order(game: &Game, order: Order) -> Option<Problem> {
    let at = order.target()?;
    let idle = if order.kind() == OrderKind::Plane {
        let sees = plane_square(at).overlaps(&game.board().dims().rect());
        (!sees).then_some(Idle::PlaneOffBoard)
    } else {
        useless_shot(game.board(), at)
    };
    idle.map(Problem::NoEffect)
}

fn useless_shot(board: &Board, at: Coord) -> Option<Idle> {
    match board.impact(at) {
        Impact::Again { .. } => Some(Idle::ShotAtWreck),
        Impact::Water => board.reef_at(at).then_some(Idle::ShotAtReef),
        Impact::Hit { .. } | Impact::Sunk { .. } => None,
    }
}
