//! Counts runs (places where a ship can lie) on boards of up to ten rows and columns, line by line.

use super::bits::Bits;
use super::chart::Chart;
use super::line::{self, Counts, Line, SIDE, Ships, bits};
use super::slices::STEEPNESS;
use std::array;
use std::mem;

/// Room for the cells of the largest board, and for unused cells after its last row.
const ROOM: usize = 112;

/// The weight of the runs over each target: the sum of the counts in its row and in its column.
/// Most shots change only one row and one column, so all other lines keep their counts.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    /// The number of rows and the number of columns.
    size: [u32; 2],
    lengths: Vec<u32>,
    afloat: Vec<bool>,
    /// The ships counted in rows, and the ships counted in columns. A run of one cell is equal on
    /// both axes, so it counts only in rows.
    ships: [Ships; 2],
    free: B,
    open: B,
    rows: [Line; SIDE],
    cols: [Line; SIDE],
    /// The rows and the columns whose counts are out of date, as bits.
    stale: [usize; 2],
    by_row: [Counts; SIDE],
    by_col: [Counts; SIDE],
    /// The weight of each cell. It fits into 31 bits.
    weights: [i32; ROOM],
}

impl<B: Bits> Lines<B> {
    /// Returns lines not yet counted; `None` if the runs cannot be counted by lines.
    pub(super) fn new(chart: &Chart<B>) -> Option<Self> {
        let size = size(chart);
        if !can_count_by_lines(size, chart.lengths()) {
            return None;
        }
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
        let sums = &mut self.weights[first..first + line::ROOM];
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

    /// Returns the targets with the largest weight, or all targets if every weight is 0.
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

/// The board must have at most ten rows and columns, and all weights must fit into 31 bits.
fn can_count_by_lines(size: [u32; 2], lengths: &[u32]) -> bool {
    // The sum cannot overflow: on such a board a ship has at most ten cells, and a fleet at most a
    // hundred.
    let most = |length: u32| (2 * u64::from(length)) << ((length as usize - 1) * STEEPNESS);
    size.iter().all(|lines| *lines as usize <= SIDE)
        && lengths.iter().map(|length| most(*length)).sum::<u64>() < 1 << 31
}
