//! The geometry of a board, expressed by sets of cells.

use super::Bits;
use broadside_core::board::{Axis, Coord, Dims};

/// A board with its cells numbered row by row. A *run* is a place for a straight ship. The first
/// cell, the length and the axis of a run determine its cells.
#[derive(Clone, Debug)]
pub struct Waters<B> {
    rows: u32,
    cols: u32,
    all: B,
    /// The cells with a neighbour to the right.
    pub(super) inner: B,
    /// The white cells: the cells of one colour of a chessboard.
    pub(super) white: B,
}

impl<B: Bits> Waters<B> {
    /// Returns the waters of a board; `None` if the board has more than [`Bits::MOST`] cells.
    pub fn new(dims: Dims) -> Option<Self> {
        let area = u32::try_from(dims.area()).ok().filter(|area| *area <= B::MOST)?;
        let (rows, cols) = (u32::try_from(dims.rows()).ok()?, u32::try_from(dims.cols()).ok()?);
        let [mut all, mut inner, mut white] = [0; 3].map(|_| B::none(area));
        for cell in 0..area {
            all.insert(cell);
            if (cell + 1) % cols != 0 {
                inner.insert(cell);
            }
            if (cell / cols + cell % cols) % 2 == 0 {
                white.insert(cell);
            }
        }
        Some(Self { rows, cols, all, inner, white })
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the set of all cells.
    pub const fn all(&self) -> &B {
        &self.all
    }

    /// Returns the empty set.
    pub fn none(&self) -> B {
        B::none(self.rows * self.cols)
    }

    /// Returns the set of one cell. The set is empty if the board has no such cell.
    pub fn single(&self, cell: u32) -> B {
        let mut set = self.none();
        if cell < self.rows * self.cols {
            set.insert(cell);
        }
        set
    }

    /// Returns the row and column of a cell, counted from the top left.
    pub fn coord(&self, cell: u32) -> Coord {
        Coord::new(i64::from(cell / self.cols), i64::from(cell % self.cols))
    }

    /// Returns the number of the cell at `at`; `None` outside the board.
    pub fn cell(&self, at: Coord) -> Option<u32> {
        let (row, col) = (u32::try_from(at.row).ok()?, u32::try_from(at.col).ok()?);
        (row < self.rows && col < self.cols).then(|| row * self.cols + col)
    }

    /// Returns the difference between the numbers of neighbouring cells of a run.
    pub const fn step(&self, axis: Axis) -> u32 {
        match axis {
            Axis::Row => 1,
            Axis::Column => self.cols,
        }
    }

    /// Returns the first cells of all runs of `length` cells that lie within `free`.
    pub fn starts(&self, free: &B, length: u32, axis: Axis) -> B {
        self.starts_on_board(&free.and(&self.all), length, axis)
    }

    /// Works like [`starts`](Self::starts), but `free` must have no cell outside the board.
    pub(super) fn starts_on_board(&self, free: &B, length: u32, axis: Axis) -> B {
        if length == 0 || length > self.rows.max(self.cols) {
            return self.none();
        }
        let mut ahead = free.clone();
        let mut starts = ahead.clone();
        for _ in 1..length {
            ahead = match axis {
                Axis::Row => ahead.down(1).and(&self.inner),
                Axis::Column => ahead.down(self.cols),
            };
            starts = starts.and(&ahead);
        }
        starts
    }

    /// Returns the run from `start`, which must be one of [`starts`](Self::starts).
    pub(super) fn run(&self, start: u32, length: u32, axis: Axis) -> B {
        let mut run = self.none();
        let step = self.step(axis);
        for segment in 0..length {
            run.insert(start + segment * step);
        }
        run
    }

    /// Returns all runs of `length` cells within `free`. Runs in rows come first.
    pub fn runs(&self, free: &B, length: u32) -> impl Iterator<Item = B> + use<'_, B> {
        let free = free.clone();
        axes(length).flat_map(move |axis| {
            let starts = self.starts(&free, length, axis);
            starts.cells().map(move |start| self.run(start, length, axis))
        })
    }

    /// Returns all runs of `length` cells within `free` that contain `cell`.
    pub fn runs_through(
        &self,
        cell: u32,
        free: &B,
        length: u32,
    ) -> impl Iterator<Item = B> + use<'_, B> {
        let free = free.clone();
        axes(length).flat_map(move |axis| {
            let step = self.step(axis);
            let starts = self.starts(&free, length, axis);
            let segments = if starts.is_empty() { 0 } else { length };
            let reached = (0..segments).filter_map(move |segment| cell.checked_sub(segment * step));
            reached
                .filter(move |start| starts.has(*start))
                .map(move |start| self.run(start, length, axis))
        })
    }

    /// Returns the number of runs of `length` cells within `free`.
    pub fn count_runs(&self, free: &B, length: u32) -> u32 {
        axes(length).map(|axis| self.starts(free, length, axis).count()).sum()
    }

    /// Returns the run that has `rank` runs before it in [`runs`](Self::runs).
    pub fn nth_run(&self, free: &B, length: u32, mut rank: u32) -> Option<B> {
        for axis in axes(length) {
            let starts = self.starts(free, length, axis);
            let count = starts.count();
            if rank < count {
                return starts.nth(rank).map(|start| self.run(start, length, axis));
            }
            rank -= count;
        }
        None
    }
}

/// Returns the axes of runs of `length` cells. A run of one cell is the same on both axes, so only
/// one axis is returned.
pub(super) fn axes(length: u32) -> impl Iterator<Item = Axis> {
    Axis::ALL.into_iter().take(if length == 1 { 1 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Wide;

    fn counts<B: Bits>(rows: i64, cols: i64) -> Vec<u32> {
        let waters = Waters::<B>::new(Dims::new(rows, cols).unwrap()).unwrap();
        (1..6).map(|length| waters.count_runs(waters.all(), length)).collect()
    }

    #[test]
    fn runs_do_not_wrap() {
        assert_eq!(counts::<u128>(10, 10), [100, 180, 160, 140, 120]);
        assert_eq!(counts::<Wide>(10, 10), [100, 180, 160, 140, 120]);
        assert_eq!(counts::<Wide>(3, 50), [150, 147 + 100, 144 + 50, 141, 138]);
        assert_eq!(counts::<u128>(1, 3), [3, 2, 1, 0, 0]);
    }

    #[test]
    fn sizes_out_of_range_have_no_runs() {
        let dims = |rows, cols| Dims::new(rows, cols).unwrap();
        assert!(Waters::<u128>::new(dims(12, 12)).is_none());
        assert!(Waters::<Wide>::new(dims(i64::MAX, i64::MAX)).is_none());
        assert!(Waters::<Wide>::new(dims(1 << 20, 1)).is_some());
        let waters = Waters::<u128>::new(dims(10, 10)).unwrap();
        assert_eq!([0, 11, u32::MAX].map(|length| waters.count_runs(waters.all(), length)), [0; 3]);
        assert_eq!(waters.runs_through(5, waters.all(), u32::MAX).count(), 0);
        let beyond = [1 << 120, (1 << 99) | 1 << 109].map(|free| waters.count_runs(&free, 2));
        assert_eq!(beyond, [0, 0]);
        assert_eq!((waters.single(100), waters.single(u32::MAX)), (0, 0));
    }

    #[test]
    fn runs_through_a_cell_hold_it() {
        let waters = Waters::<u128>::new(Dims::new(4, 4).unwrap()).unwrap();
        let through: Vec<_> = waters.runs_through(5, waters.all(), 3).collect();
        assert_eq!(through.len(), 4);
        let all: Vec<_> = waters.runs(waters.all(), 3).collect();
        assert_eq!(all.iter().filter(|run| run.has(5)).count(), 4);
        assert!(through.iter().all(|run| all.contains(run)));
        assert_eq!(waters.nth_run(waters.all(), 3, 7), Some(all[7]));
    }
}
