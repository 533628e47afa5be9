//! Densities of boards of up to ten rows and columns, kept line by line.

use super::bits::Bits;
use super::chart::Chart;
use super::density::STEEPNESS;
use std::array;
use std::sync::LazyLock;

/// The cells of the longest line.
const SIDE: usize = 10;

/// A number for each cell of a line. There is room for whole vectors of the processor.
type Counts = [u32; 16];

/// For each length of a ship and each set of free cells: how many runs cover each cell of a line.
static CALM: LazyLock<[Box<[[u8; 16]]>; SIDE + 1]> = LazyLock::new(|| {
    array::from_fn(|length| (0..1 << SIDE).map(|free| covered(free, length)).collect())
});

/// How many runs of `length` cells within `free` cover each cell.
fn covered(free: usize, length: usize) -> [u8; 16] {
    let mut counts = [0; 16];
    for start in bits(starts(free, length)) {
        counts[start..start + length].iter_mut().for_each(|count| *count += 1);
    }
    counts
}

/// The first cells of the runs of `length` cells within `free`.
fn starts(free: usize, length: usize) -> usize {
    (1..length).fold(if length == 0 { 0 } else { free }, |starts, segment| starts & free >> segment)
}

/// The places of the ones, ascending.
fn bits(set: usize) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(place)
    })
}

/// One row or column.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The cells where a ship may lie, hits among them: cell k is bit k.
    free: usize,
    /// The open hits.
    open: usize,
    /// Whether the counts are of a position before.
    stale: bool,
    /// How much the runs along the line count for each cell.
    counts: Counts,
}

impl Line {
    fn set(&mut self, place: usize, free: bool, open: bool) {
        let bit = 1 << place;
        self.free = self.free & !bit | usize::from(free) * bit;
        self.open = self.open & !bit | usize::from(open) * bit;
        self.stale = true;
    }

    /// Counts the runs of ships of these lengths anew: those without a hit are looked up.
    fn count(&mut self, lengths: impl Iterator<Item = usize> + Clone) {
        let calm = self.free & !self.open;
        let mut sums = [0_u8; 16];
        for length in lengths.clone() {
            let covered = &CALM[length][calm];
            sums.iter_mut().zip(covered).for_each(|(sum, count)| *sum += count);
        }
        self.counts = sums.map(u32::from);
        if self.open != 0 {
            lengths.for_each(|length| self.count_across_hits(calm, length));
        }
    }

    /// Adds the runs that hold a hit. A ship afloat keeps a segment: runs of hits only do not count.
    fn count_across_hits(&mut self, calm: usize, length: usize) {
        for start in bits(starts(self.free, length) & !starts(calm, length)) {
            let hits = (self.open >> start & ((1 << length) - 1)).count_ones() as usize;
            if hits < length {
                let weight = 1 << (hits * STEEPNESS);
                self.counts[start..start + length].iter_mut().for_each(|count| *count += weight);
            }
        }
    }
}

/// How much the runs over each cell worth a shot count, for boards of up to ten rows and columns.
///
/// A row and a column each say what they count, and a cell has the sum of both. A shot changes two of
/// the lines; the others keep what they said.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    /// The rows and columns of the board.
    size: [u32; 2],
    /// The lengths of the ships afloat.
    afloat: Vec<u32>,
    free: B,
    open: B,
    rows: [Line; SIDE],
    cols: [Line; SIDE],
    weights: [Counts; SIDE],
}

impl<B: Bits> Default for Lines<B> {
    fn default() -> Self {
        Self {
            size: [0, 1],
            afloat: Vec::new(),
            free: B::none(0),
            open: B::none(0),
            rows: [Line::default(); SIDE],
            cols: [Line::default(); SIDE],
            weights: [[0; 16]; SIDE],
        }
    }
}

impl<B: Bits> Lines<B> {
    /// Whether lines can count for this board and fleet: all sums stay within 32 bits.
    pub(super) fn suit(chart: &Chart<B>) -> bool {
        let most = |length: u32| {
            let weight = 1_u64.checked_shl((length - 1) * STEEPNESS as u32).unwrap_or(u64::MAX);
            weight.saturating_mul(2 * u64::from(length))
        };
        let side = chart.waters().rows().max(chart.waters().cols());
        let sum = chart.lengths().iter().map(|length| most(*length)).fold(0, u64::saturating_add);
        side as usize <= SIDE && sum <= u32::MAX.into()
    }

    /// Brings the counts up to date with `chart`.
    pub(super) fn survey(&mut self, chart: &Chart<B>) {
        let size = [chart.waters().rows(), chart.waters().cols()];
        if self.size != size {
            *self = Self { size, ..Self::default() };
        }
        self.note_ships(chart);
        let open = chart.open_hits();
        let free = chart.targets().or(&open);
        for cell in free.xor(&self.free).or(&open.xor(&self.open)).cells() {
            let (row, col) = self.place(cell);
            let (free, open) = (free.has(cell), open.has(cell));
            self.rows[row].set(col, free, open);
            self.cols[col].set(row, free, open);
        }
        (self.free, self.open) = (free, open);
        self.count();
    }

    fn note_ships(&mut self, chart: &Chart<B>) {
        if !chart.afloat().eq(self.afloat.iter().copied()) {
            self.afloat.clear();
            self.afloat.extend(chart.afloat());
            let lines = self.rows.iter_mut().chain(&mut self.cols);
            lines.for_each(|line| line.stale = true);
        }
    }

    fn place(&self, cell: u32) -> (usize, usize) {
        ((cell / self.size[1]) as usize, (cell % self.size[1]) as usize)
    }

    /// Counts the stale lines, then weighs the cells on them.
    fn count(&mut self) {
        let lengths = self.afloat.iter().map(|length| *length as usize);
        // A run of one cell is the same run on both axes: it counts in rows.
        let longer = lengths.clone().filter(|length| *length > 1);
        let mut stale_cols = 0;
        for (place, col) in self.cols.iter_mut().enumerate().filter(|(_, col)| col.stale) {
            col.count(longer.clone());
            stale_cols |= 1 << place;
            col.stale = false;
        }
        for (place, (row, weights)) in self.rows.iter_mut().zip(&mut self.weights).enumerate() {
            let mut changed = stale_cols;
            if row.stale {
                row.count(lengths.clone());
                changed = (1 << SIDE) - 1;
                row.stale = false;
            }
            let targets = row.free & !row.open;
            for col in bits(changed) {
                let worth = targets >> col & 1 == 1;
                weights[col] =
                    if worth { row.counts[col] + self.cols[col].counts[place] } else { 0 };
            }
        }
    }

    /// The cells worth a shot that count most; all of them where none counts.
    pub(super) fn largest(&self, targets: &B) -> B {
        let most = self.weights.map(|weights| weights.into_iter().fold(0, u32::max));
        let largest = most.into_iter().fold(0, u32::max);
        if largest == 0 {
            return targets.clone();
        }
        let mut best = targets.xor(targets);
        for row in (0..SIDE).filter(|row| most[*row] == largest) {
            let first = row as u32 * self.size[1];
            let cells = (first..).zip(&self.weights[row]).filter(|(_, weight)| **weight == largest);
            cells.for_each(|(cell, _)| best.insert(cell));
        }
        best
    }

    /// How much the runs over a cell count; 0 where no shot is worth it.
    pub(super) fn weight(&self, cell: u32) -> u32 {
        let (row, col) = self.place(cell);
        self.weights.get(row).map_or(0, |weights| weights[col])
    }
}
