//! Finds places for the machine's ships (spec classic §3). Draws the same random numbers as the
//! original program.

use super::error::Error;
use crate::grids::Grids;
use broadside_core::board::{Axis, Board, Coord, Dims, Hull, Rect, Side};
use broadside_core::dice::Dice;
use std::collections::HashSet;

/// `n` must be at least 1.
fn draw(dice: &mut dyn Dice, n: i64) -> i64 {
    let bound = u64::try_from(n).expect("something to choose from");
    i64::try_from(dice.below(bound)).expect("below a signed number")
}

/// Returns a random free place; `None` if no place is free.
pub(super) fn berth(board: &Board, length: u32, dice: &mut dyn Dice) -> Option<Hull> {
    loop {
        for _ in 0..board.dims().area() {
            let axis = match dice.below(2) {
                0 => Axis::Column,
                _ => Axis::Row,
            };
            let hull = drawn(axis, board.dims(), length, dice);
            if let Some(hull) = hull.filter(|hull| !board.overlaps(hull, None)) {
                return Some(hull);
            }
        }
        // So many draws in vain: perhaps there is no room.
        if !has_room(board, length) {
            return None;
        }
    }
}

fn has_room(board: &Board, length: u32) -> bool {
    let is_free = |axis: Axis, at| {
        let hull = Hull::new(at, axis.heading(), length).filter(|hull| board.holds(hull));
        hull.is_some_and(|hull| !board.overlaps(&hull, None))
    };
    let mut fields = board.dims().rect().fields();
    fields.any(|at| Axis::ALL.iter().any(|axis| is_free(*axis, at)))
}

/// Draws a place, the row first. Draws nothing if the ship does not fit along `axis`.
fn drawn(axis: Axis, dims: Dims, length: u32, dice: &mut dyn Dice) -> Option<Hull> {
    let reach = i64::from(length) - 1;
    let (rows, cols) = match axis {
        Axis::Column => (dims.rows() - reach, dims.cols()),
        Axis::Row => (dims.rows(), dims.cols() - reach),
    };
    if rows < 1 || cols < 1 {
        return None;
    }
    let row = draw(dice, rows);
    let col = draw(dice, cols);
    Hull::new(Coord::new(row, col), axis.heading(), length)
}

/// The symbols that no ship may have. The boards use `X`, `O` and `*` as signs of their own.
const RESERVED: [&str; 5] = ["x", "X", "o", "O", "*"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) symbol: String,
    /// Both ends, in any order. An index outside 64 bits becomes an index that is off every board.
    pub(super) ends: [Coord; 2],
}

/// The checks have the order of spec classic §2.
pub(super) fn place(game: &mut Grids, entries: &[Entry]) -> Result<(), Error> {
    let mut symbols = HashSet::from(RESERVED);
    for Entry { symbol, ends: [a, b] } in entries {
        if !symbols.insert(symbol) {
            return Err(Error::SymbolInUse(symbol.clone()));
        }
        if !(game.dims().holds(*a) && game.dims().holds(*b)) {
            return Err(Error::OutsideBoard(symbol.clone()));
        }
        let hull = between(*a, *b).ok_or(Error::Diagonal)?;
        if game.place(Side::First, symbol, hull).is_err() {
            let is_taken = |at: &Coord| game.board(Side::First).ship_at(*at).is_some();
            let taken = hull.fields().find(is_taken);
            return Err(Error::Taken(taken.expect("both ends are on the board")));
        }
    }
    Ok(())
}

fn between(a: Coord, b: Coord) -> Option<Hull> {
    let Rect { top, left, bottom, right } = Rect::spanning(a, b);
    let (axis, reach) = match (bottom - top, right - left) {
        (0, cols) => (Axis::Row, cols),
        (rows, 0) => (Axis::Column, rows),
        _ => return None,
    };
    Hull::new(Coord::new(top, left), axis.heading(), u32::try_from(reach + 1).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::dice::Twister;

    #[test]
    fn ships_are_placed_as_long_as_there_is_room() {
        let mut dice = Twister::from_cpp_seed(3);
        for (rows, cols, length, most) in
            [(3, 4, 1, 12..=12), (1, 9, 3, 2..=3), (5, 2, 4, 1..=2), (2, 2, 3, 0..=0)]
        {
            let mut board = Board::new(Dims::new(rows, cols).unwrap());
            let mut placed = 0;
            while let Some(hull) = berth(&board, length, &mut dice) {
                board.place(hull).unwrap();
                placed += 1;
            }
            assert!(most.contains(&placed), "{placed} of {length} on {board:?}");
        }
    }
}
