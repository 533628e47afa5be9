//! Densities of boards of up to ten rows and columns, kept line by line.

use super::bits::Bits;
use super::chart::Chart;
use super::slices::STEEPNESS;
use std::array;
use std::mem;
use std::sync::LazyLock;

/// The cells of the longest line.
const SIDE: usize = 10;

/// A line has room for whole vectors of the processor.
const ROOM: usize = 12;

/// A number for each cell of a line. The processor compares signed numbers faster.
type Counts = [i32; ROOM];

/// For each length of a ship and each set of free cells: how many runs cover each cell of a line.
/// Byte k is the number of cell k. A fleet has at most 100 cells, so that sums of such numbers stay
/// bytes, and one addition counts for the whole line.
static CALM: LazyLock<[Box<[u128]>; SIDE + 1]> = LazyLock::new(|| {
    array::from_fn(|length| (0..1 << SIDE).map(|free| covered(free, length)).collect())
});

/// How many runs of `length` cells within `free` cover each cell, a byte each.
fn covered(free: usize, length: usize) -> u128 {
    let runs = bits(starts(free, length)).map(|start| start..start + length);
    runs.flatten().map(|cell| 1 << (8 * cell)).sum()
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
}

impl Line {
    fn set(&mut self, place: usize, free: bool, open: bool) {
        let bit = 1 << place;
        self.free = (self.free & !bit) | (usize::from(free) << place);
        self.open = (self.open & !bit) | (usize::from(open) << place);
    }

    /// How much the runs of ships of these lengths count for each cell worth a shot, 0 for the others.
    /// Runs without a hit are looked up.
    fn counts(self, lengths: impl Iterator<Item = usize> + Clone) -> Counts {
        let (calm, table) = (self.free & !self.open, &*CALM);
        let sums: u128 = lengths.clone().map(|length| table[length][calm]).sum();
        let bytes = sums.to_le_bytes();
        let mut counts: Counts = array::from_fn(|place| bytes[place].into());
        if self.open != 0 {
            lengths.for_each(|length| self.add_runs_across_hits(&mut counts, length));
            bits(self.open).for_each(|hit| counts[hit] = 0);
        }
        counts
    }

    /// Adds the runs that hold a hit. A ship afloat keeps a segment: runs of hits only do not count.
    fn add_runs_across_hits(self, counts: &mut Counts, length: usize) {
        for start in bits(starts(self.free, length) & !starts(self.free & !self.open, length)) {
            let hits = (self.open >> start & ((1 << length) - 1)).count_ones() as usize;
            if hits < length {
                let weight = 1 << (hits * STEEPNESS);
                counts[start..start + length].iter_mut().for_each(|count| *count += weight);
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
    afloat: Vec<usize>,
    free: B,
    open: B,
    rows: [Line; SIDE],
    cols: [Line; SIDE],
    /// The rows and columns whose counts are of a position before.
    stale: [usize; 2],
    /// What rows, and what columns, count for each cell, row by row, and the sums of both. Lines only suit where
    /// these sums are small.
    by_rows: [Counts; SIDE],
    by_cols: [Counts; SIDE],
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
            stale: [0; 2],
            by_rows: [[0; ROOM]; SIDE],
            by_cols: [[0; ROOM]; SIDE],
            weights: [[0; ROOM]; SIDE],
        }
    }
}

impl<B: Bits> Lines<B> {
    /// Whether lines can count for this board and fleet: all sums stay within 31 bits.
    pub(super) fn suit(chart: &Chart<B>) -> bool {
        let side = chart.waters().rows().max(chart.waters().cols()) as usize;
        let most = |length: u32| (2 * u64::from(length)) << ((length as usize - 1) * STEEPNESS);
        // On such a board a ship has at most ten cells, and a fleet a hundred.
        side <= SIDE && chart.lengths().iter().map(|length| most(*length)).sum::<u64>() < 1 << 31
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
            self.note_cell(cell, free.has(cell), open.has(cell));
        }
        (self.free, self.open) = (free, open);
        self.count();
    }

    fn note_ships(&mut self, chart: &Chart<B>) {
        let afloat = || chart.afloat().map(|length| length as usize);
        if !afloat().eq(self.afloat.iter().copied()) {
            self.afloat.clear();
            self.afloat.extend(afloat());
            self.stale = self.size.map(|lines| (1 << lines) - 1);
        }
    }

    fn note_cell(&mut self, cell: u32, free: bool, open: bool) {
        let (row, col) = self.place(cell);
        self.rows[row].set(col, free, open);
        self.cols[col].set(row, free, open);
        self.stale[0] |= 1 << row;
        self.stale[1] |= 1 << col;
    }

    fn place(&self, cell: u32) -> (usize, usize) {
        ((cell / self.size[1]) as usize, (cell % self.size[1]) as usize)
    }

    /// Counts the stale lines.
    fn count(&mut self) {
        let [rows, cols] = mem::take(&mut self.stale);
        let lengths = self.afloat.iter().copied();
        for row in bits(rows) {
            self.by_rows[row] = self.rows[row].counts(lengths.clone());
            let sums = self.by_rows[row].iter().zip(&self.by_cols[row]);
            let weights = self.weights[row].iter_mut().zip(sums);
            weights.for_each(|(weight, (row, col))| *weight = row.wrapping_add(*col));
        }
        // A run of one cell is the same run on both axes: it counts in rows.
        let longer = lengths.filter(|length| *length > 1);
        for col in bits(cols) {
            let counts = self.cols[col].counts(longer.clone());
            for (row, count) in counts.into_iter().take(SIDE).enumerate() {
                self.by_cols[row][col] = count;
                self.weights[row][col] = self.by_rows[row][col].wrapping_add(count);
            }
        }
    }

    /// The cells worth a shot that count most; all of them where none counts.
    pub(super) fn largest(&self, targets: &B) -> B {
        // The compiler turns these loops into operations on vectors.
        let mut most = [0; ROOM];
        for row in &self.weights {
            most.iter_mut().zip(row).for_each(|(most, weight)| *most = *weight.max(most));
        }
        let largest = most.into_iter().fold(0, i32::max);
        if largest == 0 {
            return targets.clone();
        }
        let mut best = targets.xor(targets);
        for (row, start) in self.weights.iter().zip((0..).step_by(self.size[1] as usize)) {
            // Most rows have none: this looks at a whole row at once.
            if row.iter().fold(0, |has, weight| has | i32::from(*weight == largest)) != 0 {
                let cells = row.iter().zip(start..).filter(|(weight, _)| **weight == largest);
                cells.for_each(|(_, cell)| best.insert(cell));
            }
        }
        best
    }

    /// How much the runs over a cell count; 0 where no shot is worth it.
    pub(super) fn weight(&self, cell: u32) -> u32 {
        let (row, col) = self.place(cell);
        let weight = self.weights.get(row).and_then(|weights| weights.get(col));
        weight.map_or(0, |weight| weight.cast_unsigned())
    }
}
