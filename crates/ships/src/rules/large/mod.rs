//! Algorithms for large games, with millions of ships, many targets, or boards of 2^126 fields. For
//! the small fleets in the course's text about the language, a few simple loops would be enough.
//!
//! Each file below has a test in `tests/it/attacks.rs` with input that is hard for simple loops.
//! Most of these tests count how often the code checks [`Cancel`](broadside_core::Cancel).
//!
//! - `matching` decides which ship shoots at which of many targets. Test:
//!   `targets_in_a_block_of_full_battleships_are_matched_in_layers`.
//! - `near` finds the nearest segment or cannon, for thousands of ships that move. Test:
//!   `the_work_of_a_turn_grows_almost_linearly`.
//! - `quarters` finds the nearest field even if all fields are about equally far away. Test:
//!   `the_work_of_a_turn_grows_almost_linearly`.
//! - `room` finds positions for missing ships between reefs and ships. Tests:
//!   `a_board_without_room_is_not_searched_for_each_ship`,
//!   `an_empty_rectangle_on_an_endless_board_is_not_searched_field_by_field`.
//! - `urn` draws positions at random. It lists the suitable positions only if many draws fail.
//!   Test: `orders_for_a_huge_board_come_one_by_one`.
//!
//! The board itself stores millions of ships with the code in `board/large` of `broadside_core`.

mod matching;
mod near;
mod quarters;
mod room;
mod urn;

pub(super) use matching::Matching;
pub use near::Marks;
pub use quarters::Quarters;
pub(super) use urn::{Candidates, Urn};
