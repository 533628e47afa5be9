//! The trait of bots that only fire.

use super::Chart;
use broadside_core::Forfeit;
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// Aims at a hidden fleet: the one trait to implement for a bot that only fires.
///
/// A gunner plays one game. Before each shot it gets everything that its side knows, as a [`Chart`]: the size of the
/// board, the lengths of the ships, the cells hit and missed, the ships sunk. It answers with the place to fire at;
/// rows and columns count from 0 at the top left. All random numbers come from `dice`, so that a seed determines the
/// whole game.
///
/// `B` is the type for sets of cells: [`u128`] for boards of up to 128 cells, another type for larger boards. A bot for
/// any board is written once, for all `B:` [`Bits`](super::Bits).
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
    /// The place to fire at next. It must be a cell of the board that was not shot at before; any other place forfeits
    /// the game.
    ///
    /// # Errors
    /// When the gunner gives up or fails; it forfeits the game.
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit>;

    /// How good a target `at` was for the gunner when it last aimed, with this `chart`. A larger value is better, and 0
    /// means no value; the unit is the gunner's own. Shown to spectators; 0 by default.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let _ = (chart, at);
        0.0
    }

    /// Called with the final chart, when the whole fleet is sunk. Most gunners ignore it.
    fn end(&mut self, chart: &Chart<B>) {
        let _ = chart;
    }
}
