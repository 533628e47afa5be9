//! Data structures that keep boards with millions of ships fast.
//!
//! - `tiles` finds the ships on or beside some fields. Benchmark: `evaluate` in `benches/ships.rs`.
//! - `extent` finds the last row and column of the ships, for `BOARD_SIZE`. Test:
//!   `attacks::the_edge_of_many_ships_is_kept_up_while_one_moves`.

mod extent;
mod tiles;

pub(super) use extent::Extent;
pub(super) use tiles::{Tiles, lies_on_fewer_tiles};
