//! Which rows, or columns, of a board are drawn: long stretches of water are left out.

use std::collections::BTreeSet;

/// A line of fields, or a gap where several are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The line with this number.
    Field(i64),
    /// Several lines that are not drawn.
    Gap,
}

/// The lines that are drawn, in their order.
#[derive(Clone, Debug)]
pub(super) struct Axis(Vec<Line>);

/// Boards up to this many lines are drawn whole.
const WHOLE: i64 = 12;

/// How many lines of water are drawn around what stands on the board.
const AROUND: i64 = 2;

/// How far outside the board something is still drawn.
const OUTSIDE: i64 = 5;

impl Axis {
    /// The lines of a board with `count` lines, where something stands on the lines `used`.
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

    /// The lines with their places.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, Line)> + '_ {
        self.0.iter().copied().enumerate()
    }

    /// How many lines are drawn, gaps included.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The place of a line, if it is drawn.
    pub(super) fn place(&self, line: i64) -> Option<usize> {
        self.0.iter().position(|drawn| *drawn == Line::Field(line))
    }
}

/// The lines, with a gap where two or more are missing. A single missing line is drawn.
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
