//! Gunnery by density: fire where most ships could lie.

use super::bits::Bits;
use super::chart::Chart;
use super::gunners::pick;
use super::lines::Lines;
use super::slices::Slices;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;

/// Fires at a cell that the most runs of ships afloat could cover, each ship looked at on its own. A
/// run across open hits counts for more, by a factor for each hit. Among equals it fires at the cells
/// of one colour of the chess-board, since a ship of two cells or more lies on both colours.
///
/// The method is the probability density of N. Berry, "Battleship" (`DataGenetics`, 2011). Small boards
/// are counted line by line, others all cells at once. One draw a shot, among the best cells.
#[derive(Clone, Debug)]
pub struct Density<B> {
    lines: Box<Lines<B>>,
    slices: Slices<B>,
    /// Whether the last survey was by lines.
    by_lines: bool,
}

impl<B: Bits> Default for Density<B> {
    fn default() -> Self {
        Self { lines: Box::default(), slices: Slices::default(), by_lines: true }
    }
}

impl<B: Bits> Density<B> {
    /// Counts the runs over each cell.
    fn survey(&mut self, chart: &Chart<B>) {
        self.by_lines = self.lines.survey(chart);
        if !self.by_lines {
            self.slices.survey(chart);
        }
    }

    /// One of the best cells, as of the last survey.
    fn pick(&self, chart: &Chart<B>, dice: &mut dyn Dice) -> Option<u32> {
        let targets = chart.targets();
        let best = if self.by_lines {
            self.lines.largest(&targets)
        } else {
            self.slices.largest(&targets)
        };
        let white = best.and(chart.waters().white());
        pick(if white.is_empty() { &best } else { &white }, dice)
    }

    /// How much the runs over a cell worth a shot count, as of the last shot; at most `u32::MAX`.
    pub(crate) fn weight(&self, cell: u32) -> u32 {
        if self.by_lines { self.lines.weight(cell) } else { self.slices.weight(cell) }
    }
}

impl<B: Bits> Gunner<B> for Density<B> {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        self.survey(chart);
        match self.pick(chart, dice) {
            Some(cell) => Ok(chart.coord(cell)),
            None => Err(Forfeit::NoTarget),
        }
    }

    /// The runs over a cell, as they count.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let cell = chart.waters().cell(at).filter(|cell| chart.targets().has(*cell));
        // Where no run fits any more, all cells left are alike.
        cell.map_or(0.0, |cell| f64::from(self.weight(cell).max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Waters, random_fleet};
    use broadside_core::board::Dims;
    use broadside_core::dice::Twister;

    /// Plays games on boards of all small sizes. Before each shot both ways of counting must agree.
    #[test]
    fn lines_count_what_slices_count() {
        let mut dice = Twister::from_python_seed(&27.into());
        for (rows, cols) in [(10, 10), (3, 10), (10, 4), (1, 7), (5, 5), (9, 8)] {
            for lengths in [&[5, 4, 3, 3, 2][..], &[1, 2, 1], &[4, 1], &[7]] {
                let waters = Waters::<u128>::new(Dims::new(rows, cols).unwrap()).unwrap();
                let Ok(chart) = Chart::new(waters.clone(), lengths) else { continue };
                let Some(fleet) = random_fleet(&waters, lengths, &mut dice) else { continue };
                play(chart, &fleet, &mut dice);
            }
        }
    }

    fn play(mut chart: Chart, fleet: &[u128], dice: &mut Twister) {
        let (mut density, mut slices) = (Density::default(), Slices::default());
        let all = fleet.iter().fold(0, |all, ship| all | ship);
        while chart.unhit() > 0 {
            let at = density.aim(&chart, dice).unwrap();
            assert!(density.by_lines);
            slices.survey(&chart);
            let targets = chart.targets();
            assert_eq!(density.lines.largest(&targets), slices.largest(&targets));
            for cell in targets.cells() {
                assert_eq!(density.weight(cell), slices.weight(cell), "{cell} in {chart:?}");
            }
            let shot = chart.waters().single(chart.waters().cell(at).unwrap());
            let hits = chart.hits() | shot & all;
            let sunk = |ship: &usize| chart.is_afloat(*ship) && fleet[*ship].within(&hits);
            let sunk: Vec<_> = (0..fleet.len()).filter(sunk).collect();
            chart.note_shot(&shot, &(shot & all), &sunk).unwrap();
        }
    }
}
