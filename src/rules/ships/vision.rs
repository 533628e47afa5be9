//! What a player knows (spec ships §6).

use super::Game;
use super::spied::{Span, clip, rows};
use crate::board::{Coord, Hull, Ship, Side};

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
    if fleet.spied.is_empty() {
        return join(spans);
    }
    // Two sorted runs, which a stable sort knows how to merge.
    fleet.spied.on_board(dims, &mut spans);
    spans.sort();
    join(spans)
}

/// How far a ship sees from its bow, sunk or not: its length, or 1 without its radar.
fn radar_range(ship: &Ship) -> i64 {
    if ship.is_healthy(0) { i64::from(ship.hull().length()) } else { 1 }
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
