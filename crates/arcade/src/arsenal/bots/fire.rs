//! From a gunner's aim to a move.

use crate::ai::Forfeit;
use crate::arsenal::cells::Cell;
use crate::arsenal::moves::Move;
use broadside_core::board::Coord;

/// Fires at this place.
///
/// # Errors
/// When there is no such cell on the grid.
pub(super) fn fire_at(at: Coord) -> Result<Move, Forfeit> {
    let illegal = || Forfeit::Illegal(format!("({}, {}) is not on the grid", at.row, at.col));
    Cell::at(at).map(Move::Fire).ok_or_else(illegal)
}
