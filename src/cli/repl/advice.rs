//! Advice after an error at the prompt: the advice of the language, and the dot command that shows
//! more.

use super::dot::DOTS;
use crate::cli::prompt::dots;
use broadside::rules::ships::Reason;
use broadside::script::{Expected, Found, Invalid, SyntaxError};

/// Reasons for a refusal. The list of ships helps the person to understand them.
const SHIPS: [Reason; 5] = [
    Reason::FleetTooSmall,
    Reason::ShipAlreadyPresent,
    Reason::ClassComplete,
    Reason::ShipDoesNotExist,
    Reason::NotAllShipsPlaced,
];

/// Reasons for a refusal. A picture of the board helps the person to understand them.
const PLACES: [Reason; 3] = [Reason::BoardTooSmall, Reason::ShipOnReef, Reason::ShipTooClose];

/// Returns advice about a command that the rules refuse.
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

/// Returns help about a syntax error at the prompt. If the language has no help, the wrong word may
/// be a dot command without its dot.
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
