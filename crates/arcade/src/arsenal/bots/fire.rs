//! From a gunner's aim to a move.

use crate::ai::Forfeit;
use crate::arsenal::cells::Cell;
use crate::arsenal::moves::Move;

/// Fires at the cell of this number.
///
/// # Errors
/// When there is no such cell on the grid.
pub(super) fn fire_at(cell: u32) -> Result<Move, Forfeit> {
    let illegal = || Forfeit::Illegal(format!("cell {cell} is not on the grid"));
    Cell::from_index(cell).map(Move::Fire).ok_or_else(illegal)
}
