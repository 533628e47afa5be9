//! Counts runs (places where a ship can lie) on boards of any size, for all cells at once.

use super::bits::Bits;
use super::chart::Chart;
use super::tally::Tally;
use super::waters::axes;

/// Each hit in a run multiplies the weight of the run by 2^`STEEPNESS`. In test games, 2 and 4 were
/// worse than 3.
pub(super) const STEEPNESS: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Slices<B> {
    tally: Tally<B>,
    /// For each cell, the number of open hits in the run that begins there.
    covered: Tally<B>,
    /// Runs of equal weight. They are counted here first, because adding to short counters is
    /// faster.
    runs: Tally<B>,
}

impl<B: Bits> Slices<B> {
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

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls in this loop cost some percent of a game")]
    fn spread(&mut self, starts: &B, length: u32, step: u32, exponent: usize) {
        self.runs.clear();
        self.runs.add_runs(starts, length, step);
        self.tally.merge(&self.runs, exponent);
    }

    /// The weight grows with the number of open hits in a run. A run that is all hits does not
    /// count, because a ship afloat has at least one segment that is not hit.
    fn spread_by_hits(&mut self, starts: &B, open: &B, length: u32, step: u32) {
        // If there is no run, `length` may be any number, and `segment * step` could overflow.
        if starts.is_empty() {
            return;
        }
        self.covered.clear();
        for segment in 0..length {
            self.covered.add(&open.down(segment * step), 0);
        }
        for (hits, exponent) in (0..length as usize).zip((0..).step_by(STEEPNESS)) {
            let starts = self.covered.equal(hits, starts);
            if !starts.is_empty() {
                self.spread(&starts, length, step, exponent);
            }
        }
    }

    pub(super) fn largest(&self, among: &B) -> B {
        self.tally.largest(among)
    }

    pub(super) fn weight(&self, cell: u32) -> u32 {
        self.tally.count(cell)
    }
}
