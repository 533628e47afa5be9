//! Counts runs (places where a ship can lie) on boards of any size, for all cells at once.

use super::bits::Bits;
use super::chart::Chart;
use super::waters::{Waters, axes};

/// Each [open hit](Chart::open_hits) in a run multiplies the weight of the run by 2^`STEEPNESS`. In
/// test games, 2 and 4 were worse.
pub(super) const STEEPNESS: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Slices<B> {
    /// For each cell, the weight of the runs over it.
    pub(super) weights: Tally<B>,
    /// For each cell, the number of open hits in the run that begins there.
    covered: Tally<B>,
    /// The runs of one weight. They are counted here first, because adding to short counters is
    /// faster than adding to the long counters of `weights`.
    runs: Tally<B>,
}

impl<B: Bits> Slices<B> {
    pub(super) fn survey(&mut self, chart: &Chart<B>) {
        self.weights.clear();
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

    /// Adds the runs from `starts`, each with the weight 2^`exponent`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls would cost some percent of the time of a game")]
    fn spread(&mut self, starts: &B, length: u32, step: u32, exponent: usize) {
        self.runs.clear();
        self.runs.add_runs(starts, length, step);
        self.weights.merge(&self.runs, exponent);
    }

    /// Adds the runs from `starts`. The weight of a run grows with the number of open hits in it. A
    /// run with hits on all its cells is left out, because a ship afloat has at least one segment
    /// without a hit.
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
}

/// The number of planes (see [`Tally`]) for which space is reserved. More are rarely needed.
const WIDTH: usize = 16;

/// A small counter for each cell. The counters are vertical (bit slices): they are stored as
/// planes, and plane k has bit k of every counter. So one addition works on all cells at once.
#[derive(Clone, Debug)]
pub(super) struct Tally<B> {
    planes: Vec<B>,
}

impl<B> Default for Tally<B> {
    fn default() -> Self {
        Self { planes: Vec::with_capacity(WIDTH) }
    }
}

impl<B: Bits> Tally<B> {
    pub(super) fn clear(&mut self) {
        self.planes.clear();
    }

    /// Adds 2^`exponent` to the counters of `cells`.
    #[inline]
    pub(super) fn add(&mut self, cells: &B, exponent: usize) {
        self.widen(exponent, cells);
        let mut carry = cells.clone();
        for plane in &mut self.planes[exponent..] {
            let both = plane.and(&carry);
            *plane = plane.xor(&carry);
            carry = both;
        }
        if !carry.is_empty() {
            self.planes.push(carry);
        }
    }

    /// Adds 1 to the cells of each run within `free`, a part of the board. Returns the number of
    /// runs.
    pub(super) fn add_all_runs(&mut self, waters: &Waters<B>, free: &B, length: u32) -> u32 {
        let runs = axes(length).map(|axis| {
            let starts = waters.starts_on_board(free, length, axis);
            self.add_runs(&starts, length, waters.step(axis));
            starts.count()
        });
        runs.sum()
    }

    /// Adds 1 to the cells of each run from `starts`. Neighbouring cells of a run are `step` apart.
    pub(super) fn add_runs(&mut self, starts: &B, length: u32, step: u32) {
        // If there is no run, `length` may be any number, and `segment * step` could overflow.
        if !starts.is_empty() {
            for segment in 0..length {
                self.add(&starts.up(segment * step), 0);
            }
        }
    }

    /// Adds the counters of `other`, times 2^`exponent`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls would cost some percent of the time of a game")]
    pub(super) fn merge(&mut self, other: &Self, exponent: usize) {
        let Some(plane) = other.planes.first() else { return };
        let mut carry = plane.of_bits(0);
        let width = exponent + other.planes.len();
        self.widen(width, &carry);
        for (plane, term) in self.planes[exponent..].iter_mut().zip(&other.planes) {
            let half = plane.xor(term);
            let next = plane.and(term).or(&half.and(&carry));
            *plane = half.xor(&carry);
            carry = next;
        }
        self.add(&carry, width);
    }

    /// Adds empty planes until there are `width`. `cells` may be any set of cells of the board.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of `add` and `merge`")]
    fn widen(&mut self, width: usize, cells: &B) {
        while self.planes.len() < width {
            self.planes.push(cells.of_bits(0));
        }
    }

    pub(super) fn largest(&self, among: &B) -> B {
        let mut best = among.clone();
        for plane in self.planes.iter().rev() {
            let set = best.and(plane);
            if !set.is_empty() {
                best = set;
            }
        }
        best
    }

    /// Returns the counter of one cell, at most `u32::MAX`.
    pub(super) fn count(&self, cell: u32) -> u32 {
        let weights = (0..).map(|exponent| 1_u32.checked_shl(exponent).unwrap_or(u32::MAX));
        let bits = self.planes.iter().zip(weights).filter(|(plane, _)| plane.has(cell));
        bits.fold(0, |count, (_, weight)| count.saturating_add(weight))
    }

    pub(super) fn equal(&self, count: usize, cells: &B) -> B {
        let mut equal = cells.clone();
        for (exponent, plane) in (0..).zip(&self.planes) {
            let bit = count.checked_shr(exponent).unwrap_or(0) & 1;
            equal = if bit == 1 { equal.and(plane) } else { equal.minus(plane) };
        }
        let width = u32::try_from(self.planes.len()).unwrap_or(u32::MAX);
        if count.checked_shr(width).unwrap_or(0) == 0 { equal } else { cells.of_bits(0) }
    }
}
