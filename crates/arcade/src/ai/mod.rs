//! Aiming at a hidden fleet of straight ships.
//!
//! This module has:
//! - the [`Chart`]: what one side knows of the other side's fleet;
//! - strategies that aim by a chart: [`Random`], [`Hunt`], [`Density`] and [`Posterior`];
//! - the fleets that fit a chart: [`Fleets`] and [`visit_fleets`];
//! - random fleets: [`random_fleet`].
//!
//! Each strategy implements [`Gunner`]. A gunner gets only a chart and dice, so it cannot see the
//! hidden fleet. The type for sets of cells is [`u128`] for boards of up to 128 cells, and [`Wide`]
//! for larger boards.
//!
//! This module does not know the rules of any game.
//!
//! ```
//! use broadside_arcade::ai::{Chart, Density, Gunner, Waters};
//! use broadside_core::board::Dims;
//! use broadside_core::dice::Twister;
//!
//! let waters: Waters<u128> = Waters::new(Dims::new(10, 10).expect("positive")).expect("small");
//! let chart = Chart::new(waters, &[5, 4, 3, 2]).expect("they fit");
//! let mut dice = Twister::from_python_seed(&1.into());
//! let at = Density::default().aim(&chart, &mut dice)?;
//! assert!(chart.open_cells().any(|open| open == at));
//! # Ok::<(), broadside_arcade::ai::Forfeit>(())
//! ```

mod bits;
mod chart;
mod fits;
mod forecast;
mod gunners;
mod lines;
mod placement;
mod posterior;
mod slices;
mod sweep;
#[cfg(test)]
mod testing;
mod waters;

pub use broadside_core::Forfeit;

pub use bits::Bits;
#[doc(hidden)]
pub use bits::{Cells, Wide};
pub use chart::{Chart, ChartError};
#[doc(hidden)]
pub use fits::visit_fleets;
pub(crate) use forecast::surprise;
pub use gunners::{Density, Gunner, Hunt, Random};
#[doc(hidden)]
pub use placement::random_fleet;
pub use posterior::Posterior;
#[doc(hidden)]
pub use posterior::{Budget, Fleets};
#[doc(hidden)]
pub use waters::Waters;
