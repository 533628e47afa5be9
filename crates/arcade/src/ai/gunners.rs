//! The trait of gunners (bots that only fire), and the gunners that need no list of possible
//! fleets.

use super::bits::Bits;
use super::chart::Chart;
use super::lines::Lines;
use super::placement::below;
use super::slices::Slices;
use broadside_core::Forfeit;
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use std::fmt::Debug;

/// Fires at any target (a cell that was not shot at and is not known to be water), each equally
/// likely. Draws one number for each shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<B: Bits> Gunner<B> for Random {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        aim_among(&chart.targets(), chart, dice)
    }

    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        f64::from(u8::from(chart.is_in(&chart.targets(), at)))
    }
}

/// Fires beside a hit, even if the ship there is sunk. If no target is beside a hit, fires at one
/// colour of a chessboard, and then at any target. Draws one number for each shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunt;

impl<B: Bits> Gunner<B> for Hunt {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        aim_among(&choices(chart), chart, dice)
    }

    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        f64::from(u8::from(chart.is_in(&choices(chart), at)))
    }
}

fn choices<B: Bits>(chart: &Chart<B>) -> B {
    let targets = chart.targets();
    let choices = [beside(chart).and(&targets), chart.waters().white.and(&targets)];
    choices.into_iter().find(|cells| !cells.is_empty()).unwrap_or(targets)
}

fn aim_among<B: Bits>(cells: &B, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
    pick(cells, dice).map(|cell| chart.coord(cell)).ok_or(Forfeit::NoTarget)
}

#[inline(never)]
pub(super) fn pick<B: Bits>(cells: &B, dice: &mut dyn Dice) -> Option<u32> {
    let count = cells.count();
    if count == 0 { None } else { cells.nth(below(dice, count)) }
}

fn beside<B: Bits>(chart: &Chart<B>) -> B {
    let (waters, hits) = (chart.waters(), chart.hits());
    let right = hits.and(&waters.inner).up(1);
    let left = hits.down(1).and(&waters.inner);
    right.or(&left).or(&hits.up(waters.cols())).or(&hits.down(waters.cols()))
}

/// Aims at a hidden fleet. A bot that only fires implements this trait and `Debug`.
///
/// A gunner plays one game. Before each shot it gets a [`Chart`] of everything that its side knows:
/// the size of the board, the lengths of the ships, all hits and misses, and the ships sunk. It
/// answers with the cell to fire at. Rows and columns count from 0 at the top left. A gunner takes
/// all random numbers from `dice`, so that a seed determines the whole game.
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
    /// Returns the cell to fire at next. The cell must be on the board and not shot at before. A
    /// gunner that gives up or fails returns an error, and forfeits the game.
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit>;

    /// Returns how good the target `at` was when the gunner last aimed with this `chart`.
    /// Spectators see this value. A larger value is better, and 0 means that there is no value.
    /// Each gunner has its own unit. The default is 0.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let _ = (chart, at);
        0.0
    }

    /// Called with the last chart when the whole fleet is sunk. Games with other weapons than the
    /// gun do not call this method.
    fn end(&mut self, chart: &Chart<B>) {
        let _ = chart;
    }
}

/// Fires where the runs have the most weight. A run is a place where a ship afloat can lie. A run
/// over an open hit (a hit that lies on no known wreck) has more weight. Among equal cells, the
/// gunner prefers one colour of a chessboard: every ship of two or more cells lies on both colours.
///
/// The method is the probability density of N. Berry, "Battleship" (`DataGenetics`, 2011). Each
/// shot draws one number, to choose among the best cells.
#[derive(Clone, Debug, Default)]
pub struct Density<B> {
    /// Counts the runs line by line; `None` if the board or fleet of the last chart is too large.
    /// Then `slices` counts.
    lines: Option<Box<Lines<B>>>,
    slices: Slices<B>,
}

impl<B: Bits> Density<B> {
    /// Returns the weight of `cell` when the gunner last aimed, at most `u32::MAX`.
    pub(crate) fn weight(&self, cell: u32) -> u32 {
        let lines = self.lines.as_ref();
        lines.map_or_else(|| self.slices.weights.count(cell), |lines| lines.weight(cell))
    }
}

impl<B: Bits> Gunner<B> for Density<B> {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        if !self.lines.as_ref().is_some_and(|lines| lines.are_of(chart)) {
            self.lines = Lines::new(chart).map(Box::new);
        }
        let targets = chart.targets();
        let best = if let Some(lines) = &mut self.lines {
            lines.survey(chart);
            lines.largest(&targets)
        } else {
            self.slices.survey(chart);
            self.slices.weights.largest(&targets)
        };
        let white = best.and(&chart.waters().white);
        aim_among(if white.is_empty() { &best } else { &white }, chart, dice)
    }

    /// Returns the weight of the runs over a cell: at least 1 for a target, and 0 for other cells.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let cell = chart.waters().cell(at).filter(|cell| chart.targets().has(*cell));
        // If no run fits, all targets are equal.
        cell.map_or(0.0, |cell| f64::from(self.weight(cell).max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::random_fleet;
    use crate::ai::testing::{fire, waters};
    use broadside_core::dice::Twister;

    #[test]
    fn lines_count_what_slices_count() {
        let mut dice = Twister::from_python_seed(&27.into());
        let mut games = 0;
        for (rows, cols) in [(10, 10), (3, 10), (10, 4), (1, 7), (5, 5), (9, 8)] {
            for lengths in [&[5, 4, 3, 3, 2][..], &[1, 2, 1], &[4, 1], &[7]] {
                let waters = waters(rows, cols);
                let Ok(chart) = Chart::new(waters.clone(), lengths) else { continue };
                let Some(fleet) = random_fleet(&waters, lengths, &mut dice) else { continue };
                play(chart, &fleet, &mut dice);
                games += 1;
            }
        }
        assert!(games > 12, "{games} games");
    }

    fn play(mut chart: Chart, fleet: &[u128], dice: &mut Twister) {
        let (mut density, mut slices) = (Density::default(), Slices::default());
        while chart.unhit() > 0 {
            let at = density.aim(&chart, dice).unwrap();
            slices.survey(&chart);
            let targets = chart.targets();
            let lines = density.lines.as_ref().expect("lines for a small board");
            assert_eq!(lines.largest(&targets), slices.weights.largest(&targets));
            for cell in targets.cells() {
                let weight = slices.weights.count(cell);
                assert_eq!(density.weight(cell), weight, "{cell} in {chart:?}");
            }
            let shot = chart.waters().single(chart.waters().cell(at).unwrap());
            fire(&mut chart, fleet, shot);
        }
    }
}
