//! A fleet of ships with symbols, and the law of the ship file. No text, no chance.

use super::error::Error;
use super::input::Entry;
use crate::board::{Board, Coord, Dims, Heading, Hull, Impact, Rect};
use std::collections::{BTreeMap, HashSet};

/// The symbols that the boards need for themselves.
const RESERVED: [&str; 5] = ["x", "X", "o", "O", "*"];

/// One side's ships, and what the other side has fired at them.
#[derive(Clone, Debug)]
pub(super) struct Fleet {
    board: Board,
    /// The symbol of each ship, by its number.
    symbols: Vec<String>,
    shots: BTreeMap<Coord, Impact>,
    /// Ships that are not sunk.
    afloat: usize,
}

/// Which way a ship lies from its first cell, the upper or left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Downwards.
    Vertical,
    /// To the right.
    Horizontal,
}

impl Direction {
    /// The hull that begins at `first`; `None` where it has no cell or the numbers end.
    pub(super) fn hull(self, first: Coord, length: u32) -> Option<Hull> {
        let heading = match self {
            Self::Vertical => Heading::North,
            Self::Horizontal => Heading::West,
        };
        Hull::new(first, heading, length)
    }
}

impl Fleet {
    /// No ships on a board of this size.
    pub(super) fn new(dims: Dims) -> Self {
        let (symbols, shots) = Default::default();
        Self { board: Board::new(dims), symbols, shots, afloat: 0 }
    }

    /// The fleet of a ship file. Each ship is checked in turn, in the order of spec §2.
    pub(super) fn from_entries(dims: Dims, entries: &[Entry]) -> Result<Self, Error> {
        let mut fleet = Self::new(dims);
        let mut used: HashSet<_> = RESERVED.into();
        for Entry { symbol, ends: [a, b] } in entries {
            if !used.insert(symbol) {
                return Err(Error::SymbolInUse(symbol.clone()));
            }
            if !(dims.holds(*a) && dims.holds(*b)) {
                return Err(Error::OutsideBoard(symbol.clone()));
            }
            let hull = between(*a, *b).ok_or(Error::Diagonal)?;
            if let Some(at) = hull.fields().find(|at| fleet.board.ship_at(*at).is_some()) {
                return Err(Error::Taken(at));
            }
            fleet.place(symbol, hull);
        }
        Ok(fleet)
    }

    /// Adds a ship on free cells of the board.
    pub(super) fn place(&mut self, symbol: &str, hull: Hull) {
        self.board.place(hull);
        self.symbols.push(symbol.to_owned());
        self.afloat += 1;
    }

    /// The ships and where they lie.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Symbol and hull of each ship, in order of placement.
    pub(super) fn ships(&self) -> impl Iterator<Item = (&str, &Hull)> {
        let hulls = self.board.ships().map(|(_, ship)| ship.hull());
        self.symbols.iter().map(String::as_str).zip(hulls)
    }

    /// The shots fired at this fleet, row by row.
    pub(super) const fn shots(&self) -> &BTreeMap<Coord, Impact> {
        &self.shots
    }

    /// Whether `at` is a cell of the board that was not fired at.
    pub(super) fn is_open(&self, at: Coord) -> bool {
        self.board.dims().holds(at) && !self.shots.contains_key(&at)
    }

    /// Fires at an open cell.
    pub(super) fn fire(&mut self, at: Coord) -> Impact {
        let impact = self.board.strike(at);
        self.shots.insert(at, impact);
        if let Impact::Sunk { .. } = impact {
            self.afloat -= 1;
        }
        impact
    }

    /// The symbol of the ship that a shot has sunk.
    pub(super) fn sunk(&self, impact: Impact) -> Option<&str> {
        match impact {
            Impact::Sunk { ship, .. } => Some(&self.symbols[ship.index()]),
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
    let (direction, reach) = match (bottom - top, right - left) {
        (0, cols) => (Direction::Horizontal, cols),
        (rows, 0) => (Direction::Vertical, rows),
        _ => return None,
    };
    direction.hull(Coord::new(top, left), u32::try_from(reach + 1).ok()?)
}
