//! The moves of the game, and the reasons why a move is refused.

use super::cells::{Area, Cell, Line};
use crate::ai::Forfeit;
use broadside_core::board::Coord;
use thiserror::Error;

/// A well-formed move. [`Game::refusal`](super::Game::refusal) says whether it is allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// `Fire B3`
    Fire(Cell),
    /// `Radar B3`
    Radar(Area),
    /// `Smoke B3`
    Smoke(Area),
    /// `Artillery B3`
    Artillery(Area),
    /// `Torpedo B`, `Torpedo 7`
    Torpedo(Line),
}

impl Move {
    pub(super) fn fire_at(at: Coord) -> Result<Self, Forfeit> {
        let illegal = || Forfeit::Illegal(format!("({}, {}) is not on the grid", at.row, at.col));
        Cell::at(at).map(Self::Fire).ok_or_else(illegal)
    }

    /// Returns the cells at which the move is aimed.
    #[doc(hidden)]
    pub fn set(self) -> u128 {
        match self {
            Self::Fire(cell) => cell.set(),
            Self::Torpedo(line) => line.set(),
            Self::Radar(area) | Self::Smoke(area) | Self::Artillery(area) => area.set(),
        }
    }
}

/// Why a well-formed move is not allowed now. Source: spec arsenal §2.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// The fourth `Radar`.
    #[error("no radar sweeps left")]
    NoSweeps,
    /// `Smoke` if the side has already laid one screen for each ship that it sank.
    #[error("no smoke screens left")]
    NoScreens,
    /// `Artillery` if the last turn of the side sank nothing, or if it is the side's first turn.
    #[error("artillery is locked")]
    ArtilleryLocked,
    /// `Torpedo` in any turn except the side's next turn after it sank the third ship.
    #[error("torpedo is locked")]
    TorpedoLocked,
    /// Any move after the end of the game.
    #[error("the game is over")]
    Over,
}
