//! The trait of bots that only fire.

use super::Chart;
use broadside_core::Forfeit;
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// Aims at a hidden fleet. A bot that only fires implements this trait and `Debug`.
///
/// A gunner plays one game. Before each shot it gets everything that its side knows, as a
/// [`Chart`]: the size of the board, the lengths of the ships, the cells hit and missed, and the
/// ships sunk. It answers with the place to fire at. Rows and columns count from 0 at the top left.
/// A gunner takes all random numbers from `dice`, so that a seed determines the whole game.
///
/// `B` is the type for sets of cells: [`u128`] for boards of up to 128 cells. A bot that implements
/// the trait for all `B:` [`Bits`](super::Bits) plays on larger boards too.
///
/// ```
/// use broadside_arcade::ai::{Bits, Chart, Forfeit, Gunner};
/// use broadside_core::board::Coord;
/// use broadside_core::dice::Dice;
///
/// /// Fires at the first cell that is left.
/// #[derive(Debug)]
/// struct RowByRow;
///
/// impl<B: Bits> Gunner<B> for RowByRow {
///     fn aim(&mut self, chart: &Chart<B>, _: &mut dyn Dice) -> Result<Coord, Forfeit> {
///         chart.open_cells().next().ok_or(Forfeit::NoTarget)
///     }
/// }
/// ```
pub trait Gunner<B = u128>: Debug {
    /// Returns the place to fire at next. It must be a new cell of the board.
    ///
    /// # Errors
    /// If the gunner gives up or fails. It then forfeits the game.
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit>;

    /// Returns how good a target `at` was when the gunner last aimed with this `chart`. Spectators
    /// see this value. A larger value is better, 0 means that there is no value, and each gunner
    /// has its own unit. The default is 0.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let _ = (chart, at);
        0.0
    }

    /// In games that only fire, called with the last chart when the whole fleet is sunk. Most
    /// gunners do nothing here.
    fn end(&mut self, chart: &Chart<B>) {
        let _ = chart;
    }
}
