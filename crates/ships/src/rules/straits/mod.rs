//! Studies small boards, on which ships block each other. Finds the positions that ships can reach,
//! the targets that come into range, and the order in which ships should move. A chart is a board
//! as bits. On it, a search for all positions that a ship can reach takes about two microseconds.

mod chart;
mod line;
mod reach;

pub(in crate::rules) use chart::Fields;
pub use chart::{Chart, Scene, Scenes};
pub(in crate::rules) use line::{Line, Search, ways};
pub use reach::Vessel;
use reach::covered;

use crate::rules::{Class, Game};
use broadside_core::board::{Ship, Side};

const MOST_SHIPS: u8 = 4;

/// The number of moves of a ship in a turn. All classes except carriers have this number.
pub(in crate::rules) const MOVES: u32 = Class::Battleship.moves();

/// Whether a side could still win if the enemy did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prospect {
    /// The side could win: the search has found a line of play that hits each healthy enemy
    /// segment. This answer is exact.
    Winnable,
    /// The side could not win. At least one healthy enemy segment stays out of range, even if ships
    /// of the side could pass through each other. This answer is exact.
    Lost,
    /// Not known. The search has found no line of play that wins, but there may be one.
    Open,
}

/// The limits of the search in [`Game::prospect`]: [`Search::width`] and [`Search::depth`].
const WIDTH: usize = 8;
const DEPTH: usize = 12;

impl Game {
    /// Returns the chart of the board. Returns `None` for a game without `EXTENDED_SHIPS`, with
    /// carriers, with too many ships, or with too many fields.
    pub(in crate::rules) fn straits(&self) -> Option<Chart> {
        let is_small = |side: Side| {
            let [carriers, others @ ..] = self.fleets[side].sizes();
            carriers == 0 && others.iter().sum::<i64>() <= i64::from(MOST_SHIPS)
        };
        let fits = self.is_extended() && Side::ALL.into_iter().all(is_small);
        fits.then(|| Chart::of(self.board())).flatten()
    }

    /// Returns whether `side` could still win, in any number of turns, if the enemy did nothing.
    /// The search takes up to a tenth of a second. Returns `None` for a game with an incomplete
    /// fleet, without `EXTENDED_SHIPS`, with carriers, or with more than 4 ships on a side. Also
    /// returns `None` if the board is too large: rows times (columns + 1) may be at most 128.
    #[doc(hidden)]
    pub fn prospect(&self, side: Side) -> Option<Prospect> {
        let chart = self.straits().filter(|_| self.is_complete())?;
        let scene = self.scene(&chart, side.other());
        let own = Vessel::all(self, side);
        let within = own.iter().fold(0, |all, vessel| all | covered(&chart, vessel, &scene));
        if scene.targets & !within != 0 {
            return Some(Prospect::Lost);
        }
        let mut scenes = Scenes::default();
        scenes.add(scene);
        let search = Search {
            chart: &chart,
            scenes: &scenes,
            moves: &[MOVES; MOST_SHIPS as usize],
            is_barred: &|_| false,
            one_way: 1.0,
            width: WIDTH,
            depth: DEPTH,
        };
        let start = search.start(own);
        let wins = start.wins() || search.best(&start).is_some_and(|line| line.wins());
        Some(if wins { Prospect::Winnable } else { Prospect::Open })
    }

    fn scene(&self, chart: &Chart, side: Side) -> Scene {
        Scene {
            hulls: chart.hulls(self.ships(side).map(Ship::hull)),
            targets: chart.bits(self.ships(side).flat_map(Ship::healthy_fields)),
        }
    }
}
