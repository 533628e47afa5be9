//! Advice for every invalid operation.

use super::dot::DOTS;
use crate::cli::prompt::dots;
use broadside::board::Side;
use broadside::rules::ships::{Game, Reason};
use broadside::script::ast::Group;
use broadside::script::{Expected, Found, SyntaxError, side_name};

/// What a person can do about `reason`.
pub(super) fn advice(reason: Reason, game: &Game) -> String {
    match fixed(reason) {
        Help::Says(text) => text.to_owned(),
        Help::Turn => {
            let side = game.expected();
            format!("it is {}'s turn: `{}`", side_name(side), Group::Turn(side).tag())
        }
        Help::Board => {
            let dims = game.board().dims();
            format!("rows are 0 to {}, columns 0 to {}", dims.rows() - 1, dims.cols() - 1)
        }
        Help::Start => in_start(game),
        Help::Missing => missing(game),
    }
}

/// Help for a syntax error at the prompt, perhaps a dot command without its dot.
pub(super) fn help_for(error: &SyntaxError) -> Option<String> {
    let dotted = || match (&error.found, error.expected) {
        (Found::Word(word), Expected::CommandOf(_)) => {
            let name = dots::nearest(&DOTS, std::str::from_utf8(word).ok()?)?;
            Some(format!("did you mean `{}`?", name.name))
        }
        _ => None,
    };
    error.help().or_else(dotted)
}

/// What helps: a fixed text, or something of the game.
enum Help {
    Says(&'static str),
    Turn,
    Board,
    Start,
    Missing,
}

/// Whose ships are missing.
fn missing(game: &Game) -> String {
    let is_incomplete = |side: &Side| !game.fleet(*side).is_complete();
    let sides: Vec<_> = Side::ALL.into_iter().filter(is_incomplete).map(side_name).collect();
    format!("{} has ships to place before anybody shoots: `.fleet`", sides.join(" and "))
}

fn in_start(game: &Game) -> String {
    game.moving().map_or_else(
        || "the whole ship must lie on the board".to_owned(),
        |side| {
            let start = game.fleet(side).start();
            let (top, left, bottom, right) = (start.top, start.left, start.bottom, start.right);
            format!("the whole ship must lie in rows {top} to {bottom}, columns {left} to {right}")
        },
    )
}

const fn fixed(reason: Reason) -> Help {
    Help::Says(match reason {
        Reason::FleetSizeNegative => "the four numbers are those of CAR BAT CRU DES",
        Reason::FleetTooLarge => "a class has 1000000 ships at most",
        Reason::FleetTooSmall => "`.fleet` lists the ships that are placed",
        Reason::BoardSizeNotPositive => "a board has one row and one column at least",
        Reason::BoardTooSmall => "`.board` shows what would be outside",
        Reason::ShipAlreadyPresent | Reason::ClassComplete => {
            "`.fleet` lists the ships that are still to be placed"
        }
        Reason::ShipOnReef | Reason::ShipTooClose => {
            "`.board` shows the place; ships keep a field apart, corners included"
        }
        Reason::BasicShotDisabled => "a ship must shoot: `SHOOT i C y x`",
        Reason::ExtendedShipsOff => "in a basic game: `SHOOT y x`",
        Reason::ShipDoesNotExist => "`.fleet` lists your ships",
        Reason::ShipCannotShoot => "its cannon, segment 1, is destroyed",
        Reason::TooManyShots => "a ship has as many shots a turn as segments, planes counted",
        Reason::ShootingTooFar => {
            "a cannon reaches as far as its ship is long, a carrier's everywhere"
        }
        Reason::ShipCannotMove => "its engine, the last segment, is destroyed",
        Reason::ShipMovedAlready => "a carrier moves twice a turn, other ships three times",
        Reason::CannotSendPlane => "segment 1 of the carrier is destroyed",
        Reason::AllPlanesSent => "a carrier has five planes and shots a turn",
        Reason::AutoShootingOff => "a carrier must send the plane: `SPY i y x`",
        Reason::ShotsUnfeasible => "the turn stays open: `.undo` takes its last command back",
        Reason::BoardTooLargeToPrint => "pictures end at 1000000000 fields",
        Reason::TurnOpen => "the tag that opened the turn closes it",
        Reason::NoTurnOpen => "a player's tag opens a turn",
        Reason::OtherPlayerExpected => return Help::Turn,
        Reason::NotAllShipsPlaced => return Help::Missing,
        Reason::ReefOffBoard | Reason::FieldDoesNotExist | Reason::ShipLeftBoard => {
            return Help::Board;
        }
        Reason::NotInStartingPosition => return Help::Start,
    })
}
