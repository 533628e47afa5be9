//! Reefs: many, and seldom asked for.

use super::Coord;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The reefs in the order in which they were laid, duplicates kept.
///
/// Only fields that exist are laid, so no coordinate is negative. Scripts lay a million reefs and may never ask about one, so the index is built at the first
/// question (`n log n`) and kept up from then on (`log n` for each further reef).
#[derive(Clone, Debug, Default)]
pub struct Reefs {
    laid: Vec<Coord>,
    extent: Option<Coord>,
    index: OnceLock<BTreeSet<Coord>>,
}

impl Reefs {
    /// Lays one more reef.
    pub fn push(&mut self, at: Coord) {
        self.laid.push(at);
        let old = self.extent.unwrap_or(at);
        self.extent = Some(Coord::new(old.row.max(at.row), old.col.max(at.col)));
        if let Some(index) = self.index.get_mut() {
            index.insert(at);
        }
    }

    /// All reefs as they were laid.
    pub fn laid(&self) -> &[Coord] {
        &self.laid
    }

    /// The largest row and the largest column that hold a reef.
    pub const fn extent(&self) -> Option<Coord> {
        self.extent
    }

    /// Whether there is a reef at `at`.
    pub fn contains(&self, at: Coord) -> bool {
        !self.laid.is_empty() && self.index().contains(&at)
    }

    /// The reefs by row, then column, each once.
    pub fn sorted(&self) -> impl Iterator<Item = Coord> + '_ {
        self.index().iter().copied()
    }

    fn index(&self) -> &BTreeSet<Coord> {
        self.index.get_or_init(|| {
            // As one number each, a million fields sort in half the time that pairs take.
            let mut sorted = self.laid.clone();
            sorted.sort_unstable_by_key(|at| {
                u128::from(at.row.cast_unsigned()) << 64 | u128::from(at.col.cast_unsigned())
            });
            sorted.into_iter().collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_kept_up_after_the_first_question() {
        let mut reefs = Reefs::default();
        reefs.push(Coord::new(3, 3));
        assert!(reefs.contains(Coord::new(3, 3)));
        reefs.push(Coord::new(1, 9));
        reefs.push(Coord::new(3, 3));
        assert!(reefs.contains(Coord::new(1, 9)));
        assert_eq!(reefs.laid().len(), 3);
        assert_eq!(reefs.sorted().collect::<Vec<_>>(), [Coord::new(1, 9), Coord::new(3, 3)]);
    }
}
