//! The grid of the game arsenal: ten by ten cells, areas of 2x2 cells, rows and columns. Also the
//! classes of ships.

use crate::ai::{Chart, Waters};
use broadside_core::board::{Axis, Coord, Dims, names};

/// The number of rows, and the number of columns.
pub const SIZE: u32 = 10;

pub(super) const DIMS: Dims = Dims::new(SIZE as i64, SIZE as i64).expect("positive");

/// Unwraps a value that is never `None`, because the grid has ten by ten cells.
pub(super) fn on_the_grid<T>(value: Option<T>) -> T {
    value.expect("a grid of ten by ten")
}

/// Returns the geometry of the grid.
pub fn waters() -> Waters<u128> {
    on_the_grid(Waters::new(DIMS))
}

pub(super) fn chart() -> Chart {
    Chart::new(waters(), &Class::LENGTHS).expect("the fleet has room")
}

/// A cell of the grid, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u32);

impl Cell {
    /// Returns the cell in `row` and `col`, both counted from 0; `None` outside the grid.
    pub fn new(row: u32, col: u32) -> Option<Self> {
        (row < SIZE && col < SIZE).then(|| Self(row * SIZE + col))
    }

    pub(super) fn at(at: Coord) -> Option<Self> {
        Self::new(u32::try_from(at.row).ok()?, u32::try_from(at.col).ok()?)
    }

    /// Returns the cell with this number; `None` outside the grid.
    #[doc(hidden)]
    pub fn from_index(index: u32) -> Option<Self> {
        (index < SIZE * SIZE).then_some(Self(index))
    }

    /// Returns the number of the cell.
    #[doc(hidden)]
    pub const fn index(self) -> u32 {
        self.0
    }

    /// Returns the row, counted from 0.
    pub const fn row(self) -> u32 {
        self.0 / SIZE
    }

    /// Returns the column, counted from 0.
    pub const fn col(self) -> u32 {
        self.0 % SIZE
    }

    /// Returns the cell as a set.
    #[doc(hidden)]
    pub const fn set(self) -> u128 {
        1 << self.0
    }

    pub(super) fn coord(self) -> Coord {
        Coord::new(self.row().into(), self.col().into())
    }
}

/// A square of 2x2 cells. Players name it by its top left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area(Cell);

impl Area {
    /// Returns the square with `corner` at its top left; `None` if the square leaves the grid.
    pub const fn new(corner: Cell) -> Option<Self> {
        if corner.row() + 1 < SIZE && corner.col() + 1 < SIZE { Some(Self(corner)) } else { None }
    }

    /// Returns all squares, row by row.
    #[doc(hidden)]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE * SIZE).filter_map(|index| Self::new(Cell(index)))
    }

    /// Returns the top left cell.
    #[doc(hidden)]
    pub const fn corner(self) -> Cell {
        self.0
    }

    /// Returns the cells as a set.
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
    /// Returns the row or the column with this index, counted from 0; `None` outside the grid.
    pub fn new(axis: Axis, index: u32) -> Option<Self> {
        (index < SIZE).then_some(Self { axis, index })
    }

    /// Returns all columns, then all rows.
    #[doc(hidden)]
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = |axis| (0..SIZE).map(move |index| Self { axis, index });
        lines(Axis::Column).chain(lines(Axis::Row))
    }

    /// Returns the axis, which says whether the line is a row or a column.
    pub const fn axis(self) -> Axis {
        self.axis
    }

    /// Returns the index of the row or the column, counted from 0.
    #[doc(hidden)]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Returns the cells as a set.
    #[doc(hidden)]
    pub fn set(self) -> u128 {
        match self.axis {
            Axis::Column => (0..SIZE).fold(0, |set, row| set | 1 << (row * SIZE + self.index)),
            Axis::Row => ((1 << SIZE) - 1) << (self.index * SIZE),
        }
    }
}

/// A class of ships. Each side has one ship of each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Five cells.
    Carrier,
    /// Four cells.
    Battleship,
    /// Three cells.
    Destroyer,
    /// Two cells.
    Submarine,
}

impl Class {
    /// All classes in fleet order, from the longest to the shortest.
    pub const ALL: [Self; 4] = [Self::Carrier, Self::Battleship, Self::Destroyer, Self::Submarine];

    /// The lengths of the classes in fleet order.
    pub const LENGTHS: [u32; 4] = [5, 4, 3, 2];

    /// Returns the number of cells of a ship of this class.
    pub const fn length(self) -> u32 {
        Self::LENGTHS[self as usize]
    }
}

names! {
    Class:
    Carrier "Carrier", Battleship "Battleship", Destroyer "Destroyer", Submarine "Submarine"
}
