//! What a player knows (spec ships §6).

use super::Game;
use crate::board::{Coord, Dims, Hull, Rect, Ship, Side};

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
    // Squares above and below the board, of which there may be many, are not looked at.
    let rows_of_board = Coord::new(-PLANE_SIGHT, i64::MIN)..=Coord::new(dims.rows(), i64::MAX);
    for at in fleet.spied.range(rows_of_board) {
        spans.extend(rows(Rect::spanning(*at, *at).grown(PLANE_SIGHT)));
    }
    let mut spans: Vec<_> = spans.into_iter().filter_map(|span| clip(span, dims)).collect();
    spans.sort_unstable();
    join(spans)
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
