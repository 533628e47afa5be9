//! The moves of the game, and why one may be refused.

use super::cells::{Area, Cell, Line};
use thiserror::Error;

/// A move that is well formed; [`Game::refusal`](super::Game::refusal) tells whether it is open now.
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
    /// The cells that the move is about.
    #[doc(hidden)]
    pub fn set(self) -> u128 {
        match self {
            Self::Fire(cell) => cell.set(),
            Self::Torpedo(line) => line.set(),
            Self::Radar(area) | Self::Smoke(area) | Self::Artillery(area) => area.set(),
        }
    }
}

/// Why a well formed move is not open now. Source: spec arsenal §2.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
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
    /// Any move once a side has won.
    #[error("the game is over")]
    Over,
}
