//! Hints for the author of a script after an invalid operation.

use super::ast::Group;
use crate::rules::{Game, Reason};
use broadside_core::board::{Rect, Side};

pub(super) fn advice(reason: Reason, game: &Game) -> String {
    let fixed = match reason {
        Reason::OtherPlayerExpected => return turn(game),
        Reason::NotAllShipsPlaced => return missing(game),
        Reason::NotInStartingPosition => return start(game),
        Reason::ReefOffBoard | Reason::FieldDoesNotExist | Reason::ShipLeftBoard => {
            return board(game);
        }
        Reason::FleetSizeNegative => "the four numbers are those of CAR BAT CRU DES",
        Reason::FleetTooLarge => "a class has 1000000 ships at most",
        Reason::FleetTooSmall => "more ships of a class are placed already",
        Reason::BoardSizeNotPositive => "a board has one row and one column at least",
        Reason::BoardTooSmall => "all ships and reefs must lie on the new board",
        Reason::ShipAlreadyPresent => "each ship is placed once",
        Reason::ClassComplete => {
            "ships of a class are numbered from 0; `SET_FLEET` says how many there are"
        }
        Reason::ShipOnReef => "ships may lie beside a reef, not on it",
        Reason::ShipTooClose => "ships keep a field apart, corners included",
        Reason::BasicShotDisabled => "a ship must shoot: `SHOOT i C y x`",
        Reason::ExtendedShipsOff => "in a basic game: `SHOOT y x`",
        Reason::ShipDoesNotExist => "the player has no such ship on the board",
        Reason::ShipCannotShoot => "its cannon, segment 1, is destroyed",
        Reason::TooManyShots => {
            "a ship has as many shots a turn as segments; planes count as shots"
        }
        Reason::ShootingTooFar => {
            "a cannon reaches as many fields as its ship is long; a carrier reaches every field"
        }
        Reason::ShipCannotMove => "its engine, the last segment, is destroyed",
        Reason::ShipMovedAlready => "a carrier moves twice a turn, other ships three times",
        Reason::CannotSendPlane => "segment 1 of the carrier is destroyed",
        Reason::AllPlanesSent => "a carrier has five planes a turn; shots count as planes",
        Reason::AutoShootingOff => "a carrier must send the plane: `SPY i y x`",
        Reason::ShotsUnfeasible => {
            "no ship that reaches this target has a shot left; only carriers send planes"
        }
        Reason::BoardTooLargeToPrint => "a board of more than 1000000000 fields is not drawn",
        Reason::TurnOpen => "the tag that opened the turn closes it",
        Reason::NoTurnOpen => "a player's tag opens a turn",
    };
    fixed.to_owned()
}

fn turn(game: &Game) -> String {
    let side = game.expected();
    let (name, tag) = (side.name(), Group::Turn(side).tag());
    if game.moving().is_some() {
        format!("the turn of {name} is still open: `{tag}` closes it")
    } else {
        format!("it is {name}'s turn: `{tag}`")
    }
}

fn board(game: &Game) -> String {
    let dims = game.board().dims();
    format!("rows are 0 to {}, columns 0 to {}", dims.rows() - 1, dims.cols() - 1)
}

fn missing(game: &Game) -> String {
    let is_incomplete = |side: &Side| !game.fleet(*side).is_complete();
    let sides: Vec<_> = Side::ALL.into_iter().filter(is_incomplete).map(Side::name).collect();
    let verb = if sides.len() == 1 { "has" } else { "have" };
    format!("{} {verb} ships to place before anyone shoots", sides.join(" and "))
}

fn start(game: &Game) -> String {
    game.moving().map_or_else(
        || "the whole ship must lie on the board".to_owned(),
        |side| start_of(side, game),
    )
}

fn start_of(side: Side, game: &Game) -> String {
    let start = game.start_on_board(side);
    if start.is_empty() {
        return format!(
            "the starting rectangle of player {side} holds no field of the board: \
             add `INIT_POSITION {side} y1 x1 y2 x2`"
        );
    }
    let Rect { top, left, bottom, right } = start;
    format!("the whole ship must lie in rows {top} to {bottom}, columns {left} to {right}")
}
