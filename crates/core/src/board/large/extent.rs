//! The last row and the last column that ships reach.

use crate::board::{Coord, Hull, Ship};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The largest row and the largest column of the ships of a board.
///
/// At first only these two numbers are known. They stay valid until a ship that reaches one of them is removed. Then
/// the next call of [`find`](Self::find) counts all ships by their last rows and columns. From then on, each change
/// updates these counts.
#[derive(Clone, Debug)]
pub(in crate::board) struct Extent {
    /// The two numbers; `None` if a ship that reached one of them was removed since the last call of `find`.
    known: Option<Coord>,
    is_counted: bool,
    rows: Counts,
    cols: Counts,
}

/// How many ships have each last row, or each last column.
type Counts = BTreeMap<i64, usize>;

impl Extent {
    /// Returns the extent of a board without ships.
    pub(in crate::board) const fn new() -> Self {
        Self {
            known: Some(Coord::new(-1, -1)),
            is_counted: false,
            rows: Counts::new(),
            cols: Counts::new(),
        }
    }

    /// Adds a ship that lies at `hull`.
    pub(in crate::board) fn add(&mut self, hull: &Hull) {
        let Coord { row, col } = edge(hull);
        let known = self.known;
        self.known = known.map(|known| Coord::new(known.row.max(row), known.col.max(col)));
        if self.is_counted {
            *self.rows.entry(row).or_default() += 1;
            *self.cols.entry(col).or_default() += 1;
        }
    }

    /// Removes a ship that lies at `hull`.
    pub(in crate::board) fn remove(&mut self, hull: &Hull) {
        let Coord { row, col } = edge(hull);
        self.known = self.known.filter(|known| row < known.row && col < known.col);
        if self.is_counted {
            remove(&mut self.rows, row);
            remove(&mut self.cols, col);
        }
    }

    /// Returns the largest row and the largest column of `ships`; -1 for both if there are no ships. `ships` must be
    /// all ships that were added and not removed.
    pub(in crate::board) fn find(&mut self, ships: &[Ship]) -> Coord {
        if let Some(known) = self.known {
            return known;
        }
        if !self.is_counted {
            self.is_counted = true;
            for ship in ships {
                self.add(ship.hull());
            }
        }
        let last = |counts: &Counts| counts.keys().next_back().map_or(-1, |last| *last);
        *self.known.insert(Coord::new(last(&self.rows), last(&self.cols)))
    }
}

fn remove(counts: &mut Counts, at: i64) {
    if let Entry::Occupied(mut count) = counts.entry(at) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

/// Returns the last row and the last column of a ship.
fn edge(hull: &Hull) -> Coord {
    let rect = hull.rect();
    Coord::new(rect.bottom, rect.right)
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Coord, Dims, Heading, Hull, Rect};

    #[test]
    fn the_extent_follows_the_ships() {
        let mut state = 5_u64;
        let mut draw = |n| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i64::try_from(state >> 33).unwrap() % n
        };
        let mut board = Board::new(Dims::new(30, 30).unwrap());
        let mut ships = Vec::new();
        for _ in 0..4000 {
            let heading = Heading::ALL[usize::try_from(draw(4)).unwrap()];
            let bow = Coord::new(draw(30), draw(30));
            let hull = Hull::new(bow, heading, 2).unwrap();
            if ships.len() < 12 {
                ships.extend(board.place(hull));
            } else {
                let _ = board.reposition(ships[usize::try_from(draw(12)).unwrap()], hull);
            }
            let size = |edge: fn(Rect) -> i64| {
                board.ships().map(|(_, ship)| edge(ship.hull().rect()) + 1).max().unwrap_or(1)
            };
            let (rows, cols) = (size(|rect| rect.bottom), size(|rect| rect.right));
            if draw(3) > 0 {
                assert!(rows == 1 || board.resize(Dims::new(rows - 1, 40).unwrap()).is_err());
                assert!(cols == 1 || board.resize(Dims::new(40, cols - 1).unwrap()).is_err());
                board.resize(Dims::new(rows, cols).unwrap()).unwrap();
                board.resize(Dims::new(30, 30).unwrap()).unwrap();
            }
        }
    }
}
