//! All fleets that fit on a small board, and how they change when the board is turned.

use std::collections::BTreeMap;

/// A set of cells, one bit each. The cells are numbered row by row.
pub(super) type Cells = u32;

/// A fleet: the cells of each ship, in the order of the ships' lengths.
type Fleet = Vec<Cells>;

/// A board with all fleets of ships of given lengths. Ships may touch, but not overlap.
#[derive(Debug)]
pub(super) struct Waters {
    pub(super) cells: usize,
    pub(super) lengths: Vec<usize>,
    pub(super) fleets: Vec<Fleet>,
    pub(super) turns: Vec<Turn>,
}

/// A way to turn or mirror the board onto itself.
#[derive(Debug)]
pub(super) struct Turn {
    /// The new place of each cell.
    cells: Vec<usize>,
    /// The new number of each fleet.
    pub(super) fleets: Vec<usize>,
}

impl Turn {
    pub(super) fn image(&self, cells: Cells) -> Cells {
        each(cells).map(|cell| 1 << self.cells[cell]).sum()
    }
}

pub(super) fn each(cells: Cells) -> impl Iterator<Item = usize> {
    (0..32).filter(move |cell| cells >> cell & 1 == 1)
}

impl Waters {
    pub(super) fn new(rows: usize, columns: usize, lengths: &[usize]) -> Self {
        let fleets = fleets(rows, columns, lengths);
        let numbers: BTreeMap<_, _> = fleets.iter().zip(0..).collect();
        let turned = |cells: Vec<usize>| {
            let turn = Turn { cells, fleets: Vec::new() };
            let image = |fleet: &Fleet| {
                let ships = fleet.iter().map(|ship| turn.image(*ship)).collect();
                numbers[&sorted(ships, lengths)]
            };
            let fleets = fleets.iter().map(image).collect();
            Turn { fleets, ..turn }
        };
        let turns = turns(rows, columns).map(turned).collect();
        Self { cells: rows * columns, lengths: lengths.to_vec(), turns, fleets }
    }
}

/// Sorts the ships of each length by their cells, because ships of one length are alike.
fn sorted(mut ships: Fleet, lengths: &[usize]) -> Fleet {
    let mut start = 0;
    for group in lengths.chunk_by(|one, next| one == next) {
        ships[start..start + group.len()].sort_unstable();
        start += group.len();
    }
    ships
}

fn fleets(rows: usize, columns: usize, lengths: &[usize]) -> Vec<Fleet> {
    let mut fleets = vec![Fleet::new()];
    for length in lengths {
        let places = places(rows, columns, *length);
        let with = |fleet: &Fleet| {
            let used: Cells = fleet.iter().sum();
            let free = places.iter().filter(move |place| *place & used == 0);
            let grown = free.map(|place| [fleet.as_slice(), &[*place]].concat());
            grown.collect::<Vec<_>>()
        };
        fleets = fleets.iter().flat_map(with).collect();
    }
    let is_sorted = |fleet: &Fleet| sorted(fleet.clone(), lengths) == *fleet;
    fleets.retain(is_sorted);
    fleets
}

/// Lists all places of a ship of at least two cells.
fn places(rows: usize, columns: usize, length: usize) -> Vec<Cells> {
    let run = |start: usize, step: usize| (0..length).map(|part| 1 << (start + part * step)).sum();
    let starts = (0..rows * columns).map(|cell| (cell, cell / columns, cell % columns));
    let across = starts.clone().filter(|(_, _, column)| column + length <= columns);
    let down = starts.filter(|(_, row, _)| row + length <= rows);
    let across = across.map(|(cell, ..)| run(cell, 1));
    across.chain(down.map(|(cell, ..)| run(cell, columns))).collect()
}

/// Lists all ways to turn and mirror the board. Each way has the new place of every cell. A square
/// has eight ways, and other boards have four.
fn turns(rows: usize, columns: usize) -> impl Iterator<Item = Vec<usize>> {
    let ways = if rows == columns { 8 } else { 4 };
    (0..ways).map(move |way| {
        let image = |cell: usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if way & 1 != 0 {
                row = rows - 1 - row;
            }
            if way & 2 != 0 {
                column = columns - 1 - column;
            }
            if way & 4 != 0 {
                (row, column) = (column, row);
            }
            row * columns + column
        };
        (0..rows * columns).map(image).collect()
    })
}
