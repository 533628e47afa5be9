//! Studies small boards, on which ships block each other: positions that ships can reach, targets
//! that come into range, and the order in which ships should move. Boards are stored as bits, so
//! that all positions that a ship can reach are found in about two microseconds.

mod chart;
mod line;
mod prospect;
mod reach;

pub(in crate::rules) use chart::{Chart, Fields};
pub(in crate::rules) use chart::{Scene, Scenes};
pub(in crate::rules) use line::{Line, Search, ways};
pub use prospect::Prospect;
pub(in crate::rules) use reach::{Vessel, worth};

use crate::rules::{Class, Game};
use broadside_core::board::Side;

/// The largest number of ships of a side.
const MOST_SHIPS: u8 = 4;

/// The number of moves of a ship in a turn. It is equal for all classes except carriers.
pub(in crate::rules) const MOVES: u32 = Class::Battleship.moves();

impl Game {
    /// Returns the chart of the board, or `None` if the game is basic, has carriers, has too many
    /// ships, or has too many fields.
    pub(in crate::rules) fn straits(&self) -> Option<Chart> {
        let is_small = |side: Side| {
            let [carriers, others @ ..] = self.fleets[side].sizes();
            carriers == 0 && others.iter().sum::<i64>() <= i64::from(MOST_SHIPS)
        };
        let fits = self.is_extended() && Side::ALL.into_iter().all(is_small);
        fits.then(|| Chart::of(self.board())).flatten()
    }
}
