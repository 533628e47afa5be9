//! What a side sees, as planes. A plane is an array with one number for each field of the board.

use broadside::board::{Board, Coord, Dims, Ship};
use broadside::rules::ships::fair::{Briefing, Note};
use broadside::rules::ships::{Class, Game, Known, Section, ShipName};
use numpy::{PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The indices of the planes, in the order of `broadside.PLANES`.
const KNOWN: usize = 0;
const REEF: usize = 1;
const OWN: usize = 2;
const OWN_CLASS: usize = 3;
const ENEMY: usize = 4;
const HIT: usize = 5;
const MISS: usize = 6;
pub(crate) const PLANES: usize = 7;

/// The largest board that is converted to arrays, in fields.
const MOST_FIELDS: u128 = 1 << 24;

/// The planes of a view, with one byte for each field of the board.
pub(crate) struct Planes {
    rows: usize,
    cols: usize,
    bytes: Vec<i8>,
}

impl Planes {
    fn empty(dims: Dims) -> PyResult<Self> {
        if dims.area() > MOST_FIELDS {
            return Err(PyValueError::new_err(format!(
                "expected a board of at most {MOST_FIELDS} fields, found {} x {}",
                dims.rows(),
                dims.cols()
            )));
        }
        let [rows, cols] = [dims.rows(), dims.cols()].map(index);
        Ok(Self { rows, cols, bytes: vec![0; PLANES * rows * cols] })
    }

    /// Sets the value of a field; a field off the board is ignored.
    fn set(&mut self, plane: usize, at: Coord, value: i8) {
        let (Ok(row), Ok(col)) = (usize::try_from(at.row), usize::try_from(at.col)) else { return };
        if row < self.rows && col < self.cols {
            self.bytes[(plane * self.rows + row) * self.cols + col] = value;
        }
    }

    fn known(&mut self, known: &Known) {
        for run in known.runs() {
            for col in run.first..=run.last {
                self.set(KNOWN, Coord::new(run.row, col), 1);
            }
        }
    }

    fn reefs(&mut self, board: &Board) {
        board.reefs().laid().iter().for_each(|at| self.set(REEF, *at, 1));
    }

    fn own(&mut self, class: Class, ship: &Ship) {
        let length = i8::try_from(class.length()).unwrap_or(i8::MAX);
        for segment in 0..ship.hull().length() {
            let at = ship.hull().field(segment);
            self.set(OWN, at, code(Section::of(ship, segment)));
            // A class is written as its length.
            self.set(OWN_CLASS, at, length);
        }
    }

    /// Writes for each field the turn of its last hit and last miss, counted back: 1 is this turn.
    fn notes(&mut self, briefing: &Briefing) {
        let turns: Vec<_> = Note::turns(briefing.notes()).collect();
        for (ago, notes) in turns.iter().rev().enumerate().rev() {
            let when = i8::try_from(ago + 1).unwrap_or(i8::MAX);
            for note in *notes {
                match note {
                    Note::Hit(at) => self.set(HIT, *at, when),
                    Note::Miss(at) => self.set(MISS, *at, when),
                    _ => {}
                }
            }
        }
    }

    /// Returns the planes of what a side knows: the content of its briefing.
    pub(crate) fn of_briefing(briefing: &Briefing) -> PyResult<Self> {
        let mut planes = Self::empty(briefing.dims())?;
        planes.known(briefing.known());
        planes.reefs(briefing.sea());
        let own: &BTreeMap<ShipName, Ship> = briefing.own();
        for (name, ship) in own {
            planes.own(name.class, ship);
        }
        for (at, section) in briefing.seen() {
            planes.set(ENEMY, *at, code(*section));
        }
        planes.notes(briefing);
        Ok(planes)
    }

    /// Returns the planes of what a side sees of a game (spec ships §6).
    pub(crate) fn of_game(game: &Game, side: broadside::board::Side) -> PyResult<Self> {
        let mut planes = Self::empty(game.board().dims())?;
        let known = game.known(side);
        planes.known(&known);
        planes.reefs(game.board());
        for (id, ship) in game.board().ships() {
            let (owner, name) = game.name(id);
            if owner == side {
                planes.own(name.class, ship);
                continue;
            }
            for segment in 0..ship.hull().length() {
                let at = ship.hull().field(segment);
                if known.holds(at) && !game.board().reef_at(at) {
                    planes.set(ENEMY, at, code(Section::of(ship, segment)));
                }
            }
        }
        Ok(planes)
    }

    /// Returns the planes as an array of plane, row, column.
    pub(crate) fn array(self, py: Python<'_>) -> PyResult<Bound<'_, PyArray3<i8>>> {
        PyArray1::from_vec(py, self.bytes).reshape([PLANES, self.rows, self.cols])
    }
}

/// Converts a length, which is not negative.
fn index(length: i64) -> usize {
    usize::try_from(length).unwrap_or_default()
}

/// Returns the number of a section in the planes. In the planes, 0 means that there is no section.
const fn code(section: Section) -> i8 {
    match section {
        Section::Destroyed => 1,
        Section::Hull => 2,
        Section::Radar => 3,
        Section::Cannon => 4,
        Section::Engine => 5,
    }
}
