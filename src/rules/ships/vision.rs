//! What a player knows (spec ships §6).

use super::Game;
use crate::board::{Coord, Dims, Hull, Rect, Ship, Side};
use std::collections::BTreeMap;

/// The square that a plane sees: this many fields around its centre.
const PLANE_SIGHT: i64 = 1;

/// A run of fields in a row, from the first to the last column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) row: i64,
    pub(super) first: i64,
    pub(super) last: i64,
}

/// The fields that `side` knows, reefs apart: spans by row, then column, apart from each other.
pub(super) fn known(game: &Game, side: Side) -> Vec<Span> {
    let (fleet, dims) = (&game.fleets[side], game.board.dims());
    let mut spans = Vec::new();
    for (_, id) in fleet.ships() {
        let ship = game.board.ship(id);
        spans.extend(rows(ship.hull().rect()));
        spans.extend(disc(ship.hull(), radar_range(ship)));
    }
    let mut spans: Vec<_> = spans.into_iter().filter_map(|span| clip(span, dims)).collect();
    spans.sort_unstable();
    if fleet.spied.0.is_empty() {
        return join(spans);
    }
    // Two sorted runs, which a stable sort knows how to merge.
    fleet.spied.on_board(dims, &mut spans);
    spans.sort();
    join(spans)
}

/// The squares that planes have seen, kept up as runs of fields in rows: the first field of each and
/// its last column. Runs lie apart, so that there are never more on a board than it has fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Spied(BTreeMap<Coord, i64>);

impl Spied {
    /// Adds the square around `at`, parts of which may lie off the board.
    pub(super) fn add(&mut self, at: Coord) {
        rows(Rect::spanning(at, at).grown(PLANE_SIGHT)).for_each(|span| self.add_span(span));
    }

    fn add_span(&mut self, Span { row, mut first, mut last }: Span) {
        let before = self.0.range(Coord::new(row, i64::MIN)..=Coord::new(row, first)).next_back();
        if let Some((at, end)) = before.filter(|(_, end)| **end >= first.saturating_sub(1)) {
            (first, last) = (at.col, last.max(*end));
        }
        let joined =
            |first, last: i64| Coord::new(row, first)..=Coord::new(row, last.saturating_add(1));
        while let Some((at, end)) = self.0.range(joined(first, last)).next() {
            let at = *at;
            last = last.max(*end);
            self.0.remove(&at);
        }
        self.0.insert(Coord::new(row, first), last);
    }

    /// What of all this lies on the board, by row, then column. What lies beside it, of which there may
    /// be much, is not looked at.
    fn on_board(&self, dims: Dims, spans: &mut Vec<Span>) {
        let mut row = 0;
        while let Some((at, _)) = self.0.range(Coord::new(row, i64::MIN)..).next() {
            row = at.row;
            if row >= dims.rows() {
                break;
            }
            let first = self.0.range(Coord::new(row, i64::MIN)..=Coord::new(row, 0)).next_back();
            let first = first.map_or(Coord::new(row, 0), |(first, _)| *first);
            let runs = self.0.range(first..Coord::new(row, dims.cols()));
            let spans_of = runs.map(|(at, last)| Span { row, first: at.col, last: *last });
            spans.extend(spans_of.filter_map(|span| clip(span, dims)));
            row += 1;
        }
    }
}

/// How far a ship sees from its bow, sunk or not: its length, or 1 without its radar.
fn radar_range(ship: &Ship) -> i64 {
    if ship.is_healthy(0) { i64::from(ship.hull().length()) } else { 1 }
}

fn rows(rect: Rect) -> impl Iterator<Item = Span> {
    (rect.top..=rect.bottom).map(move |row| Span { row, first: rect.left, last: rect.right })
}

/// The fields within `radius` of the bow, row by row.
fn disc(hull: &Hull, radius: i64) -> impl Iterator<Item = Span> + use<> {
    let Coord { row, col } = hull.bow();
    (-radius..=radius).map(move |dy| {
        let reach = (0..=radius).rev().find(|dx| dx * dx + dy * dy <= radius * radius);
        let reach = reach.expect("the axis lies within the radius");
        Span {
            row: row.saturating_add(dy),
            first: col.saturating_sub(reach),
            last: col.saturating_add(reach),
        }
    })
}

fn clip(span: Span, dims: Dims) -> Option<Span> {
    let (first, last) = (span.first.max(0), span.last.min(dims.cols() - 1));
    ((0..dims.rows()).contains(&span.row) && first <= last).then_some(Span {
        row: span.row,
        first,
        last,
    })
}

/// Joins sorted spans that overlap or adjoin.
fn join(spans: Vec<Span>) -> Vec<Span> {
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if last.row == span.row && span.first <= last.last + 1 => {
                last.last = last.last.max(span.last);
            }
            _ => joined.push(span),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn spied(squares: &[(i64, i64)]) -> Spied {
        let mut spied = Spied::default();
        for (row, col) in squares {
            spied.add(Coord::new(*row, *col));
        }
        spied
    }

    fn on_board(spied: &Spied, rows: i64, cols: i64) -> Vec<Span> {
        let mut spans = Vec::new();
        spied.on_board(Dims::new(rows, cols).unwrap(), &mut spans);
        spans
    }

    #[test]
    fn squares_join_as_fields_do() {
        let squares: Vec<_> = (0..60).map(|k| (k * 7 % 13 - 2, k * k % 17 - 3)).collect();
        for count in 0..squares.len() {
            let squares = &squares[..count];
            let around = |(row, col): &(i64, i64)| {
                Rect::spanning(Coord::new(row - 1, col - 1), Coord::new(row + 1, col + 1)).fields()
            };
            let on_board = on_board(&spied(squares), 9, 11);
            let board = Dims::new(9, 11).unwrap();
            let all: BTreeSet<_> =
                squares.iter().flat_map(around).filter(|at| board.holds(*at)).collect();
            let fields = |span: &Span| {
                let row = span.row;
                (span.first..=span.last).map(move |col| Coord::new(row, col))
            };
            assert!(on_board.iter().flat_map(fields).eq(all), "{squares:?}");
            let is_apart = |two: &[Span]| two[0].row < two[1].row || two[0].last + 1 < two[1].first;
            assert!(on_board.windows(2).all(is_apart));
        }
    }

    #[test]
    fn squares_at_the_end_of_the_numbers_are_kept() {
        let far = [(i64::MAX, i64::MAX), (i64::MIN, i64::MIN), (0, i64::MAX), (0, i64::MIN)];
        let mut spied = spied(&far);
        assert_eq!(on_board(&spied, 5, 5), []);
        assert_eq!(on_board(&spied, i64::MAX, i64::MAX).len(), 3);
        for (row, col) in far {
            spied.add(Coord::new(row, col));
        }
        assert_eq!(spied.0.len(), 10);
    }

    /// Twenty thousand planes over a board of one field and beside it, then as many pictures.
    #[test]
    fn planes_beside_the_board_cost_pictures_nothing() {
        let squares: Vec<_> = (-10_000..10_000).map(|k| (0, 4 * k)).collect();
        let spied = spied(&squares);
        for _ in 0..20_000 {
            assert_eq!(on_board(&spied, 1, 1), [Span { row: 0, first: 0, last: 0 }]);
        }
    }
}
