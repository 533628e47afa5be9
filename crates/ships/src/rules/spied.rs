//! The squares of three by three fields that planes have seen (spec ships §5 and §6).

use broadside_core::board::{Coord, Rect};
use std::collections::BTreeMap;

/// Returns the square that a plane over `at` sees. It may reach beyond the board.
#[doc(hidden)]
pub fn plane_square(at: Coord) -> Rect {
    Rect::around(at, 1)
}

/// A run of neighbouring fields in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The row, from 0.
    pub row: i64,
    /// The first column.
    pub first: i64,
    /// The last column.
    pub last: i64,
}

/// The fields that the planes of a side have seen. Maps the first field of each run to its last
/// column. Two runs in the same row always have a gap between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Spied(BTreeMap<Coord, i64>);

impl Spied {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, at: Coord) {
        rows(plane_square(at)).for_each(|run| self.add_run(run));
    }

    fn add_run(&mut self, Run { row, mut first, mut last }: Run) {
        let before = self.0.range(Coord::new(row, i64::MIN)..=Coord::new(row, first)).next_back();
        if let Some((at, end)) = before.filter(|(_, end)| **end >= first.saturating_sub(1)) {
            (first, last) = (at.col, last.max(*end));
        }
        let joined =
            |first, last: i64| Coord::new(row, first)..=Coord::new(row, last.saturating_add(1));
        while let Some((at, end)) = self.0.range(joined(first, last)).next() {
            let at = *at;
            last = last.max(*end);
            self.0.remove(&at);
        }
        self.0.insert(Coord::new(row, first), last);
    }

    /// The number of runs.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds to `runs` the fields of `area` that planes have seen, sorted by row, then column.
    /// Searches row by row, because there may be many runs outside `area`.
    pub(super) fn within(&self, area: &Rect, runs: &mut Vec<Run>) {
        let mut next = Some(area.top);
        while let Some(row) = next
            && let Some((at, _)) = self.0.range(Coord::new(row, i64::MIN)..).next()
            && at.row <= area.bottom
        {
            let row = at.row;
            let start = Coord::new(row, area.left);
            // A run that begins before the area may reach into it.
            let first = self.0.range(Coord::new(row, i64::MIN)..=start).next_back();
            let first = first.map_or(start, |(first, _)| *first);
            let found = self.0.range(first..=Coord::new(row, area.right.max(first.col)));
            let found = found.map(|(at, last)| Run { row, first: at.col, last: *last });
            runs.extend(found.filter_map(|run| clip(run, area)));
            next = row.checked_add(1);
        }
    }
}

pub(super) fn rows(rect: Rect) -> impl Iterator<Item = Run> {
    (rect.top..=rect.bottom).map(move |row| Run { row, first: rect.left, last: rect.right })
}

pub(super) fn clip(run: Run, area: &Rect) -> Option<Run> {
    let (first, last) = (run.first.max(area.left), run.last.min(area.right));
    let is_inside = (area.top..=area.bottom).contains(&run.row) && first <= last;
    is_inside.then_some(Run { row: run.row, first, last })
}
