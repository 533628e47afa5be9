//! The grid of this game: ten by ten cells, areas of 2x2, rows and columns.

use super::class::Class;
use crate::ai::{Bits, Chart, Waters};
use broadside_core::board::{Axis, Coord, Dims};

/// The number of rows, and of columns.
pub const SIZE: u32 = 10;

/// The size of the grid.
pub(super) fn dims() -> Dims {
    of_the_grid(Dims::new(SIZE.into(), SIZE.into()))
}

/// Unwraps a value that exists because the grid has ten by ten cells.
pub(super) fn of_the_grid<T>(fact: Option<T>) -> T {
    fact.expect("a grid of ten by ten")
}

/// The geometry of the grid, as sets of cells.
pub fn waters() -> Waters<u128> {
    of_the_grid(Waters::new(dims()))
}

/// An empty chart of the grid.
pub(super) fn chart() -> Chart {
    Chart::new(waters(), &Class::LENGTHS).expect("the fleet has room")
}

/// A cell of the grid, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u32);

impl Cell {
    /// The cell in `row` and `col`, both counted from 0; `None` outside the grid.
    pub fn new(row: u32, col: u32) -> Option<Self> {
        (row < SIZE && col < SIZE).then(|| Self(row * SIZE + col))
    }

    /// The cell at a place; `None` outside the grid.
    pub(super) fn at(at: Coord) -> Option<Self> {
        Self::new(u32::try_from(at.row).ok()?, u32::try_from(at.col).ok()?)
    }

    /// The cell with this number; `None` outside the grid.
    #[doc(hidden)]
    pub fn from_index(index: u32) -> Option<Self> {
        (index < SIZE * SIZE).then_some(Self(index))
    }

    /// The number of the cell, row by row.
    #[doc(hidden)]
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The row, counted from 0.
    pub const fn row(self) -> u32 {
        self.0 / SIZE
    }

    /// The column, counted from 0.
    pub const fn col(self) -> u32 {
        self.0 % SIZE
    }

    /// The cell as a set.
    #[doc(hidden)]
    pub const fn set(self) -> u128 {
        1 << self.0
    }

    /// The coordinates of the cell.
    pub(super) fn coord(self) -> Coord {
        Coord::new(self.row().into(), self.col().into())
    }
}

/// The cells of a set within the grid, ascending.
pub(super) fn of(set: u128) -> impl Iterator<Item = Cell> {
    set.cells().map(Cell)
}

/// A square of 2x2 cells, named by its top left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area(Cell);

impl Area {
    /// The square with `corner` at its top left; `None` when it leaves the grid.
    pub const fn new(corner: Cell) -> Option<Self> {
        if corner.row() + 1 < SIZE && corner.col() + 1 < SIZE { Some(Self(corner)) } else { None }
    }

    /// All squares, row by row.
    #[doc(hidden)]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE * SIZE).filter_map(|index| Self::new(Cell(index)))
    }

    /// The top left cell.
    #[doc(hidden)]
    pub const fn corner(self) -> Cell {
        self.0
    }

    /// The cells as a set.
    #[doc(hidden)]
    pub const fn set(self) -> u128 {
        (0b11 | 0b11 << SIZE) << self.0.index()
    }
}

/// A column or a row of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    axis: Axis,
    index: u32,
}

impl Line {
    /// The row or column of this index, counted from 0; `None` outside the grid.
    pub fn new(axis: Axis, index: u32) -> Option<Self> {
        (index < SIZE).then_some(Self { axis, index })
    }

    /// All columns, then all rows.
    #[doc(hidden)]
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = |axis| (0..SIZE).map(move |index| Self { axis, index });
        lines(Axis::Column).chain(lines(Axis::Row))
    }

    /// The axis: whether the line is a row or a column.
    pub const fn axis(self) -> Axis {
        self.axis
    }

    /// The index, counted from 0.
    #[doc(hidden)]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The cells as a set.
    #[doc(hidden)]
    pub fn set(self) -> u128 {
        match self.axis {
            Axis::Column => (0..SIZE).fold(0, |set, row| set | 1 << (row * SIZE + self.index)),
            Axis::Row => ((1 << SIZE) - 1) << (self.index * SIZE),
        }
    }
}
