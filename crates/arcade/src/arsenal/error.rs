//! The errors of placements and turns, with their messages.

use super::cells::Class;
use super::moves::Refusal;
use thiserror::Error;

/// Why a placement is refused. Source: spec arsenal §1. The variants have the order of the checks.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Misplaced {
    /// `B3 horizontal`: the text is not a coordinate, a comma and a direction.
    #[error("Error: expected a placement such as B3, horizontal")]
    Form,
    /// `H1, horizontal` for the Carrier.
    #[error("Error: the {} leaves the grid", .0.name())]
    LeavesGrid(Class),
    /// `A1, vertical` where another ship lies on A1.
    #[error("Error: the {} overlaps the {}", .0.name(), .1.name())]
    Overlaps(Class, Class),
}

/// Why a turn is lost. Source: spec arsenal §2. The variants have the order of the checks.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Lost {
    /// An empty line, `Shoot B3`, `Fire`, `Fire B3 now`.
    #[error("not a move")]
    NotAMove,
    /// `Fire K3`, `Torpedo B3`.
    #[error("not a coordinate")]
    NotACoordinate,
    /// `Radar J1`, `Artillery A10`.
    #[error("the area leaves the grid")]
    LeavesGrid,
    /// A well-formed move that is not allowed now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
