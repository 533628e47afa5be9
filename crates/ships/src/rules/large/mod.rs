//! Algorithms for large games, with millions of ships, many targets, or boards of 2^126 fields. For
//! the small fleets of the assignment, a few simple loops would be enough.
//!
//! Each file below has a test whose input would take too long without the file.
//!
//! - `matching` decides which ship shoots at which of many targets. Test:
//!   `attacks::targets_in_a_block_of_full_battleships_are_matched_in_layers`.
//! - `near` finds the nearest segment or cannon, for thousands of ships that move. Test:
//!   `attacks::fleets_that_lie_badly_are_planned_for_in_time`.
//! - `quarters` finds the nearest field if all fields are about equally far away. Test:
//!   `attacks::enemies_on_a_circle_are_not_walked_for_each_question`.
//! - `room` finds positions for missing ships between reefs and ships. Tests:
//!   `attacks::a_sea_without_room_is_looked_at_once`,
//!   `attacks::an_empty_rectangle_on_an_endless_board_is_not_walked`.
//! - `urn` draws positions at random. It lists the suitable positions only if many draws fail.
//!   Test: `attacks::ships_for_a_vast_sea_are_told_one_by_one`.
//!
//! These tests are in `tests/it/attacks.rs`. Most of them count how often the code checks
//! [`Cancel`](broadside_core::Cancel). The board itself stores millions of ships in `board/large`.

mod matching;
mod near;
mod quarters;
mod room;
mod urn;

pub(super) use matching::Matching;
pub(super) use near::Marks;
pub(super) use urn::{Candidates, Urn};
