//! What a side knows, and what a bot is therefore given.

use super::cells::{Area, Cell, Line};
use super::moves::Move;
use crate::ai::{Bits, Chart};

/// Which weapons are open in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// A ship was sunk in the turn before.
    pub artillery: bool,
    /// The turn before sank the third ship.
    pub torpedo: bool,
}

/// All that one side knows of a game. It does not hold the opponent's fleet, nor lead to it: a bot
/// that plays by this cannot cheat. [`Game::knowledge`](super::Game::knowledge) makes it.
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
    /// Own shots and their answers, radar included.
    pub const fn chart(&self) -> &'g Chart {
        self.chart
    }

    /// The cells of the own grid that the opponent has shot at.
    #[doc(hidden)]
    pub const fn incoming(&self) -> u128 {
        self.incoming
    }

    /// The weapons open in this turn.
    #[doc(hidden)]
    pub const fn openings(&self) -> Openings {
        self.openings
    }

    /// Radar sweeps left.
    #[doc(hidden)]
    pub const fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// Smoke screens left.
    pub const fn screens(&self) -> u32 {
        self.screens
    }

    /// How many smoke screens the opponent has laid; where they lie is not told.
    #[doc(hidden)]
    pub const fn enemy_screens(&self) -> u32 {
        self.enemy_screens
    }

    /// All shots open in this turn that could hit something new: torpedo, artillery, then fire.
    pub fn shots(&self) -> impl Iterator<Item = Shot> + '_ {
        let targets = self.chart.targets();
        let torpedo = Line::all().filter(|_| self.openings.torpedo);
        let artillery = Area::all().filter(|_| self.openings.artillery);
        let fire = targets.cells().filter_map(Cell::from_index);
        let torpedo = torpedo.map(|line| Shot { play: Move::Torpedo(line), cells: line.set() });
        let artillery =
            artillery.map(|area| Shot { play: Move::Artillery(area), cells: area.set() });
        let fire = fire.map(|cell| Shot { play: Move::Fire(cell), cells: cell.set() });
        torpedo.chain(artillery).chain(fire).filter(move |shot| shot.cells & targets != 0)
    }
}

/// A move that shoots, and the cells it shoots at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The move.
    pub play: Move,
    /// Its cells, old ones too.
    pub cells: u128,
}
