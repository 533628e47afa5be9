//! The moves of the game, and why a move may be refused.

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
    /// Fires at a place.
    ///
    /// # Errors
    /// When the place is not on the grid.
    pub(super) fn fire_at(at: Coord) -> Result<Self, Forfeit> {
        let illegal = || Forfeit::Illegal(format!("({}, {}) is not on the grid", at.row, at.col));
        Cell::at(at).map(Self::Fire).ok_or_else(illegal)
    }

    /// The cells of the move.
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
    /// `Smoke` when as many screens are laid as ships are sunk.
    #[error("no smoke screens left")]
    NoScreens,
    /// `Artillery` after a turn that sank nothing.
    #[error("artillery is locked")]
    ArtilleryLocked,
    /// `Torpedo` in any turn but the one after the third ship sank.
    #[error("torpedo is locked")]
    TorpedoLocked,
    /// Any move once a side has won.
    #[error("the game is over")]
    Over,
}
