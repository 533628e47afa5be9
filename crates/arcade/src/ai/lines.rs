//! Densities of boards of up to ten rows and columns, kept line by line.

use super::bits::Bits;
use super::chart::Chart;
use super::line::{self, Counts, Line, SIDE, Ships, bits};
use super::slices::STEEPNESS;
use std::array;
use std::mem;

/// The cells of the largest board, and room behind them for the end of a line.
const ROOM: usize = 112;

/// How much the runs over each cell worth a shot count, for boards of up to ten rows and columns.
///
/// A row and a column each say what they count, and a cell has the sum of both. A shot changes two of
/// the lines; the others keep what they said.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    /// The rows and columns of the board.
    size: [u32; 2],
    /// The lengths of the fleet.
    lengths: Vec<u32>,
    /// Whether lines can count for this board and fleet.
    suit: bool,
    /// Which ships are afloat.
    afloat: Vec<bool>,
    /// The ships that rows, and that columns, count. A run of one cell is the same run on both axes: it
    /// counts in rows.
    ships: [Ships; 2],
    free: B,
    open: B,
    rows: [Line; SIDE],
    cols: [Line; SIDE],
    /// The rows and columns whose counts are of a position before.
    stale: [usize; 2],
    by_row: [Counts; SIDE],
    by_col: [Counts; SIDE],
    /// The sums for each cell. Lines only suit where they are small.
    weights: [i32; ROOM],
}

/// The lines of no board.
impl<B: Bits> Default for Lines<B> {
    fn default() -> Self {
        Self {
            size: [0; 2],
            lengths: Vec::new(),
            suit: false,
            afloat: Vec::new(),
            ships: Default::default(),
            free: B::none(0),
            open: B::none(0),
            rows: Default::default(),
            cols: Default::default(),
            stale: [0; 2],
            by_row: Default::default(),
            by_col: Default::default(),
            weights: [0; ROOM],
        }
    }
}

impl<B: Bits> Lines<B> {
    /// The lines of a board and fleet, nothing counted yet.
    fn new(chart: &Chart<B>, size: [u32; 2]) -> Self {
        let lengths = chart.lengths().to_vec();
        if !suit(size, &lengths) {
            return Self { size, lengths, ..Self::default() };
        }
        let (free, open) = (chart.waters().all().clone(), chart.waters().none());
        let [cols, rows] = size.map(|cells| [Line::of_free(cells); SIDE]);
        Self { size, lengths, suit: true, free, open, rows, cols, ..Self::default() }
    }

    /// Brings the counts up to date with `chart`. `false` if lines cannot count for this board and fleet.
    pub(super) fn survey(&mut self, chart: &Chart<B>) -> bool {
        let size = [chart.waters().rows(), chart.waters().cols()];
        if self.size != size || self.lengths != chart.lengths() {
            *self = Self::new(chart, size);
        }
        if self.suit {
            self.note_ships(chart);
            self.note_cells(chart);
            self.count();
        }
        self.suit
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

    /// Counts the stale lines.
    fn count(&mut self) {
        let [rows, cols] = mem::take(&mut self.stale);
        bits(rows).for_each(|row| self.count_row(row));
        bits(cols).for_each(|col| self.count_col(col));
    }

    fn count_row(&mut self, row: usize) {
        let counts = self.rows[row].counts(&self.ships[0]);
        let before = mem::replace(&mut self.by_row[row], counts);
        let first = row * self.size[1] as usize;
        // The counts behind the end of a line are 0, so that whole vectors may be added.
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

    /// The cells worth a shot that count most; all of them where none counts.
    pub(super) fn largest(&self, targets: &B) -> B {
        let largest = self.weights.into_iter().fold(0, i32::max);
        if largest == 0 { targets.clone() } else { targets.of_bits(self.equal(largest)) }
    }

    /// The cells that count this much.
    fn equal(&self, weight: i32) -> u128 {
        let equal = self.weights.map(|other| u8::from(other == weight));
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(equal.as_chunks().0).for_each(|(byte, bits)| *byte = packed(*bits));
        u128::from_le_bytes(bytes)
    }

    /// How much the runs over a cell count; 0 where no shot is worth it.
    pub(super) fn weight(&self, cell: u32) -> u32 {
        self.weights.get(cell as usize).map_or(0, |weight| weight.cast_unsigned())
    }
}

/// Eight bytes of 0 or 1 as the bits of one, the first byte as the lowest bit: the product moves each of
/// them to a place of its own in the highest byte.
fn packed(bits: [u8; 8]) -> u8 {
    let moved = u64::from_le_bytes(bits).wrapping_mul(0x0102_0408_1020_4080);
    moved.to_le_bytes()[7]
}

/// By how much the counts of a line change.
fn changes(before: &Counts, now: &Counts) -> Counts {
    array::from_fn(|cell| now[cell].wrapping_sub(before[cell]))
}

/// Whether lines can count for a board and fleet: all sums stay within 31 bits.
fn suit(size: [u32; 2], lengths: &[u32]) -> bool {
    // On a board of such a size a ship has at most ten cells, and a fleet a hundred.
    let most = |length: u32| (2 * u64::from(length)) << ((length as usize - 1) * STEEPNESS);
    size.iter().all(|lines| *lines as usize <= SIDE)
        && lengths.iter().map(|length| most(*length)).sum::<u64>() < 1 << 31
}
