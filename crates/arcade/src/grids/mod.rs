//! A game on two grids: the fleets, the shots, and every step in order. The byte-exact programs play on it,
//! records of games are read into it, and `replay` draws it. It has no rules of its own.

pub mod record;

use broadside_core::board::{
    Board, BySide, Coord, Dims, Hull, Impact, Rect, Refusal, ShipId, Side,
};
use std::collections::BTreeMap;

/// A game on two grids. Each side has a fleet on its own grid and shoots at the other grid.
///
/// ```
/// use broadside_core::board::{BySide, Coord, Dims, Heading, Hull, Impact, Side};
/// use broadside_arcade::grids::{Deed, Grids, Weapon};
///
/// let dims = Dims::new(10, 10).expect("positive");
/// let buoy = Hull::new(Coord::new(2, 3), Heading::North, 1).expect("small numbers");
/// let mut grids = Grids::new(dims);
/// grids.place(Side::Second, "Buoy", buoy)?;
/// grids.shoot(Side::First, Coord::new(2, 3), Weapon::Gun);
/// assert!(matches!(grids.steps()[0].deed, Deed::Shot { met: Some(Impact::Sunk { .. }), .. }));
/// # Ok::<(), broadside_core::board::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grids {
    fleets: BySide<Board>,
    names: BySide<Vec<(String, usize)>>,
    /// How many ships of each side are not sunk.
    afloat: BySide<usize>,
    /// The shots of each side, and what the first one at each cell met.
    shots: BySide<BTreeMap<Coord, Impact>>,
    steps: Vec<Step>,
    line: usize,
    /// How the game ended, in words; empty if it did not end.
    pub ending: String,
    /// The side that won.
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

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The side that did it.
    pub side: Side,
    /// What was done.
    pub deed: Deed,
    /// Whether the side's turn ends with this step.
    pub ends_turn: bool,
    /// The line of the record that has the step, from 1; 0 without a record.
    pub line: usize,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A shot at a cell of the other side's grid.
    Shot {
        /// The cell.
        at: Coord,
        /// The weapon.
        with: Weapon,
        /// What was there; `None` if the same side had shot there before.
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

/// What a shot is fired with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    /// At one cell.
    Gun,
    /// At a square of cells.
    Artillery,
    /// At a row or a column.
    Torpedo,
}

impl Grids {
    /// Two empty grids of this size.
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

    /// The size of each grid.
    pub const fn dims(&self) -> Dims {
        self.fleets.first.dims()
    }

    /// Places a ship of `side` on its grid.
    ///
    /// # Errors
    /// When the ship leaves the grid or lies over another ship.
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

    /// Sets the line of the record, from 1, that has the ships and steps added from now on.
    pub const fn at_line(&mut self, line: usize) {
        self.line = line;
    }

    /// Adds a shot of `side` at a cell of the other grid, and returns what the shot met: `None` if the side
    /// had shot there before.
    pub fn shoot(&mut self, side: Side, at: Coord, with: Weapon) -> Option<Impact> {
        let met = (!self.has_shot(side, at)).then(|| self.fleets[side.other()].strike(at));
        if let Some(impact) = met {
            self.afloat[side.other()] -= usize::from(matches!(impact, Impact::Sunk { .. }));
            self.shots[side].insert(at, impact);
        }
        self.add(side, Deed::Shot { at, with, met });
        met
    }

    /// Fires the only shot of a turn, and returns what the shot met. `None`, and nothing changes, if the cell
    /// is not on the grid or the side has shot there before.
    pub fn fire(&mut self, side: Side, at: Coord) -> Option<Impact> {
        if !self.dims().holds(at) || self.has_shot(side, at) {
            return None;
        }
        let met = self.shoot(side, at, Weapon::Gun);
        self.end_turn();
        met
    }

    /// Whether `side` has shot at this cell.
    pub fn has_shot(&self, side: Side, at: Coord) -> bool {
        self.shots[side].contains_key(&at)
    }

    /// The cells that `side` has shot at, row by row, with what was there.
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

    /// Ends the game with a forfeit of `side`: the other side wins.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        self.winner = Some(side.other());
        self.ending = format!("{side} forfeits: {reason}");
    }

    /// Lets `side` win if the other side has ships and all of them are sunk.
    pub fn win_if_all_sunk(&mut self, side: Side) {
        if self.has_lost(side.other()) && !self.names[side.other()].is_empty() {
            self.winner = Some(side);
        }
    }

    /// Whether no ship of `side` is afloat; true for a fleet without ships.
    pub fn has_lost(&self, side: Side) -> bool {
        self.afloat[side] == 0
    }

    /// The board of `side`. Its ships are numbered in order of placement.
    pub fn board(&self, side: Side) -> &Board {
        &self.fleets[side]
    }

    /// The name of a ship of `side`.
    pub fn name(&self, side: Side, ship: ShipId) -> &str {
        &self.names[side][ship.index()].0
    }

    /// The ships of `side`, in order of placement.
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = Berth<'_>> {
        let hulls = self.fleets[side].ships().map(|(_, ship)| *ship.hull());
        let named = self.names[side].iter().zip(hulls);
        named.map(|((name, line), hull)| Berth { name, hull, line: *line })
    }

    /// All steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}
