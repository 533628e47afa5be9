//! How the knowledge of a side changes in one frame.

use crate::rules::Run;

/// A change of the fields that a side knows. To undo the change, exchange `gained` and `lost`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The fields that became known, as runs in order of row, then column.
    pub gained: Vec<Run>,
    /// The fields that are not known any more, as runs in order of row, then column.
    pub lost: Vec<Run>,
}

impl Sight {
    /// Returns the change from `before` to `after`. Both are runs in order of row, then column,
    /// without overlaps.
    pub(super) fn between(before: &[Run], after: &[Run]) -> Self {
        Self { gained: difference(after, before), lost: difference(before, after) }
    }

    /// Whether nothing changed.
    #[doc(hidden)]
    pub const fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}

/// Returns the fields of `runs` that are not in `taken`.
fn difference(runs: &[Run], taken: &[Run]) -> Vec<Run> {
    let mut left = Vec::new();
    let mut taken = taken.iter().peekable();
    for run in runs {
        let mut next = Some(run.first);
        while let Some(first) = next {
            while taken.next_if(|t| (t.row, t.last) < (run.row, first)).is_some() {}
            let cut = taken.peek().filter(|t| t.row == run.row && t.first <= run.last);
            let end = cut.map_or(Some(run.last), |cut| cut.first.checked_sub(1));
            if let Some(last) = end.filter(|last| first <= *last) {
                left.push(Run { row: run.row, first, last });
            }
            let after = cut.and_then(|cut| cut.last.checked_add(1));
            next = after.filter(|after| *after <= run.last);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::board::{Coord, Dims};
    use std::collections::BTreeSet;

    /// Returns the runs of the fields of a 3x10 board whose bits are 1. Bit 0 is the first field.
    fn runs(bits: u32) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for at in Dims::new(3, 10).unwrap().rect().fields() {
            if bits >> (at.row * 10 + at.col) & 1 == 0 {
                continue;
            }
            match runs.last_mut().filter(|run| (run.row, run.last) == (at.row, at.col - 1)) {
                Some(run) => run.last = at.col,
                None => runs.push(Run { row: at.row, first: at.col, last: at.col }),
            }
        }
        runs
    }

    fn fields(runs: &[Run]) -> BTreeSet<Coord> {
        let fields = |run: Run| (run.first..=run.last).map(move |col| Coord::new(run.row, col));
        runs.iter().copied().flat_map(fields).collect()
    }

    #[test]
    fn gains_and_losses_are_the_differences_of_sets() {
        let mut bits: u32 = 0x2545_f491;
        for _ in 0..2000 {
            let before = runs(bits);
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let after = runs(bits & bits.rotate_left(7) | bits >> 9);
            let sight = Sight::between(&before, &after);
            let (old, new) = (fields(&before), fields(&after));
            assert!(fields(&sight.gained).iter().eq(new.difference(&old)), "{before:?} {after:?}");
            assert!(fields(&sight.lost).iter().eq(old.difference(&new)), "{before:?} {after:?}");
        }
    }
}
