//! Finds the last row and the last column that the ships of a board reach.

use crate::board::{Coord, Hull, Ship};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The number of ships for each last row and for each last column. The first call of
/// [`find`](Self::find) on a board with ships counts them, because most scripts set the size of the
/// board before they place ships.
#[derive(Clone, Debug, Default)]
pub(in crate::board) struct Extent(Option<[Counts; 2]>);

type Counts = BTreeMap<i64, usize>;

impl Extent {
    pub(in crate::board) fn add(&mut self, hull: &Hull) {
        for (counts, last) in self.0.iter_mut().flatten().zip(edge(hull)) {
            *counts.entry(last).or_default() += 1;
        }
    }

    pub(in crate::board) fn shift(&mut self, old: &Hull, new: &Hull) {
        let edges = edge(old).into_iter().zip(edge(new));
        let changes = self.0.iter_mut().flatten().zip(edges).filter(|(_, (from, to))| from != to);
        for (counts, (from, to)) in changes {
            *counts.entry(to).or_default() += 1;
            if let Entry::Occupied(mut count) = counts.entry(from) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }

    /// Returns the last row and column of `ships`, all ships of the board, or -1 if there are none.
    pub(in crate::board) fn find(&mut self, ships: &[Ship]) -> Coord {
        if self.0.is_none() && !ships.is_empty() {
            self.0 = Some(Default::default());
            for ship in ships {
                self.add(ship.hull());
            }
        }
        let last = |counts: &Counts| counts.keys().next_back().map_or(-1, |last| *last);
        let [row, col] = self.0.as_ref().map_or([-1; 2], |[rows, cols]| [last(rows), last(cols)]);
        Coord::new(row, col)
    }
}

fn edge(hull: &Hull) -> [i64; 2] {
    let rect = hull.rect();
    [rect.bottom, rect.right]
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Coord, Dims, Heading, Hull, Rect};
    use crate::dice::{Dice as _, Stream, pick};

    #[test]
    fn the_extent_follows_the_ships() {
        let mut dice = Stream::new(&5.into(), 0);
        let mut board = Board::new(Dims::new(30, 30).unwrap());
        let mut ships = Vec::new();
        for _ in 0..4000 {
            let heading = pick(&Heading::ALL, &mut dice).unwrap();
            let mut draw = || i64::try_from(dice.below(30)).unwrap();
            let bow = Coord::new(draw(), draw());
            let hull = Hull::new(bow, heading, 2).unwrap();
            if ships.len() < 12 {
                ships.extend(board.place(hull));
            } else {
                let _ = board.reposition(pick(&ships, &mut dice).unwrap(), hull);
            }
            let size = |edge: fn(Rect) -> i64| {
                board.ships().map(|(_, ship)| edge(ship.hull().rect()) + 1).max().unwrap_or(1)
            };
            let (rows, cols) = (size(|rect| rect.bottom), size(|rect| rect.right));
            if dice.below(3) > 0 {
                assert!(rows == 1 || board.resize(Dims::new(rows - 1, 40).unwrap()).is_err());
                assert!(cols == 1 || board.resize(Dims::new(40, cols - 1).unwrap()).is_err());
                board.resize(Dims::new(rows, cols).unwrap()).unwrap();
                board.resize(Dims::new(30, 30).unwrap()).unwrap();
            }
        }
    }
}
