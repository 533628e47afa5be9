//! A counter for every cell of a board.

use super::Bits;

/// As many planes as counters usually need.
const WIDTH: usize = 16;

/// A small counter for each cell, held in bit slices: plane k holds bit k of every counter, so that
/// one addition counts for all cells at once (vertical counters).
#[derive(Clone, Debug)]
pub(super) struct Tally<B> {
    planes: Vec<B>,
    none: B,
}

impl<B: Bits> Tally<B> {
    /// All counters at 0.
    pub(super) fn new(none: B) -> Self {
        Self { planes: Vec::with_capacity(WIDTH), none }
    }

    /// Sets all counters to 0.
    pub(super) fn clear(&mut self) {
        self.planes.clear();
    }

    /// Adds 2^`weight` to the counters of `cells`.
    #[inline]
    pub(super) fn add(&mut self, cells: &B, weight: usize) {
        while self.planes.len() < weight {
            self.planes.push(self.none.clone());
        }
        let mut carry = cells.clone();
        for plane in &mut self.planes[weight..] {
            let both = plane.and(&carry);
            *plane = plane.xor(&carry);
            carry = both;
        }
        if !carry.is_empty() {
            self.planes.push(carry);
        }
    }

    /// Adds 1 to the counters of each run of `length` cells from `starts`, `step` apart.
    pub(super) fn add_runs(&mut self, starts: &B, length: u32, step: u32) {
        for segment in 0..length {
            self.add(&starts.up(segment * step), 0);
        }
    }

    /// Adds the counters of `other`, each 2^`weight` times.
    #[inline]
    pub(super) fn merge(&mut self, other: &Self, weight: usize) {
        let width = weight + other.planes.len();
        while self.planes.len() < width {
            self.planes.push(self.none.clone());
        }
        let mut carry = self.none.clone();
        for (plane, term) in self.planes[weight..].iter_mut().zip(&other.planes) {
            let half = plane.xor(term);
            let next = plane.and(term).or(&half.and(&carry));
            *plane = half.xor(&carry);
            carry = next;
        }
        self.add(&carry, width);
    }

    /// The cells of `among` whose counters are largest.
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

    /// The counter of one cell.
    pub(super) fn count(&self, cell: u32) -> u32 {
        let bits = self.planes.iter().enumerate().filter(|(_, plane)| plane.has(cell));
        bits.map(|(weight, _)| 1 << weight).sum()
    }

    /// The cells whose counter is exactly `count`, among `cells`.
    pub(super) fn equal(&self, count: usize, cells: &B) -> B {
        let mut equal = cells.clone();
        for (weight, plane) in self.planes.iter().enumerate() {
            equal = if count >> weight & 1 == 1 { equal.and(plane) } else { equal.minus(plane) };
        }
        if count >> self.planes.len() == 0 { equal } else { self.none.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_with_carries() {
        let mut tally = Tally::new(0_u128);
        for cells in [0b1111_u128, 0b0111, 0b0011, 0b0001] {
            tally.add(&cells, 0);
        }
        tally.add(&0b1000, 2);
        let mut twice = Tally::new(0);
        twice.merge(&tally, 1);
        twice.merge(&tally, 0);
        assert_eq!([0, 1, 2, 3].map(|cell| twice.count(cell)), [12, 9, 6, 15]);
        assert_eq!([0, 1, 2, 3].map(|cell| tally.count(cell)), [4, 3, 2, 5]);
        assert_eq!(tally.largest(&0b1111), 0b1000);
        assert_eq!(tally.largest(&0b0110), 0b0010);
        assert_eq!(tally.equal(3, &0b1111), 0b0010);
        assert_eq!(tally.equal(9, &0b1111), 0);
    }
}
