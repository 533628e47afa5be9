//! Densities of boards of any size, counted for all cells at once.

use super::bits::Bits;
use super::chart::Chart;
use super::tally::Tally;
use super::waters::axes;

/// A run across one hit more counts for 2^`STEEPNESS` times as much. Found by play: 2 and 4 are worse.
pub(super) const STEEPNESS: usize = 3;

/// How much the runs over each cell count, in bit slices.
#[derive(Clone, Debug)]
pub(super) struct Slices<B> {
    tally: Tally<B>,
    covered: Tally<B>,
    /// The runs of one ship along one axis: short counters are cheaper to add to.
    runs: Tally<B>,
}

impl<B> Default for Slices<B> {
    fn default() -> Self {
        Self { tally: Tally::default(), covered: Tally::default(), runs: Tally::default() }
    }
}

impl<B: Bits> Slices<B> {
    /// Counts the runs over each cell.
    pub(super) fn survey(&mut self, chart: &Chart<B>) {
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

    /// The cells of `among` that count most.
    pub(super) fn largest(&self, among: &B) -> B {
        self.tally.largest(among)
    }

    /// How much the runs over `cell` count, at most `u32::MAX`.
    pub(super) fn weight(&self, cell: u32) -> u32 {
        self.tally.count(cell)
    }
}
