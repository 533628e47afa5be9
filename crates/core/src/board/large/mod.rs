//! Data structures that keep boards with millions of ships fast. Boards with few ships do not need
//! them.
//!
//! | file | use | the input that needs it | the test or benchmark |
//! |---|---|---|---|
//! | `tiles` | the ships on or beside some fields: tiles of 8 x 8 fields as bits in a hash table | 200,000 turns, a million ships | `examples/make_input.rs`, `benches/ships.rs` (`evaluate`) |
//! | `extent` | the last row and column of the ships, for `BOARD_SIZE` | one of many ships leaves the edge again and again | `attacks::the_edge_of_many_ships_is_kept_up_while_one_moves` |

mod extent;
mod tiles;

pub(super) use extent::Extent;
pub(super) use tiles::{Tiles, lies_on_fewer_tiles};
