//! How a board keeps millions of ships. With ten ships a list that is walked would do.
//!
//! | file | what it is for | the input that needs it | what holds it |
//! |---|---|---|---|
//! | `tiles` | who lies on or beside some fields: tiles of 8 x 8 fields as bits in a hash | 200,000 turns, a million ships | `examples/make_input.rs`, `benches/ships.rs` (`evaluate`) |
//! | `extent` | how far ships reach, for `BOARD_SIZE` | one of many ships leaves the edge again and again | `attacks::the_edge_of_many_ships_is_kept_up_while_one_moves` |

mod extent;
mod tiles;

pub(super) use extent::Extent;
pub(super) use tiles::{Tiles, are_fewer_than};
