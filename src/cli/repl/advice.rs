//! What helps at the prompt: the language's advice, and the dot command that shows more.

use super::dot::DOTS;
use crate::cli::prompt::dots;
use broadside::rules::ships::Reason;
use broadside::script::{Expected, Found, Invalid, SyntaxError};

/// The advice on an invalid operation.
pub(super) fn advice(invalid: &Invalid) -> String {
    let is_about_ships = matches!(
        invalid.reason,
        Reason::FleetTooSmall
            | Reason::ShipAlreadyPresent
            | Reason::ClassComplete
            | Reason::ShipDoesNotExist
            | Reason::NotAllShipsPlaced
    );
    let is_about_a_place =
        matches!(invalid.reason, Reason::BoardTooSmall | Reason::ShipOnReef | Reason::ShipTooClose);
    let more = if is_about_ships {
        "; `.fleet` lists the ships"
    } else if is_about_a_place {
        "; `.board` shows the place"
    } else if invalid.reason == Reason::ShotsUnfeasible {
        "; the turn stays open, `.undo` takes its last command back"
    } else {
        ""
    };
    format!("{}{more}", invalid.advice)
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
