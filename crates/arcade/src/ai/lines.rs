//! Counts runs (places where a ship can lie) on boards of up to ten rows and columns, line by line.

use super::bits::Bits;
use super::chart::Chart;
use super::slices::STEEPNESS;
use std::sync::LazyLock;
use std::{array, mem};

/// Room for the cells of the largest board, and for unused cells after its last row. `ROOM` is a
/// multiple of 8, because `equal` packs eight cells into a byte.
const ROOM: usize = 112;

/// The weight of each target: the sum of the weights of the runs (places where a ship can lie) that
/// cover it in its row and its column. The open hits in a run raise its weight, see [`STEEPNESS`].
/// Most shots change only one row and one column, so the weights in all other lines are kept.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    /// The number of rows, and the number of columns.
    size: [u32; 2],
    lengths: Vec<u32>,
    afloat: Vec<bool>,
    /// First the ships counted in rows, then those counted in columns. Ships of one cell count only
    /// in rows.
    ships: [Ships; 2],
    free: B,
    open: B,
    rows: [Line; SIDE],
    cols: [Line; SIDE],
    /// The rows and the columns whose counts are out of date. Row or column k is bit k.
    stale: [usize; 2],
    by_row: [Counts; SIDE],
    by_col: [Counts; SIDE],
    /// The weight of each cell. It fits into 31 bits.
    weights: [i32; ROOM],
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(chart: &Chart<B>) -> Option<Self> {
        let size = size(chart);
        if !can_count_by_lines(size, chart.lengths()) {
            return None;
        }
        // A column has a cell for each row of the board, and a row has a cell for each column.
        let [cols, rows] = size.map(|cells| [Line::of_free(cells); SIDE]);
        Some(Self {
            size,
            lengths: chart.lengths().to_vec(),
            afloat: Vec::new(),
            ships: Default::default(),
            free: chart.waters().all().clone(),
            open: chart.waters().none(),
            rows,
            cols,
            stale: [0; 2],
            by_row: Default::default(),
            by_col: Default::default(),
            weights: [0; ROOM],
        })
    }

    pub(super) fn are_of(&self, chart: &Chart<B>) -> bool {
        self.size == size(chart) && self.lengths == chart.lengths()
    }

    pub(super) fn survey(&mut self, chart: &Chart<B>) {
        self.note_ships(chart);
        self.note_cells(chart);
        self.count();
    }

    fn note_ships(&mut self, chart: &Chart<B>) {
        if self.afloat != chart.ships_afloat() {
            chart.ships_afloat().clone_into(&mut self.afloat);
            let afloat = || chart.afloat().map(|length| length as usize);
            self.ships[0].set(afloat());
            self.ships[1].set(afloat().filter(|length| *length > 1));
            self.stale = self.size.map(|lines| (1 << lines) - 1);
        }
    }

    fn note_cells(&mut self, chart: &Chart<B>) {
        let open = chart.open_hits();
        let free = chart.targets().or(&open);
        for cell in free.xor(&self.free).or(&open.xor(&self.open)).cells() {
            let (row, col) = ((cell / self.size[1]) as usize, (cell % self.size[1]) as usize);
            self.rows[row].set(col, free.has(cell), open.has(cell));
            self.cols[col].set(row, free.has(cell), open.has(cell));
            self.stale[0] |= 1 << row;
            self.stale[1] |= 1 << col;
        }
        (self.free, self.open) = (free, open);
    }

    fn count(&mut self) {
        let [rows, cols] = mem::take(&mut self.stale);
        bits(rows).for_each(|row| self.count_row(row));
        bits(cols).for_each(|col| self.count_col(col));
    }

    fn count_row(&mut self, row: usize) {
        let counts = self.rows[row].counts(&self.ships[0]);
        let before = mem::replace(&mut self.by_row[row], counts);
        let first = row * self.size[1] as usize;
        // The counts after the end of a row are 0, so they do not change the cells of the next row.
        // All arrays are equally long, so the processor can add several numbers at once.
        let sums = &mut self.weights[first..first + LINE_ROOM];
        for (sum, change) in sums.iter_mut().zip(changes(&before, &counts)) {
            *sum = sum.wrapping_add(change);
        }
    }

    fn count_col(&mut self, col: usize) {
        let counts = self.cols[col].counts(&self.ships[1]);
        let before = mem::replace(&mut self.by_col[col], counts);
        let (sums, cols) = (&mut self.weights[col..], self.size[1]);
        for (row, change) in (0_u32..).zip(&changes(&before, &counts)[..SIDE]) {
            let sum = &mut sums[row as usize * cols as usize];
            *sum = sum.wrapping_add(*change);
        }
    }

    pub(super) fn largest(&self, targets: &B) -> B {
        let largest = self.weights.into_iter().fold(0, i32::max);
        if largest == 0 { targets.clone() } else { targets.of_bits(self.equal(largest)) }
    }

    fn equal(&self, weight: i32) -> u128 {
        let equal = self.weights.map(|other| u8::from(other == weight));
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(equal.as_chunks().0).for_each(|(byte, bits)| *byte = packed(*bits));
        u128::from_le_bytes(bytes)
    }

    /// Returns the weight of a cell; 0 if the cell is not a target.
    pub(super) fn weight(&self, cell: u32) -> u32 {
        self.weights.get(cell as usize).map_or(0, |weight| weight.cast_unsigned())
    }
}

/// Packs eight bytes of 0 or 1 into the bits of one byte. The first byte becomes the lowest bit.
/// The multiplication moves each bit to its place in the highest byte.
fn packed(bits: [u8; 8]) -> u8 {
    let moved = u64::from_le_bytes(bits).wrapping_mul(0x0102_0408_1020_4080);
    moved.to_le_bytes()[7]
}

fn changes(before: &Counts, now: &Counts) -> Counts {
    array::from_fn(|cell| now[cell].wrapping_sub(before[cell]))
}

fn size<B: Bits>(chart: &Chart<B>) -> [u32; 2] {
    [chart.waters().rows(), chart.waters().cols()]
}

fn can_count_by_lines(size: [u32; 2], lengths: &[u32]) -> bool {
    // `most` is the largest weight that a ship can add to a cell. The `u64` sum of these weights
    // cannot overflow: on such a board a ship has at most ten cells, and a fleet at most a hundred.
    let most = |length: u32| (2 * u64::from(length)) << ((length as usize - 1) * STEEPNESS);
    size.iter().all(|lines| *lines as usize <= SIDE)
        && lengths.iter().map(|length| most(*length)).sum::<u64>() < 1 << 31
}

/// The largest number of rows, and of columns, that can be counted line by line.
pub(super) const SIDE: usize = 10;

/// The length of [`Counts`]: a multiple of 4, because a vector of 128 bits has room for 4 numbers.
const LINE_ROOM: usize = 12;

/// A number for each cell of a line; 0 after the end of the line. Signed numbers are faster to
/// compare than unsigned numbers.
type Counts = [i32; LINE_ROOM];

type Bytes = [u8; 16];

/// For each set of free cells and each length of a ship: how many runs cover each cell.
static COVERED: LazyLock<Box<[[Bytes; SIDE + 1]]>> = LazyLock::new(|| {
    (0..1 << SIDE).map(|free| array::from_fn(|length| covered(free, length))).collect()
});

fn covered(free: usize, length: usize) -> Bytes {
    let mut counts = Bytes::default();
    let starts = (1..length).fold(free, |starts, segment| starts & free >> segment);
    for start in bits(starts) {
        counts[start..start + length].iter_mut().for_each(|count| *count += 1);
    }
    counts
}

fn bits(set: usize) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(place)
    })
}

#[derive(Clone, Debug, Default)]
struct Ships {
    lengths: Vec<usize>,
    of_length: [i32; SIDE + 1],
    longest: usize,
}

impl Ships {
    fn set(&mut self, lengths: impl Iterator<Item = usize>) {
        self.lengths.clear();
        self.lengths.extend(lengths);
        (self.of_length, self.longest) = Default::default();
        for length in &self.lengths {
            self.of_length[*length] += 1;
            self.longest = self.longest.max(*length);
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The cells where a ship afloat may lie, including open hits. Cell k is bit k.
    free: usize,
    /// The open hits: the hits that lie on no known wreck. Cell k is bit k.
    open: usize,
}

impl Line {
    const fn of_free(cells: u32) -> Self {
        Self { free: (1 << cells) - 1, open: 0 }
    }

    fn set(&mut self, place: usize, free: bool, open: bool) {
        let bit = 1 << place;
        self.free = (self.free & !bit) | (usize::from(free) << place);
        self.open = (self.open & !bit) | (usize::from(open) << place);
    }

    /// Returns for each target the total weight of the runs that cover it; 0 for other cells.
    #[inline]
    fn counts(self, ships: &Ships) -> Counts {
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

    #[inline(never)]
    fn count_across_hits(self, ships: &Ships) -> Counts {
        let [unhit, open] = [masks(self.free & !self.open), masks(self.open)];
        let (mut runs, mut steps) = ([1; LINE_ROOM], [0; 2 * LINE_ROOM]);
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
fn masks(set: usize) -> [i32; 2 * LINE_ROOM] {
    let mut masks = [0; 2 * LINE_ROOM];
    let cells = masks.iter_mut().zip(&COVERED[set][1]);
    cells.for_each(|(mask, covered)| *mask = -i32::from(*covered));
    masks
}

/// For each cell, makes the run that begins there one cell longer. If the new cell is an open hit,
/// multiplies the weight of the run by 2^`STEEPNESS`. If it is not free, sets the weight to 0.
fn lengthen(runs: &mut Counts, unhit: &[i32], open: &[i32]) {
    for (run, (unhit, open)) in
        runs.iter_mut().zip(unhit[..LINE_ROOM].iter().zip(&open[..LINE_ROOM]))
    {
        *run = *run & unhit | *run << STEEPNESS & open;
    }
}

/// Adds the weights of the runs of `length` cells, times `ships`. For each cell, `steps` has the
/// weight of the cell minus the weight of the cell before. So a run adds its weight at its first
/// cell, and subtracts this weight after its last cell. A run with hits on all its cells is left
/// out, because no ship afloat can lie there.
fn add_runs(steps: &mut [i32; 2 * LINE_ROOM], runs: &Counts, length: usize, ships: i32) {
    let all_hit = 1 << (length * STEEPNESS);
    let runs = runs.map(|run| if run == all_hit { 0 } else { run.wrapping_mul(ships) });
    let begin = steps[..LINE_ROOM].iter_mut().zip(runs);
    begin.for_each(|(step, run)| *step = step.wrapping_add(run));
    let end = steps[length..length + LINE_ROOM].iter_mut().zip(runs);
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
