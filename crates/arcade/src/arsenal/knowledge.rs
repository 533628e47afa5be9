//! What one side knows of a game.

use super::cells::{Area, Cell, Line};
use super::moves::Move;
use crate::ai::{Bits, Chart};

/// The special weapons that are allowed in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Whether artillery is allowed: the previous turn of the side sank a ship.
    pub artillery: bool,
    /// Whether a torpedo is allowed: that turn sank the opponent's third ship.
    pub torpedo: bool,
}

impl Openings {
    /// Returns what is allowed after a turn. `sinks` says whether the turn sank a ship, and
    /// `one_left` whether one ship of the opponent is left.
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

    /// Returns the allowed shots that shoot at a new cell: torpedoes, then artillery, then fire.
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
