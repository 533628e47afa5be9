//! The moves of the game arsenal, why a move is refused, and what one side knows.

use super::cells::{Area, Cell, Line};
use crate::ai::{Bits, Chart, Forfeit};
use broadside_core::board::Coord;
use thiserror::Error;

/// A well-formed move. [`Game::play`](super::Game::play) refuses it if it is not allowed now.
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
    /// `Radar` if the side has used all its sweeps.
    #[error("no radar sweeps left")]
    NoSweeps,
    /// `Smoke` if the side has already laid one screen for each ship that it sank.
    #[error("no smoke screens left")]
    NoScreens,
    /// `Artillery` if the last turn of the side sank nothing, or if the side has had no turn yet.
    #[error("artillery is locked")]
    ArtilleryLocked,
    /// `Torpedo` if the last turn of the side did not sink the opponent's third ship.
    #[error("torpedo is locked")]
    TorpedoLocked,
    /// Any move after the end of the game.
    #[error("the game is over")]
    Over,
}

/// The special weapons that are allowed in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Whether artillery is allowed: the previous turn of the side sank a ship.
    pub artillery: bool,
    /// Whether a torpedo is allowed: the previous turn of the side sank the opponent's third ship.
    pub torpedo: bool,
}

impl Openings {
    /// Returns the openings after a turn. `sinks` says whether the turn sank a ship, and `one_left`
    /// whether the opponent has only one ship left.
    pub(super) const fn after(sinks: bool, one_left: bool) -> Self {
        Self { artillery: sinks, torpedo: sinks && one_left }
    }
}

/// What one side knows of a game. The opponent's fleet is not shown, so a bot cannot cheat.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'g> {
    pub(super) chart: &'g Chart,
    pub(super) incoming: u128,
    pub(super) openings: Openings,
    pub(super) sweeps: u32,
    pub(super) screens: u32,
    pub(super) enemy_screens: u32,
}

impl<'g> Knowledge<'g> {
    /// Returns the chart of the side's own shots and radar sweeps, with the answers.
    pub const fn chart(&self) -> &'g Chart {
        self.chart
    }

    /// Returns the cells that the opponent has shot at.
    #[doc(hidden)]
    pub const fn incoming(&self) -> u128 {
        self.incoming
    }

    /// Returns the special weapons that are allowed in this turn.
    #[doc(hidden)]
    pub const fn openings(&self) -> Openings {
        self.openings
    }

    /// Returns the number of radar sweeps left.
    #[doc(hidden)]
    pub const fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// Returns the number of smoke screens left.
    pub const fn screens(&self) -> u32 {
        self.screens
    }

    /// Returns the number of smoke screens that the opponent has laid. Their places are secret.
    #[doc(hidden)]
    pub const fn enemy_screens(&self) -> u32 {
        self.enemy_screens
    }

    /// Returns the allowed moves that shoot at one target or more: torpedoes, then artillery, then
    /// single shots. A target is a cell that may have a ship and was not shot at.
    pub fn shots(&self) -> impl Iterator<Item = Shot> + '_ {
        let targets = self.chart.targets();
        let torpedo = Line::all().filter(|_| self.openings.torpedo).map(Move::Torpedo);
        let artillery = Area::all().filter(|_| self.openings.artillery).map(Move::Artillery);
        let fire = targets.cells().filter_map(Cell::from_index).map(Move::Fire);
        let shots = torpedo.chain(artillery).chain(fire);
        let shots = shots.map(|play| Shot { play, cells: play.set() });
        shots.filter(move |shot| shot.cells & targets != 0)
    }
}

/// A move that shoots, and the cells at which it shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The move.
    pub play: Move,
    /// The cells at which the move shoots. Cells shot at before are included.
    pub cells: u128,
}
