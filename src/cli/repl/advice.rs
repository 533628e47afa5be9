//! Advice after an error at the prompt: the advice of the language, and a dot command that helps.

use super::dot::DOTS;
use crate::cli::prompt::dots;
use broadside::rules::ships::Reason;
use broadside::script::{Expected, Found, Invalid, SyntaxError};

/// Reasons for a refusal that the list of ships helps to understand.
const SHIPS: [Reason; 5] = [
    Reason::FleetTooSmall,
    Reason::ShipAlreadyPresent,
    Reason::ClassComplete,
    Reason::ShipDoesNotExist,
    Reason::NotAllShipsPlaced,
];

/// Reasons for a refusal that a picture of the board helps to understand.
const PLACES: [Reason; 3] = [Reason::BoardTooSmall, Reason::ShipOnReef, Reason::ShipTooClose];

pub(super) fn advice(invalid: &Invalid) -> String {
    let reason = &invalid.reason;
    let more = if SHIPS.contains(reason) {
        "; `.fleet` lists the ships"
    } else if PLACES.contains(reason) {
        "; `.board` shows the place"
    } else if *reason == Reason::ShotsUnfeasible {
        "; the turn stays open, `.undo` takes its last command back"
    } else {
        ""
    };
    format!("{}{more}", invalid.advice)
}

/// Returns help for a syntax error. If the language has none, proposes a dot command with a name
/// like the wrong word.
pub(super) fn help_for(error: &SyntaxError) -> Option<String> {
    let dotted = || match (&error.found, error.expected) {
        (Found::Word(word), Expected::CommandOf(_)) => {
            let row = dots::nearest(&DOTS, std::str::from_utf8(word).ok()?)?;
            Some(format!("did you mean `{}`?", row.name))
        }
        _ => None,
    };
    error.help().or_else(dotted)
}
