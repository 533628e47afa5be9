//! The density gunner: fires where most ships can lie.

use super::bits::Bits;
use super::chart::Chart;
use super::gunners::aim_among;
use super::lines::Lines;
use super::slices::Slices;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;

/// Fires at a cell that the most runs cover. A run is a place where a ship afloat can lie. Each
/// ship is placed as if it were the only one. An open hit (a hit that no known wreck explains)
/// makes the runs over it heavier. Among equal cells, the gunner prefers one colour of a
/// chessboard, because every ship of two or more cells lies on both colours.
///
/// The method is the probability density of N. Berry, "Battleship" (`DataGenetics`, 2011). Each
/// shot draws one number, to choose among the best cells.
#[derive(Clone, Debug, Default)]
pub struct Density<B> {
    /// Counts the runs line by line; `None` if this is not possible for the last chart.
    lines: Option<Box<Lines<B>>>,
    slices: Slices<B>,
}

impl<B: Bits> Density<B> {
    /// Returns the weight of a target, at most `u32::MAX`, as counted when the gunner last aimed.
    pub(crate) fn weight(&self, cell: u32) -> u32 {
        self.lines.as_ref().map_or_else(|| self.slices.weight(cell), |lines| lines.weight(cell))
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
            self.slices.largest(&targets)
        };
        let white = best.and(chart.waters().white());
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
        for (rows, cols) in [(10, 10), (3, 10), (10, 4), (1, 7), (5, 5), (9, 8)] {
            for lengths in [&[5, 4, 3, 3, 2][..], &[1, 2, 1], &[4, 1], &[7]] {
                let waters = waters(rows, cols);
                let Ok(chart) = Chart::new(waters.clone(), lengths) else { continue };
                let Some(fleet) = random_fleet(&waters, lengths, &mut dice) else { continue };
                play(chart, &fleet, &mut dice);
            }
        }
    }

    fn play(mut chart: Chart, fleet: &[u128], dice: &mut Twister) {
        let (mut density, mut slices) = (Density::default(), Slices::default());
        while chart.unhit() > 0 {
            let at = density.aim(&chart, dice).unwrap();
            slices.survey(&chart);
            let targets = chart.targets();
            let lines = density.lines.as_ref().expect("small boards suit lines");
            assert_eq!(lines.largest(&targets), slices.largest(&targets));
            for cell in targets.cells() {
                assert_eq!(density.weight(cell), slices.weight(cell), "{cell} in {chart:?}");
            }
            let shot = chart.waters().single(chart.waters().cell(at).unwrap());
            fire(&mut chart, fleet, shot);
        }
    }
}
