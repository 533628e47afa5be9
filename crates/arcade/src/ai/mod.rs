//! Aiming at a hidden fleet of straight ships.
//!
//! What lives here: the [`Chart`] of what one side knows, the strategies that read it ([`Random`],
//! [`Hunt`], [`Density`], [`Posterior`]), the fleets that fit a chart ([`Fleets`], [`visit_fleets`]), and
//! fleets at random ([`random_fleet`]). A strategy is handed a chart and dice and nothing else, so it
//! cannot see the fleet that it aims at; every [`Gunner`] is one. Boards of up to 128 cells
//! live in a [`u128`], larger ones in [`Wide`].
//!
//! What it does not know: any rule-set, its weapons, turns, words, or what a shot costs.
//!
//! ```
//! use broadside_arcade::ai::{Bits, Chart, Density, Gunner, Waters};
//! use broadside_core::board::Dims;
//! use broadside_core::dice::Twister;
//!
//! let waters: Waters<u128> = Waters::new(Dims::new(10, 10).expect("positive")).expect("small");
//! let mut chart = Chart::new(waters, &[5, 4, 3, 2]).expect("they fit");
//! let mut dice = Twister::from_python_seed(&1.into());
//! let cell = Density::default().aim(&chart, &mut dice)?;
//! let shot = chart.waters().single(cell);
//! chart.note_shot(&shot, &shot, &[]).expect("a new cell");
//! assert!(chart.open_hits().has(cell));
//! # Ok::<(), broadside_arcade::ai::Forfeit>(())
//! ```

mod bits;
mod chart;
mod density;
mod fits;
mod forecast;
mod gunner;
mod gunners;
mod placement;
mod posterior;
mod sweep;
mod tally;
mod waters;

pub use broadside_core::Forfeit;

pub use bits::{Bits, Cells, Wide};
pub use chart::{Chart, ChartError};
pub use density::Density;
pub use fits::visit_fleets;
pub use forecast::surprise;
pub use gunner::Gunner;
pub use gunners::{Hunt, Random};
pub use placement::random_fleet;
pub use posterior::{Budget, Fleets, Posterior};
pub use waters::Waters;
