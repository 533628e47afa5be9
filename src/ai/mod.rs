//! Aiming at a hidden fleet of straight ships.
//!
//! What lives here: the [`Chart`] of what one side knows, the strategies that read it ([`Random`],
//! [`Hunt`], [`Density`], [`Posterior`]), the fleets that fit a chart ([`Fits`]), and fleets at random
//! ([`random_fleet`]). A strategy is handed a chart and dice and nothing else, so it cannot see the
//! fleet that it aims at. Boards of up to 128 cells live in a [`u128`]; any other in [`Wide`].
//!
//! What it does not know: any rule-set, its weapons, turns, words, or what a shot costs.
//!
//! ```
//! use broadside::ai::{Bits, Chart, Density, Gunner, Waters};
//! use broadside::board::Dims;
//! use broadside::dice::Twister;
//!
//! let waters: Waters<u128> = Waters::new(Dims::new(10, 10).expect("positive")).expect("small");
//! let mut chart = Chart::new(waters, &[5, 4, 3, 2]);
//! let mut dice = Twister::from_python_seed(&1.into());
//! let cell = Density::new(0).aim(&chart, &mut dice).expect("an empty chart has targets");
//! let shot = chart.waters().single(cell);
//! chart.note_shot(&shot, &shot, &[]);
//! assert!(chart.open_hits().has(cell));
//! ```

mod bits;
mod chart;
mod density;
mod fits;
mod forecast;
mod gunners;
mod placement;
mod posterior;
mod sweep;
mod tally;
mod waters;

pub use bits::{Bits, Cells, Wide};
pub use chart::Chart;
pub use density::Density;
pub use fits::{Fits, visit_fleets};
pub use forecast::{Forecast, surprise};
pub use gunners::{Hunt, Random};
pub use placement::random_fleet;
pub use posterior::{Budget, Fleets, Posterior};
pub use waters::Waters;

use crate::dice::Dice;
use std::fmt::Debug;

/// Whoever aims at a fleet that it does not see.
pub trait Gunner<B = u128>: Debug {
    /// The cell to fire at next: never one shot at before. `None` when no cell is worth a shot.
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Option<u32>;
}
