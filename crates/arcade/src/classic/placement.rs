//! How the machine lays out its fleet, spec classic §3: draw by draw as the original does.

use broadside_core::board::{Axis, Board, Coord, Dims, Hull};
use broadside_core::dice::Dice;
use std::collections::HashMap;

/// A number from 0 to `n - 1`; `n` is at least 1.
fn draw(dice: &mut dyn Dice, n: i64) -> i64 {
    let bound = u64::try_from(n).expect("something to choose from");
    i64::try_from(dice.below(bound)).expect("below a signed number")
}

/// Looks for places on a board that only ever fills.
#[derive(Debug, Default)]
pub(super) struct Placer {
    /// For each length how far the search for a free place has come: before it there is none.
    searched: HashMap<u32, Search>,
}

impl Placer {
    /// A place for a ship of `length`, drawn until one is free; `None`, and nothing is drawn, when
    /// no place is free.
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

/// A place in the drawn direction, row first; `None`, and nothing is drawn, when the ship is longer
/// than the board in that direction.
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

/// A walk over all places of one length, column by column downwards and then row by row to the right.
#[derive(Clone, Copy, Debug)]
struct Search {
    axis: Axis,
    /// The column or row that is looked at.
    line: i64,
    /// Where in it the next place begins.
    start: i64,
}

impl Search {
    const START: Self = Self { axis: Axis::Column, line: 0, start: 0 };

    /// Goes on to the next free place and stays there; `false` at the end. A taken cell rules out all
    /// places up to it, so that no cell is passed twice.
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

    /// The place that is looked at, or the next one behind the end of a line.
    fn place(&mut self, dims: Dims, length: u32) -> Option<Hull> {
        loop {
            let (lines, cells) = match self.axis {
                Axis::Column => (dims.cols(), dims.rows()),
                Axis::Row => (dims.rows(), dims.cols()),
            };
            let fits = i64::from(length) <= cells;
            if fits && self.line < lines && self.start <= cells - i64::from(length) {
                return Hull::new(self.first(), self.axis.heading(), length);
            }
            *self = match self.axis {
                _ if fits && self.line < lines => Self { line: self.line + 1, start: 0, ..*self },
                Axis::Column => Self { axis: Axis::Row, ..Self::START },
                Axis::Row => return None,
            };
        }
    }

    const fn first(&self) -> Coord {
        match self.axis {
            Axis::Column => Coord::new(self.start, self.line),
            Axis::Row => Coord::new(self.line, self.start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::dice::Twister;

    /// Whether any place is free, asked of each.
    fn has_room(board: &Board, length: u32) -> bool {
        let free = |axis: Axis, at| {
            let hull = Hull::new(at, axis.heading(), length).filter(|hull| board.holds(hull));
            hull.is_some_and(|hull| !board.overlaps(&hull, None))
        };
        let mut fields = board.dims().rect().fields();
        fields.any(|at| Axis::ALL.iter().any(|axis| free(*axis, at)))
    }

    #[test]
    fn the_search_knows_whether_there_is_room_while_the_board_fills() {
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
