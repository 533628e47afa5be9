//! The errors of placements and turns, with their messages.

use super::cells::Class;
use super::moves::Refusal;
use thiserror::Error;

/// Why a placement is refused. Source: spec arsenal §1. The variants have the order of the checks.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Misplaced {
    /// The text is not a coordinate, a comma and a direction: `B3 horizontal` has no comma.
    #[error("Error: expected a placement such as B3, horizontal")]
    Form,
    /// The ship leaves the grid, for example the Carrier with `H1, horizontal`.
    #[error("Error: the {} leaves the grid", .0.name())]
    LeavesGrid(Class),
    /// Another ship lies on a cell of this ship, for example on A1 with `A1, vertical`.
    #[error("Error: the {} overlaps the {}", .0.name(), .1.name())]
    Overlaps(Class, Class),
}

/// Why a turn is lost. Source: spec arsenal §2. The variants have the order of the checks.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Lost {
    /// The line is not a move: an empty line, `Shoot B3`, `Fire`, `Fire B3 now`.
    #[error("not a move")]
    NotAMove,
    /// The target is not a coordinate, a row or a column: `Fire K3`, `Torpedo B3`.
    #[error("not a coordinate")]
    NotACoordinate,
    /// The area leaves the grid: `Radar J1`, `Artillery A10`.
    #[error("the area leaves the grid")]
    LeavesGrid,
    /// A well-formed move that is not allowed now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
