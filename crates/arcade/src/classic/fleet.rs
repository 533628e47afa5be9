//! Checks the ships of the player's ship file, and places them.

use super::error::Error;
use crate::grids::Grids;
use broadside_core::board::{Axis, Coord, Hull, Rect, Side};
use std::collections::HashSet;

/// The symbols that no ship may have. The boards use `X`, `O` and `*` as signs of their own.
const RESERVED: [&str; 5] = ["x", "X", "o", "O", "*"];

/// A line of the ship file: one ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) symbol: String,
    /// Both ends, in any order. An index outside 64 bits becomes `i64::MAX` or `-i64::MAX`, which
    /// are off every board too.
    pub(super) ends: [Coord; 2],
}

/// Places the ships as the fleet of the first side, named by their symbols. The checks have the
/// order of spec classic §2.
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

/// Returns the hull between two cells, or `None` if they share neither a row nor a column.
fn between(a: Coord, b: Coord) -> Option<Hull> {
    let Rect { top, left, bottom, right } = Rect::spanning(a, b);
    let (axis, reach) = match (bottom - top, right - left) {
        (0, cols) => (Axis::Row, cols),
        (rows, 0) => (Axis::Column, rows),
        _ => return None,
    };
    Hull::new(Coord::new(top, left), axis.heading(), u32::try_from(reach + 1).ok()?)
}
