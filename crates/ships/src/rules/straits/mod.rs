//! Small boards on which ships block each other: where ships can go, what comes into their range,
//! and which ship moves first.
//!
//! Boards are kept as bits, so that it takes only about two microseconds to find all places that a
//! ship can reach.

mod chart;
mod line;
mod prospect;
mod reach;
mod scene;
mod ways;

pub(in crate::rules) use chart::{Chart, Fields};
pub(in crate::rules) use line::{Line, Search};
pub use prospect::Prospect;
pub(in crate::rules) use reach::{Vessel, worth};
pub(in crate::rules) use scene::{Scene, Scenes};
pub(in crate::rules) use ways::ways;

use crate::rules::{Class, Game};
use broadside_core::board::Side;

/// The most ships of a side.
const MOST_SHIPS: u8 = 4;

/// How often a ship may move in a turn: all but carriers move alike, and no carrier sails here.
pub(in crate::rules) const MOVES: u32 = Class::Battleship.moves();

impl Game {
    /// The chart of its waters, if they are such: all cannons have a range, ships and fields are few.
    pub(in crate::rules) fn straits(&self) -> Option<Chart> {
        let is_small = |side: Side| {
            let [carriers, others @ ..] = self.fleets[side].sizes();
            carriers == 0 && others.iter().sum::<i64>() <= i64::from(MOST_SHIPS)
        };
        let is_it = self.is_extended() && Side::ALL.into_iter().all(is_small);
        is_it.then(|| Chart::of(self.board())).flatten()
    }
}
