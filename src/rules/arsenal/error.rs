//! Refusals in the game's own words.

use super::fleet::Class;
use super::game::Refusal;
use thiserror::Error;

/// Why a placement is refused. Source: spec arsenal §1, in the order of the checks.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Misplaced {
    /// `B3 horizontal`: not a coordinate, a comma and a direction.
    #[error("Error: expected a placement such as B3, horizontal")]
    Form,
    /// `H1, horizontal` for the Carrier.
    #[error("Error: the {} leaves the grid", .0.name())]
    LeavesGrid(Class),
    /// `A1, vertical` where another ship lies on A1.
    #[error("Error: the {} overlaps the {}", .0.name(), .1.name())]
    Overlaps(Class, Class),
}

/// Why a turn is lost. Source: spec arsenal §2, in the order of the checks.
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
    /// The fourth `Radar`.
    #[error("no radar sweeps left")]
    NoSweeps,
    /// `Smoke` with as many screens laid as ships sunk.
    #[error("no smoke screens left")]
    NoScreens,
    /// `Artillery` after a turn that sank nothing.
    #[error("artillery is locked")]
    ArtilleryLocked,
    /// `Torpedo` but in the turn after the third ship sank.
    #[error("torpedo is locked")]
    TorpedoLocked,
}

impl From<Refusal> for Lost {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoSweeps => Self::NoSweeps,
            Refusal::NoScreens => Self::NoScreens,
            Refusal::ArtilleryLocked => Self::ArtilleryLocked,
            Refusal::TorpedoLocked => Self::TorpedoLocked,
        }
    }
}
