//! A fleet of ships with symbols, and the law of the ship file. No text, no chance.

use super::error::Error;
use broadside_core::board::{Axis, Board, Coord, Dims, Hull, Impact, Rect, ShipId};
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// The symbols that the boards need for themselves.
const RESERVED: [&str; 5] = ["x", "X", "o", "O", "*"];

/// One side's ships, and what the other side has fired at them.
#[derive(Clone, Debug)]
pub(super) struct Fleet {
    board: Board,
    /// The ships by symbol, in order of placement: both are asked for.
    ships: IndexMap<String, ShipId>,
    shots: BTreeMap<Coord, Impact>,
    /// Ships that are not sunk.
    afloat: usize,
}

/// A line of the ship file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) symbol: String,
    /// Both ends, in any order. An index too large for 64 bits is the largest or smallest there is,
    /// which is off every board as well.
    pub(super) ends: [Coord; 2],
}

impl Fleet {
    /// No ships on a board of this size.
    pub(super) fn new(dims: Dims) -> Self {
        let (ships, shots) = Default::default();
        Self { board: Board::new(dims), ships, shots, afloat: 0 }
    }

    /// The fleet of a ship file. Each ship is checked in turn, in the order of spec classic §2.
    pub(super) fn from_entries(dims: Dims, entries: &[Entry]) -> Result<Self, Error> {
        let mut fleet = Self::new(dims);
        for Entry { symbol, ends: [a, b] } in entries {
            fleet.check_symbol(symbol)?;
            if !(dims.holds(*a) && dims.holds(*b)) {
                return Err(Error::OutsideBoard(symbol.clone()));
            }
            let hull = between(*a, *b).ok_or(Error::Diagonal)?;
            fleet.place(symbol, hull)?;
        }
        Ok(fleet)
    }

    fn check_symbol(&self, symbol: &str) -> Result<(), Error> {
        if RESERVED.contains(&symbol) || self.ships.contains_key(symbol) {
            return Err(Error::SymbolInUse(symbol.to_owned()));
        }
        Ok(())
    }

    /// Adds a ship of a new symbol, on free cells of the board.
    pub(super) fn place(&mut self, symbol: &str, hull: Hull) -> Result<(), Error> {
        self.check_symbol(symbol)?;
        let id = self.board.place(hull).map_err(|_| {
            let taken = hull.fields().find(|at| self.board.ship_at(*at).is_some());
            taken.map_or_else(|| Error::OutsideBoard(symbol.to_owned()), Error::Taken)
        })?;
        self.ships.insert(symbol.to_owned(), id);
        self.afloat += 1;
        Ok(())
    }

    /// The ships and where they lie.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Symbol and hull of each ship, in order of placement.
    pub(super) fn ships(&self) -> impl Iterator<Item = (&str, &Hull)> {
        self.ships.iter().map(|(symbol, id)| (symbol.as_str(), self.board.ship(*id).hull()))
    }

    /// The shots fired at this fleet, row by row.
    pub(super) const fn shots(&self) -> &BTreeMap<Coord, Impact> {
        &self.shots
    }

    /// Fires at a cell; `None`, and nothing happens, off the board and where that was done before.
    pub(super) fn fire(&mut self, at: Coord) -> Option<Impact> {
        if !self.board.dims().holds(at) || self.shots.contains_key(&at) {
            return None;
        }
        let impact = self.board.strike(at);
        self.shots.insert(at, impact);
        if let Impact::Sunk { .. } = impact {
            self.afloat -= 1;
        }
        Some(impact)
    }

    /// The symbol of the ship that a shot has sunk.
    pub(super) fn sunk(&self, impact: Impact) -> Option<&str> {
        match impact {
            Impact::Sunk { ship, .. } => {
                self.ships.get_index(ship.index()).map(|(s, _)| s.as_str())
            }
            Impact::Water | Impact::Hit { .. } | Impact::Again { .. } => None,
        }
    }

    /// Whether no cell of a ship is unhit; so it is for a fleet of no ships.
    pub(super) const fn is_lost(&self) -> bool {
        self.afloat == 0
    }
}

/// The hull between two cells of a board; `None` unless they share a row or a column.
fn between(a: Coord, b: Coord) -> Option<Hull> {
    let Rect { top, left, bottom, right } = Rect::spanning(a, b);
    let (axis, reach) = match (bottom - top, right - left) {
        (0, cols) => (Axis::Row, cols),
        (rows, 0) => (Axis::Column, rows),
        _ => return None,
    };
    Hull::new(Coord::new(top, left), axis.heading(), u32::try_from(reach + 1).ok()?)
}
