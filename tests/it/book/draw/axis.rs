//! Selects the rows and columns of a board that a picture shows. Long stretches of water are left
//! out.

use std::collections::BTreeSet;

/// A drawn row or column, or a gap that stands for several rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Field(i64),
    Gap,
}

#[derive(Clone, Debug)]
pub(super) struct Axis(Vec<Line>);

/// If a board has at most this number of rows, all rows are drawn. The same holds for columns.
const WHOLE: i64 = 12;

/// The number of empty lines that are drawn on each side of ships, reefs and marks.
const AROUND: i64 = 2;

/// Ships and marks are drawn up to this number of lines outside the board.
const OUTSIDE: i64 = 5;

impl Axis {
    /// Chooses which of `count` rows or columns are drawn. The lines in `used` have ships, reefs or
    /// marks.
    pub(super) fn of(count: i64, used: &BTreeSet<i64>) -> Self {
        let is_near = |line: &i64| (-OUTSIDE..count + OUTSIDE).contains(line);
        let outside =
            used.iter().copied().filter(|line| is_near(line) && !(0..count).contains(line));
        let mut kept: BTreeSet<i64> = outside.collect();
        if count <= WHOLE {
            kept.extend(0..count);
        } else {
            let near = used.iter().filter(|line| (0..count).contains(*line));
            let near = near.flat_map(|line| line - AROUND..=line + AROUND).chain([0, count - 1]);
            kept.extend(near.filter(|line| (0..count).contains(line)));
        }
        Self(with_gaps(&kept))
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, Line)> + '_ {
        self.0.iter().copied().enumerate()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn place(&self, line: i64) -> Option<usize> {
        self.0.iter().position(|drawn| *drawn == Line::Field(line))
    }
}

/// Returns the lines, with a gap in place of two or more missing lines. A single missing line is
/// drawn.
fn with_gaps(kept: &BTreeSet<i64>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut next = kept.first().copied().unwrap_or(0);
    for line in kept {
        match line - next {
            0 => {}
            1 => lines.push(Line::Field(next)),
            _ => lines.push(Line::Gap),
        }
        lines.push(Line::Field(*line));
        next = line + 1;
    }
    lines
}
