//! Small boards on which ships block each other: the positions that ships can reach, the targets that come
//! into their range, and the order in which ships move.
//!
//! Boards are stored as bits. So all positions that a ship can reach are found in about two microseconds.

mod chart;
mod line;
mod prospect;
mod reach;
mod scene;

pub(in crate::rules) use chart::{Chart, Fields};
pub(in crate::rules) use line::{Line, Search, ways};
pub use prospect::Prospect;
pub(in crate::rules) use reach::{Vessel, worth};
pub(in crate::rules) use scene::{Scene, Scenes};

use crate::rules::{Class, Game};
use broadside_core::board::Side;

/// The largest number of ships of a side.
const MOST_SHIPS: u8 = 4;

/// The moves of a ship in a turn: the same number for all classes except carriers, and these boards have no carriers.
pub(in crate::rules) const MOVES: u32 = Class::Battleship.moves();

impl Game {
    /// The chart of the board. `None` if the game is basic or has carriers, or has too many ships or fields.
    pub(in crate::rules) fn straits(&self) -> Option<Chart> {
        let is_small = |side: Side| {
            let [carriers, others @ ..] = self.fleets[side].sizes();
            carriers == 0 && others.iter().sum::<i64>() <= i64::from(MOST_SHIPS)
        };
        let fits = self.is_extended() && Side::ALL.into_iter().all(is_small);
        fits.then(|| Chart::of(self.board())).flatten()
    }
}
