//! Scrolls a text that may have more lines than there are rows to show it.

use std::ops::Range;

/// How far to scroll. Positive numbers scroll down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Lines(i64),
    Pages(i64),
}

/// A text of entries, each of one or more lines, and the number of rows that show it.
#[derive(Clone, Debug)]
pub(super) struct Scroll {
    /// The first line of each entry, counted from 0.
    starts: Vec<usize>,
    lines: usize,
    rows: usize,
}

impl Scroll {
    /// Creates the scroll of a text. `entries` has the number of lines of each entry.
    pub(super) fn new(entries: impl IntoIterator<Item = usize>, rows: usize) -> Self {
        let (mut starts, mut lines) = (Vec::new(), 0);
        for length in entries {
            starts.push(lines);
            lines += length;
        }
        Self { starts, lines, rows: rows.max(1) }
    }

    /// Returns the first visible line when the text is scrolled to its end. This line is the start
    /// of the first entry that fits into the rows together with all later entries. If even the last
    /// entry does not fit, returns its start.
    pub(super) fn end(&self) -> usize {
        let fits = |start: &&usize| self.lines - **start <= self.rows;
        let whole = self.starts.iter().find(fits).or(self.starts.last());
        whole.copied().unwrap_or_default()
    }

    /// Returns the last line that can be the first visible one.
    fn last_top(&self) -> usize {
        self.end().max(self.lines.saturating_sub(self.rows))
    }

    pub(super) fn seen(&self, top: usize) -> Range<usize> {
        let top = top.min(self.last_top());
        top..(top + self.rows).min(self.lines)
    }

    /// Returns how many lines are hidden above and below the visible ones. `top` is the first
    /// visible line.
    pub(super) fn hidden(&self, top: usize) -> [usize; 2] {
        let Range { start, end } = self.seen(top);
        [start, self.lines - end]
    }

    /// Returns the first visible line after scrolling from `top`. A step by pages stops at the
    /// beginning of the last entry that it passes, if it passes one.
    pub(super) fn moved(&self, top: usize, way: Way) -> usize {
        let to = match way {
            Way::Lines(lines) => shifted(top, lines),
            Way::Pages(pages) => {
                let page = i64::try_from(self.rows - 1).unwrap_or(i64::MAX).max(1);
                let to = shifted(top, page.saturating_mul(pages));
                let mut starts = self.starts.iter().copied();
                let entry = if pages < 0 {
                    starts.find(|start| (to..top).contains(start))
                } else {
                    starts.rfind(|start| (top + 1..=to).contains(start))
                };
                entry.unwrap_or(to)
            }
        };
        to.min(self.last_top())
    }
}

fn shifted(from: usize, by: i64) -> usize {
    from.saturating_add_signed(isize::try_from(by).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_the_end_begin_with_a_whole_entry() {
        let log = Scroll::new([2, 3, 1, 2], 4);
        assert_eq!((log.end(), log.seen(log.end())), (5, 5..8));
        let up = log.moved(log.end(), Way::Pages(-1));
        assert_eq!((up, log.seen(up), log.hidden(up)), (2, 2..6, [2, 2]));
        let top = log.moved(up, Way::Pages(-1));
        assert_eq!((top, log.moved(top, Way::Pages(-1))), (0, 0));
        assert_eq!(log.moved(top, Way::Pages(1)), 2);
        assert_eq!(log.moved(6, Way::Pages(1)), 5);
        assert_eq!(Scroll::new([], 4).moved(0, Way::Pages(1)), 0);
    }

    #[test]
    fn an_entry_that_is_longer_than_the_rows_is_read_to_its_end() {
        let log = Scroll::new([1, 7], 3);
        assert_eq!(log.end(), 1);
        let mut top = log.end();
        for _ in 0..9 {
            top = log.moved(top, Way::Pages(1));
        }
        assert_eq!((top, log.hidden(top)), (5, [5, 0]));
        let text = Scroll::new([1; 9], 3);
        assert_eq!(text.moved(0, Way::Lines(1)), 1);
        assert_eq!(text.moved(0, Way::Lines(-1)), 0);
        assert_eq!(text.moved(5, Way::Pages(1)), 6);
    }
}
