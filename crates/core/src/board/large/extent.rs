//! How far ships reach, as they come and move.

use crate::board::{Coord, Hull, Ship, ShipId};
use std::collections::BinaryHeap;

/// The largest row and the largest column of the ships of a board.
///
/// A ship that comes, or that moves without leaving the edge, changes little. When one leaves the edge,
/// all ships are looked at once. From then on their edges are kept in heaps; an edge that its ship has
/// left is dropped when it comes up.
#[derive(Clone, Debug)]
pub(in crate::board) struct Extent {
    /// `None` when a ship has left the edge.
    known: Option<Coord>,
    heaps: Option<Heaps>,
}

/// The last rows and the last columns of ships, now or earlier.
#[derive(Clone, Debug)]
struct Heaps {
    rows: BinaryHeap<(i64, ShipId)>,
    cols: BinaryHeap<(i64, ShipId)>,
}

impl Extent {
    /// The extent of no ships.
    pub(in crate::board) const fn new() -> Self {
        Self { known: Some(Coord::new(-1, -1)), heaps: None }
    }

    /// Takes into account that `ship` has come to lie at `hull`.
    pub(in crate::board) fn add(&mut self, ship: ShipId, hull: &Hull) {
        let Coord { row, col } = edge(hull);
        let known = self.known;
        self.known = known.map(|known| Coord::new(known.row.max(row), known.col.max(col)));
        if let Some(heaps) = &mut self.heaps {
            heaps.rows.push((row, ship));
            heaps.cols.push((col, ship));
        }
    }

    /// Takes into account that a ship leaves `hull`.
    pub(in crate::board) fn remove(&mut self, hull: &Hull) {
        let edge = edge(hull);
        self.known = self.known.filter(|known| edge.row < known.row && edge.col < known.col);
    }

    /// The largest row and the largest column of `ships`, which are all that were added.
    pub(in crate::board) fn find(&mut self, ships: &[Ship]) -> Coord {
        if let Some(known) = self.known {
            return known;
        }
        let is_lean = |heaps: &Heaps| heaps.rows.len() <= 2 * ships.len();
        let kept = self.heaps.take().filter(is_lean);
        let heaps = self.heaps.insert(kept.unwrap_or_else(|| Heaps::new(ships)));
        *self.known.insert(heaps.top(ships))
    }
}

impl Heaps {
    fn new(ships: &[Ship]) -> Self {
        let edges = || (0..).map(ShipId::of).zip(ships.iter().map(|ship| edge(ship.hull())));
        Self {
            rows: edges().map(|(ship, edge)| (edge.row, ship)).collect(),
            cols: edges().map(|(ship, edge)| (edge.col, ship)).collect(),
        }
    }

    fn top(&mut self, ships: &[Ship]) -> Coord {
        let edge = |ship: ShipId| edge(ships[ship.index()].hull());
        let row = last(&mut self.rows, |ship| edge(ship).row);
        let col = last(&mut self.cols, |ship| edge(ship).col);
        Coord::new(row, col)
    }
}

/// The largest edge that is still its ship's; -1 where there are no ships.
fn last(heap: &mut BinaryHeap<(i64, ShipId)>, edge: impl Fn(ShipId) -> i64) -> i64 {
    while let Some((at, ship)) = heap.peek() {
        if edge(*ship) == *at {
            return *at;
        }
        heap.pop();
    }
    -1
}

/// The last row and the last column of a ship.
fn edge(hull: &Hull) -> Coord {
    let rect = hull.rect();
    Coord::new(rect.bottom, rect.right)
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Coord, Dims, Heading, Hull, Rect};

    #[test]
    fn the_extent_is_that_of_the_ships_wherever_they_go() {
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
