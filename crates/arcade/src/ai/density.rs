//! Gunnery by density: fire where most ships could lie.

use super::bits::Bits;
use super::chart::Chart;
use super::gunners::pick;
use super::tally::Tally;
use super::waters::axes;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;

/// Fires at a cell that the most runs of ships afloat could cover, each ship looked at on its own. A
/// run across open hits counts for more, by a factor for each hit. Among equals it fires at the cells
/// of one colour of the chess-board, since a ship of two cells or more lies on both colours.
///
/// The method is the probability density of N. Berry, "Battleship" (`DataGenetics`, 2011). Here all
/// cells are counted at once in bit slices. One draw a shot, among the best cells.
#[derive(Clone, Debug)]
pub struct Density<B> {
    tally: Tally<B>,
    covered: Tally<B>,
    /// The runs of one ship along one axis: short counters are cheaper to add to.
    runs: Tally<B>,
}

/// A run across one hit more counts for 2^`STEEPNESS` times as much. Found by play: 2 and 4 are worse.
const STEEPNESS: usize = 3;

impl<B> Default for Density<B> {
    fn default() -> Self {
        Self { tally: Tally::default(), covered: Tally::default(), runs: Tally::default() }
    }
}

impl<B: Bits> Density<B> {
    /// Counts the runs over each cell.
    fn survey(&mut self, chart: &Chart<B>) {
        self.tally.clear();
        let open = chart.open_hits();
        let free = chart.targets().or(&open);
        for length in chart.afloat() {
            for axis in axes(length) {
                let starts = chart.waters().starts_on_board(&free, length, axis);
                let step = chart.waters().step(axis);
                if open.is_empty() {
                    self.spread(&starts, length, step, 0);
                } else {
                    self.spread_by_hits(&starts, &open, length, step);
                }
            }
        }
    }

    /// Counts the runs from `starts` for each cell they cover.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls in this loop cost some percent of a game")]
    fn spread(&mut self, starts: &B, length: u32, step: u32, weight: usize) {
        self.runs.clear();
        self.runs.add_runs(starts, length, step);
        self.tally.merge(&self.runs, weight);
    }

    /// Counts the runs from `starts` by the number of open hits under them. A ship afloat keeps a
    /// segment, so that runs of hits only do not count.
    fn spread_by_hits(&mut self, starts: &B, open: &B, length: u32, step: u32) {
        // Where there are no runs, the length may be any number, and its product too large.
        if starts.is_empty() {
            return;
        }
        self.covered.clear();
        for segment in 0..length {
            self.covered.add(&open.down(segment * step), 0);
        }
        for (hits, weight) in (0..length as usize).zip((0..).step_by(STEEPNESS)) {
            let starts = self.covered.equal(hits, starts);
            if !starts.is_empty() {
                self.spread(&starts, length, step, weight);
            }
        }
    }

    /// One of the best of `cells`, as of the last survey.
    pub(super) fn pick_among(
        &self,
        chart: &Chart<B>,
        cells: &B,
        dice: &mut dyn Dice,
    ) -> Option<u32> {
        let best = self.tally.largest(cells);
        let white = best.and(chart.waters().white());
        pick(if white.is_empty() { &best } else { &white }, dice)
    }

    /// How much the runs over `cell` count, as of the last shot; at most `u32::MAX`.
    pub(crate) fn weight(&self, cell: u32) -> u32 {
        self.tally.count(cell)
    }
}

impl<B: Bits> Gunner<B> for Density<B> {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        self.survey(chart);
        let cell = self.pick_among(chart, &chart.targets(), dice);
        cell.map(|cell| chart.coord(cell)).ok_or(Forfeit::NoTarget)
    }

    /// The runs over a cell, as they count.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let cell = chart.waters().cell(at).filter(|cell| chart.targets().has(*cell));
        // Where no run fits any more, all cells left are alike.
        cell.map_or(0.0, |cell| f64::from(self.weight(cell).max(1)))
    }
}
