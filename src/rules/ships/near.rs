//! Which of many fields is the nearest.

use super::Game;
use super::gunnery::CANNON;
use crate::board::{Coord, Ship, Side};

/// Fields to be near to, by row.
#[derive(Clone, Debug)]
pub(super) struct Marks(Vec<Coord>);

impl Marks {
    /// The healthy segments of `side`.
    pub(super) fn healthy(game: &Game, side: Side) -> Self {
        let ships = game.fleets[side].ships().map(|(_, id)| game.board.ship(id));
        let fields = |ship: &Ship| {
            let hull = *ship.hull();
            let healthy = |segment: &u32| ship.is_healthy(*segment);
            (0..hull.length()).filter(healthy).map(|k| hull.field(k)).collect::<Vec<_>>()
        };
        let mut fields: Vec<_> = ships.flat_map(fields).collect();
        fields.sort_unstable();
        Self(fields)
    }

    /// The healthy cannons of `side`.
    pub(super) fn cannons(game: &Game, side: Side) -> Self {
        let ships = game.fleets[side].ships().map(|(_, id)| game.board.ship(id));
        let armed = ships.filter(|ship| ship.is_healthy(CANNON));
        let mut fields: Vec<_> = armed.map(|ship| ship.hull().field(CANNON)).collect();
        fields.sort_unstable();
        Self(fields)
    }

    /// The square of the distance from `here` to the nearest field, if there is any.
    ///
    /// Looks at the rows around `here` first, and no further than the nearest field so far.
    pub(super) fn nearest(&self, here: Coord) -> Option<u128> {
        let (above, below) = self.0.split_at(self.0.partition_point(|at| at.row < here.row));
        let mut best = None;
        shorten(&mut best, here, above.iter().rev());
        shorten(&mut best, here, below.iter());
        best
    }

    /// Whether a field is within `range` of `here`; `None` reaches everything.
    pub(super) fn has_within(&self, here: Coord, range: Option<u32>) -> bool {
        let within = |square| range.is_none_or(|range| square <= u128::from(range).pow(2));
        self.nearest(here).is_some_and(within)
    }
}

/// Takes the fields into account up to the first row that is too far away.
fn shorten<'m>(best: &mut Option<u128>, here: Coord, fields: impl Iterator<Item = &'m Coord>) {
    let square = |a: i64, b: i64| u128::from(a.abs_diff(b)).pow(2);
    for at in fields {
        let rows = square(at.row, here.row);
        if best.is_some_and(|best| best <= rows) {
            break;
        }
        let distance = rows + square(at.col, here.col);
        *best = Some(best.map_or(distance, |best| best.min(distance)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_field_may_be_in_any_row() {
        let field = |(row, col)| Coord::new(row, col);
        let marks = Marks([(0, 5), (3, 9), (4, 0), (9, 5)].map(field).to_vec());
        let brute = |here: Coord| {
            let square = |at: &Coord| (at.row - here.row).pow(2) + (at.col - here.col).pow(2);
            marks.0.iter().map(square).min()
        };
        for here in crate::board::Rect::spanning(field((0, 0)), field((10, 10))).fields() {
            let nearest = marks.nearest(here).and_then(|square| i64::try_from(square).ok());
            assert_eq!(nearest, brute(here), "{here:?}");
        }
        assert_eq!(Marks(Vec::new()).nearest(field((0, 0))), None);
    }
}
