//! Counts the runs in one row or column of up to ten cells. A run is a place for a ship: free cells
//! side by side, as many as the ship is long.

use super::slices::STEEPNESS;
use std::array;
use std::sync::LazyLock;

/// The number of cells of the longest row or column.
pub(super) const SIDE: usize = 10;

/// The length of [`Counts`]. It is a multiple of 4, because a vector of 128 bits has room for 4
/// numbers of 32 bits.
pub(super) const ROOM: usize = 12;

/// A number for each cell of a line; 0 after its end. The numbers are signed, because the processor
/// compares signed numbers faster.
pub(super) type Counts = [i32; ROOM];

type Bytes = [u8; 16];

/// For each set of free cells and each length of a ship: how many runs cover each cell.
static COVERED: LazyLock<Box<[[Bytes; SIDE + 1]]>> = LazyLock::new(|| {
    (0..1 << SIDE).map(|free| array::from_fn(|length| covered(free, length))).collect()
});

/// Returns for each cell how many runs of `length` free cells cover it.
fn covered(free: usize, length: usize) -> Bytes {
    let mut counts = Bytes::default();
    let starts = (1..length).fold(free, |starts, segment| starts & free >> segment);
    for start in bits(starts) {
        counts[start..start + length].iter_mut().for_each(|count| *count += 1);
    }
    counts
}

pub(super) fn bits(set: usize) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(place)
    })
}

#[derive(Clone, Debug, Default)]
pub(super) struct Ships {
    lengths: Vec<usize>,
    /// The number of ships of each length.
    of_length: [i32; SIDE + 1],
    longest: usize,
}

impl Ships {
    pub(super) fn set(&mut self, lengths: impl Iterator<Item = usize>) {
        self.lengths.clear();
        self.lengths.extend(lengths);
        (self.of_length, self.longest) = Default::default();
        for length in &self.lengths {
            self.of_length[*length] += 1;
            self.longest = self.longest.max(*length);
        }
    }
}

/// One row or column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    /// The cells where a ship afloat may lie, including open hits. Cell k is bit k.
    free: usize,
    /// The open hits: the hits that no known wreck explains. Cell k is bit k.
    open: usize,
}

impl Line {
    pub(super) const fn of_free(cells: u32) -> Self {
        Self { free: (1 << cells) - 1, open: 0 }
    }

    pub(super) fn set(&mut self, place: usize, free: bool, open: bool) {
        let bit = 1 << place;
        self.free = (self.free & !bit) | (usize::from(free) << place);
        self.open = (self.open & !bit) | (usize::from(open) << place);
    }

    /// Returns for each target the total weight of the runs that cover it; 0 for other cells.
    #[inline]
    pub(super) fn counts(self, ships: &Ships) -> Counts {
        if self.open == 0 { self.look_up(ships) } else { self.count_across_hits(ships) }
    }

    /// Returns the weights in a line without open hits. A ship of n cells has at most n runs that
    /// cover a given cell. A fleet has at most 100 cells, so the sums fit into bytes.
    #[inline]
    fn look_up(self, ships: &Ships) -> Counts {
        let covered = &COVERED[self.free];
        let mut sums = Bytes::default();
        for length in &ships.lengths {
            let counts = sums.iter_mut().zip(&covered[*length]);
            counts.for_each(|(sum, count)| *sum = sum.wrapping_add(*count));
        }
        array::from_fn(|cell| sums[cell].into())
    }

    /// Returns the weights in a line with open hits.
    #[inline(never)]
    fn count_across_hits(self, ships: &Ships) -> Counts {
        let [unhit, open] = [masks(self.free & !self.open), masks(self.open)];
        let (mut runs, mut steps) = ([1; ROOM], [0; 2 * ROOM]);
        for length in 1..=ships.longest {
            lengthen(&mut runs, &unhit[length - 1..], &open[length - 1..]);
            add_runs(&mut steps, &runs, length, ships.of_length[length]);
        }
        let mut count = 0_i32;
        array::from_fn(|cell| {
            count = count.wrapping_add(steps[cell]);
            count & unhit[cell]
        })
    }
}

/// Returns a mask for each cell: all bits 1 if the cell is in the set, and 0 otherwise.
fn masks(set: usize) -> [i32; 2 * ROOM] {
    let mut masks = [0; 2 * ROOM];
    let cells = masks.iter_mut().zip(&COVERED[set][1]);
    cells.for_each(|(mask, covered)| *mask = -i32::from(*covered));
    masks
}

/// Lengthens the run that begins at each cell. Its weight becomes 0 if the new cell is not free.
fn lengthen(runs: &mut Counts, unhit: &[i32], open: &[i32]) {
    for (run, (unhit, open)) in runs.iter_mut().zip(unhit[..ROOM].iter().zip(&open[..ROOM])) {
        *run = *run & unhit | *run << STEEPNESS & open;
    }
}

/// Adds the weights of the runs of `length` cells, times the number of `ships`. `steps` has for
/// each cell its weight minus the weight of the cell before. So a run adds its weight where it
/// begins, and subtracts it after its end. A run that is all hits does not count, because no
/// ship afloat lies on it.
fn add_runs(steps: &mut [i32; 2 * ROOM], runs: &Counts, length: usize, ships: i32) {
    let all_hit = 1 << (length * STEEPNESS);
    let runs = runs.map(|run| if run == all_hit { 0 } else { run.wrapping_mul(ships) });
    let begin = steps[..ROOM].iter_mut().zip(runs);
    begin.for_each(|(step, run)| *step = step.wrapping_add(run));
    let end = steps[length..length + ROOM].iter_mut().zip(runs);
    end.for_each(|(step, run)| *step = step.wrapping_sub(run));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ship_as_long_as_the_line_counts_once_for_each_cell() {
        let mut ships = Ships::default();
        ships.set([SIDE].into_iter());
        let mut line = Line::of_free(10);
        let mut each_cell = Counts::default();
        each_cell[..SIDE].fill(1);
        assert_eq!(line.counts(&ships), each_cell);
        line.set(4, true, true);
        each_cell[..SIDE].fill(1 << STEEPNESS);
        each_cell[4] = 0;
        assert_eq!(line.counts(&ships), each_cell);
    }
}
