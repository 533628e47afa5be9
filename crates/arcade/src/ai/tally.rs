//! A tally: a counter for every cell of a board.

use super::Bits;
use super::waters::{Waters, axes};

/// The number of planes (see [`Tally`]) for which space is reserved. More are rarely needed.
const WIDTH: usize = 16;

/// A small counter for each cell. The counters are stored as planes, and plane k has bit k of every
/// counter (vertical counters, also called bit slices). So one addition works on all cells at once.
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

    /// Adds 1 to the cells of each run of `length` cells within `free`, and returns the number of
    /// runs. `free` must be part of the board.
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

    /// Adds 2^`exponent` times the counters of `other`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls in this loop cost some percent of a game")]
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

    /// Adds empty planes until there are `width`. `cells` is any set of the board.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of `add` and `merge`")]
    fn widen(&mut self, width: usize, cells: &B) {
        while self.planes.len() < width {
            self.planes.push(cells.of_bits(0));
        }
    }

    /// Returns the cells of `among` with the largest counter.
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

    /// Returns those of `cells` whose counter is `count`.
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
