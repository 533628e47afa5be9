//! The trait of bots that fire.

use super::Chart;
use broadside_core::Forfeit;
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// Aims at a fleet that it does not see: the one trait to implement for a bot that fires.
///
/// A gunner lives for one game. Before each shot it is given all that its side knows, as a [`Chart`]:
/// the size of the board, the lengths of the ships, the cells hit and missed, the ships sunk. It answers
/// with the place to fire at, rows and columns counted from 0 at the top left. All chance comes from
/// `dice`, so that a seed stands for the whole game.
///
/// `B` is the kind of set in which the board's cells are held: [`u128`] for boards of up to 128 cells,
/// words of memory for larger ones. A bot for any board is written once, for all `B:`
/// [`Bits`](super::Bits).
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
    /// The place to fire at next. It must be on the board and not shot at before.
    ///
    /// # Errors
    /// When the gunner gives up or fails; it forfeits the game. An answer that is not a new cell of the
    /// board forfeits it too.
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit>;

    /// The value that the gunner saw in firing at `at` when it aimed last, at this `chart`: more is better,
    /// 0 is none, in a measure of its own. Shown to spectators; 0 by default.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let _ = (chart, at);
        0.0
    }

    /// Called with the chart after the last shot, when the whole fleet is sunk. Most gunners ignore it.
    fn end(&mut self, chart: &Chart<B>) {
        let _ = chart;
    }
}
