//! A game on two grids: the fleets, the shots, and every step in order.
//!
//! Programs whose output is specified to the byte, such as naval, play on these grids. Records
//! (files of played games) are read into grids, and `replay` draws them.

pub mod record;

use broadside_core::board::{
    Board, BySide, Coord, Dims, Hull, Impact, Rect, Refusal, ShipId, Side,
};
use std::collections::BTreeMap;

/// A game on two grids. Each side has a fleet on its own grid and shoots at the other grid.
#[derive(Clone, Debug)]
pub struct Grids {
    fleets: BySide<Board>,
    /// The name of each ship, and the line of the record that places it.
    names: BySide<Vec<(String, usize)>>,
    afloat: BySide<usize>,
    /// The cells that each side has shot at, with what the first shot at each cell met.
    shots: BySide<BTreeMap<Coord, Impact>>,
    steps: Vec<Step>,
    /// The line of the record that is read now, from 1; 0 without a record.
    line: usize,
    /// How the game ended, for example in a draw or forfeit. Empty after an ordinary victory, and
    /// as long as the game is open.
    pub ending: String,
    /// The side that won; `None` if no side has won.
    pub winner: Option<Side>,
}

/// A ship on its grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berth<'g> {
    /// The name of the ship.
    pub name: &'g str,
    /// Where the ship lies.
    pub hull: Hull,
    /// The line of the record that places the ship, from 1; 0 without a record.
    pub line: usize,
}

/// A step of a game: something that a side did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The side that acted.
    pub side: Side,
    /// The action.
    pub deed: Deed,
    /// Whether the side's turn ends with this step.
    pub ends_turn: bool,
    /// The line of the record that has the step, from 1; 0 without a record.
    pub line: usize,
}

/// An action of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A shot at a cell of the other side's grid.
    Shot {
        /// The cell.
        at: Coord,
        /// The weapon.
        with: Weapon,
        /// What the shot met; `None` if the side had shot at this cell before.
        met: Option<Impact>,
    },
    /// A radar sweep over cells of the other side's grid.
    Radar {
        /// The cells.
        area: Rect,
        /// Whether the radar showed a ship.
        found: bool,
    },
    /// Smoke that hides cells of the side's own grid from radar.
    Smoke {
        /// The cells.
        area: Rect,
    },
}

/// The weapon of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    /// Shoots at one cell.
    Gun,
    /// Shoots at a square of cells.
    Artillery,
    /// Shoots along a row or a column.
    Torpedo,
}

impl Grids {
    /// Creates two empty grids of this size.
    pub fn new(dims: Dims) -> Self {
        Self {
            fleets: BySide::from_fn(|_| Board::new(dims)),
            names: BySide::default(),
            afloat: BySide::default(),
            shots: BySide::default(),
            steps: Vec::new(),
            line: 0,
            ending: String::new(),
            winner: None,
        }
    }

    /// Returns the size of each grid.
    pub const fn dims(&self) -> Dims {
        self.fleets.first.dims()
    }

    /// Places a ship of `side`. Fails as [`Board::place`] does, for example if the ship leaves the
    /// grid or lies over another ship.
    pub fn place(
        &mut self,
        side: Side,
        name: impl Into<String>,
        hull: Hull,
    ) -> Result<(), Refusal> {
        self.fleets[side].place(hull)?;
        self.names[side].push((name.into(), self.line));
        self.afloat[side] += 1;
        Ok(())
    }

    /// Sets the line of the record, from 1, for the ships and steps that are added after this call.
    pub const fn at_line(&mut self, line: usize) {
        self.line = line;
    }

    /// Adds a shot of `side` at a cell of the other grid, and returns what the shot met. Returns
    /// `None` if the side had shot at this cell before.
    pub fn shoot(&mut self, side: Side, at: Coord, with: Weapon) -> Option<Impact> {
        let met = (!self.has_shot(side, at)).then(|| self.fleets[side.other()].strike(at));
        if let Some(impact) = met {
            self.afloat[side.other()] -= usize::from(matches!(impact, Impact::Sunk { .. }));
            self.shots[side].insert(at, impact);
        }
        self.add(side, Deed::Shot { at, with, met });
        met
    }

    /// Fires the only shot of a turn, and returns what the shot met. If the cell is not on the
    /// grid, or if the side has shot at it before, changes nothing and returns `None`.
    pub fn fire(&mut self, side: Side, at: Coord) -> Option<Impact> {
        if !self.dims().holds(at) || self.has_shot(side, at) {
            return None;
        }
        let met = self.shoot(side, at, Weapon::Gun);
        self.end_turn();
        met
    }

    /// Returns whether `side` has shot at this cell.
    pub fn has_shot(&self, side: Side, at: Coord) -> bool {
        self.shots[side].contains_key(&at)
    }

    /// Returns the cells that `side` has shot at, row by row, with what the first shot at each cell
    /// met.
    pub fn shots(&self, side: Side) -> &BTreeMap<Coord, Impact> {
        &self.shots[side]
    }

    /// Adds a step of `side`.
    pub fn add(&mut self, side: Side, deed: Deed) {
        self.steps.push(Step { side, deed, ends_turn: false, line: self.line });
    }

    /// Ends the turn of the side that did the last step.
    pub fn end_turn(&mut self) {
        if let Some(last) = self.steps.last_mut() {
            last.ends_turn = true;
        }
    }

    /// Ends the game because `side` forfeits. The other side wins.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        self.winner = Some(side.other());
        self.ending = format!("{side} forfeits: {reason}");
    }

    /// Makes `side` the winner if the other side has ships and all of them are sunk.
    pub fn win_if_all_sunk(&mut self, side: Side) {
        if self.has_lost(side.other()) && !self.names[side.other()].is_empty() {
            self.winner = Some(side);
        }
    }

    /// Returns whether all ships of `side` are sunk. This is also true for a fleet without ships.
    pub fn has_lost(&self, side: Side) -> bool {
        self.afloat[side] == 0
    }

    /// Returns the board of `side`. Its ships are numbered in order of placement.
    pub fn board(&self, side: Side) -> &Board {
        &self.fleets[side]
    }

    /// Returns the name of a ship of `side`.
    pub fn name(&self, side: Side, ship: ShipId) -> &str {
        &self.names[side][ship.index()].0
    }

    /// Returns the ships of `side`, in order of placement.
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = Berth<'_>> {
        let hulls = self.fleets[side].ships().map(|(_, ship)| *ship.hull());
        let named = self.names[side].iter().zip(hulls);
        named.map(|((name, line), hull)| Berth { name, hull, line: *line })
    }

    /// Returns all steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}
