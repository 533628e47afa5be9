//! Algorithms for large games: millions of ships, many targets, boards of 2^126 fields. For the small fleets of the
//! assignment, a few plain loops would be enough.
//!
//! | file | purpose | input that needs it | test |
//! |---|---|---|---|
//! | `matching` | ships for targets that name none, matched in layers; cannons sorted into tiles | blocks of full battleships under `AUTO_SHOOTING` | `attacks::targets_in_a_block_of_full_battleships_are_matched_in_layers`, `matching` |
//! | `near` | the nearest segment or cannon, for ships that move | fleets far apart, thousands of ships | `attacks::fleets_that_lie_badly_are_planned_for_in_time` |
//! | `quarters` | the nearest field if all fields are about equally far away | enemies on a circle | `attacks::enemies_on_a_circle_are_not_walked_for_each_question` |
//! | `room` | positions for missing ships, found from reefs and ships | a sea without room for a million ships, an endless board | `attacks::a_sea_without_room_is_looked_at_once`, `attacks::an_empty_rectangle_on_an_endless_board_is_not_walked` |
//! | `urn` | random draws without walking the board | fleets placed on 10^18 fields | `attacks::ships_for_a_vast_sea_are_told_one_by_one` |
//!
//! The tests of `attacks` are in `tests/it/attacks.rs`. They count checks of [`Cancel`](broadside_core::Cancel),
//! not time. `board/large` in `broadside-core` explains how the board itself stores millions of ships.

mod matching;
mod near;
mod quarters;
mod room;
mod urn;

pub(super) use matching::Matching;
pub(super) use near::Marks;
pub(super) use urn::{Candidates, Urn};
