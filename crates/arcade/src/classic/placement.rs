//! Places the player's ships (spec classic §2). Finds places for the machine's ships (§3), with the
//! same random numbers as the original program.

use super::error::Error;
use crate::grids::Grids;
use broadside_core::board::{Axis, Board, Coord, Dims, Hull, Rect, Side};
use broadside_core::dice::Dice;
use std::collections::{HashMap, HashSet};

/// Draws a number below `n`, which must be at least 1.
fn draw(dice: &mut dyn Dice, n: i64) -> i64 {
    let bound = u64::try_from(n).expect("something to choose from");
    i64::try_from(dice.below(bound)).expect("a number below `n`")
}

/// Finds free places on a board that only gains ships, so a taken place stays taken.
#[derive(Debug, Default)]
pub(super) struct Placer {
    /// For each length, the search so far. All places before the current place of the search are
    /// taken.
    searched: HashMap<u32, Search>,
}

impl Placer {
    /// Returns a random free place. If no place is free, returns `None` and draws no number.
    pub(super) fn berth(
        &mut self,
        board: &Board,
        length: u32,
        dice: &mut dyn Dice,
    ) -> Option<Hull> {
        let search = self.searched.entry(length).or_insert(Search::START);
        if !search.finds_room(board, length) {
            return None;
        }
        loop {
            let axis = match dice.below(2) {
                0 => Axis::Column,
                _ => Axis::Row,
            };
            let hull = drawn(axis, board.dims(), length, dice);
            if let Some(hull) = hull.filter(|hull| !board.overlaps(hull, None)) {
                return Some(hull);
            }
        }
    }
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

/// A search for a free place for ships of one length: first along columns, then along rows.
#[derive(Clone, Copy, Debug)]
struct Search {
    axis: Axis,
    /// The number of the current column or row.
    line: i64,
    /// The position in this line where the current place begins.
    start: i64,
}

impl Search {
    const START: Self = Self { axis: Axis::Column, line: 0, start: 0 };

    /// Returns whether there is a free place. Every place that covers a taken cell is taken, so the
    /// search goes on after the last taken cell of the current place.
    fn finds_room(&mut self, board: &Board, length: u32) -> bool {
        while let Some(hull) = self.place(board.dims(), length) {
            let taken = (0..length).rev().find(|k| board.ship_at(hull.field(*k)).is_some());
            match taken {
                None => return true,
                Some(segment) => self.start += i64::from(segment) + 1,
            }
        }
        false
    }

    /// Returns the current place. Goes on to the next line first if the rest of the line is too
    /// short for a ship. Returns `None` after the last line.
    fn place(&mut self, dims: Dims, length: u32) -> Option<Hull> {
        loop {
            let (lines, cells, first) = match self.axis {
                Axis::Column => (dims.cols(), dims.rows(), Coord::new(self.start, self.line)),
                Axis::Row => (dims.rows(), dims.cols(), Coord::new(self.line, self.start)),
            };
            let fits_line = self.line < lines && i64::from(length) <= cells;
            if fits_line && self.start <= cells - i64::from(length) {
                return Hull::new(first, self.axis.heading(), length);
            }
            *self = match self.axis {
                _ if fits_line => Self { line: self.line + 1, start: 0, ..*self },
                Axis::Column => Self { axis: Axis::Row, ..Self::START },
                Axis::Row => return None,
            };
        }
    }
}

/// The symbols that no ship may have. The boards use `X`, `O` and `*` as signs of their own.
const RESERVED: [&str; 5] = ["x", "X", "o", "O", "*"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) symbol: String,
    /// Both ends, in any order. An index outside 64 bits becomes an index that is off every board.
    pub(super) ends: [Coord; 2],
}

/// Places the ships of the player. The checks have the order of spec classic §2.
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
            return Err(Error::Taken(
                taken.expect("a ship on the board is refused only if a cell is taken"),
            ));
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

    fn has_room(board: &Board, length: u32) -> bool {
        let free = |axis: Axis, at| {
            let hull = Hull::new(at, axis.heading(), length).filter(|hull| board.holds(hull));
            hull.is_some_and(|hull| !board.overlaps(&hull, None))
        };
        let mut fields = board.dims().rect().fields();
        fields.any(|at| Axis::ALL.iter().any(|axis| free(*axis, at)))
    }

    #[test]
    fn the_search_finds_room_if_there_is_any() {
        let mut dice = Twister::from_cpp_seed(3);
        for _ in 0..200 {
            let dims = Dims::new(1 + draw(&mut dice, 6), 1 + draw(&mut dice, 6)).unwrap();
            let mut board = Board::new(dims);
            let mut placer = Placer::default();
            for _ in 0..40 {
                let length = u32::try_from(1 + draw(&mut dice, 4)).unwrap();
                let room = has_room(&board, length);
                let berth = placer.berth(&board, length, &mut dice);
                assert_eq!(berth.is_some(), room, "{length} on {board:?}");
                if let Some(hull) = berth {
                    board.place(hull).unwrap();
                }
            }
        }
    }
}
