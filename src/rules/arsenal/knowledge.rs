//! What a side knows, and what a bot is therefore given.

use super::cells::{Area, Cell, Line};
use super::game::Move;
use crate::ai::{Bits, Chart};

/// Which weapons are open in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// A ship was sunk in the turn before.
    pub artillery: bool,
    /// The turn before sank the third ship.
    pub torpedo: bool,
}

/// All that one side knows of a game. It does not hold the opponent's fleet, nor lead to it: whoever
/// plays by this cannot cheat.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'g> {
    /// Own shots and their answers, radar included.
    pub chart: &'g Chart,
    /// The cells of the own grid that the opponent has shot at.
    pub incoming: u128,
    /// The weapons open in this turn.
    pub openings: Openings,
    /// Radar sweeps left.
    pub sweeps: u32,
    /// Smoke screens left.
    pub screens: u32,
    /// Smoke screens that the opponent has laid, wherever they are.
    pub enemy_screens: u32,
}

impl Knowledge<'_> {
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
