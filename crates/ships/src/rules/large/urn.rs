//! Draws suitable candidates (fields, or positions of ships) at random. Not every candidate is
//! suitable, and there may be too many candidates to list.

use broadside_core::board::{Coord, Rect};
use broadside_core::dice::{Dice, index_below};

/// The number of draws before the suitable candidates are listed. If half of all candidates are
/// suitable, all draws fail with a probability of 2^-64. So the list is hardly ever needed.
const DRAWS: u32 = 64;

/// The number of draws if there are at least [`MANY`] candidates, because it takes long to list so
/// many.
const DRAWS_OF_MANY: u32 = 4096;
const MANY: u128 = 1 << 22;

pub(in crate::rules) trait Candidates {
    type Item: Copy;

    /// Returns the number of candidates, roughly.
    fn count(&self) -> u128;

    /// Draws a candidate. Returns `None` if this draw has failed. The next draw may succeed.
    fn draw(&self, dice: &mut dyn Dice) -> Option<Self::Item>;
}

/// Draws the row first, and then the column.
impl Candidates for Rect {
    type Item = Coord;

    fn count(&self) -> u128 {
        self.area()
    }

    fn draw(&self, dice: &mut dyn Dice) -> Option<Coord> {
        if self.is_empty() {
            return None;
        }
        let row = dice.below(self.bottom.abs_diff(self.top) + 1);
        let col = dice.below(self.right.abs_diff(self.left) + 1);
        Some(Coord::new(self.top.checked_add_unsigned(row)?, self.left.checked_add_unsigned(col)?))
    }
}

/// A set of candidates to draw from. A candidate that was once unsuitable must stay unsuitable.
#[derive(Debug)]
pub(in crate::rules) struct Urn<C: Candidates> {
    pub(in crate::rules) candidates: C,
    /// The suitable candidates, after they have been listed. Some may have become unsuitable.
    listed: Option<Vec<C::Item>>,
}

impl<C: Candidates> Urn<C> {
    pub(in crate::rules) const fn new(candidates: C) -> Self {
        Self { candidates, listed: None }
    }

    /// Draws a suitable candidate. Returns `None` if there is none. Calls `list` for the suitable
    /// candidates only if many draws in a row have failed.
    pub(in crate::rules) fn draw(
        &mut self,
        dice: &mut dyn Dice,
        is_suitable: impl Fn(C::Item) -> bool,
        list: impl FnOnce() -> Vec<C::Item>,
    ) -> Option<C::Item> {
        let candidates = &self.candidates;
        if self.listed.is_none() {
            let draws = if candidates.count() < MANY { DRAWS } else { DRAWS_OF_MANY };
            for _ in 0..draws {
                if let Some(item) = candidates.draw(dice).filter(|item| is_suitable(*item)) {
                    return Some(item);
                }
            }
        }
        let listed = self.listed.get_or_insert_with(list);
        while !listed.is_empty() {
            let index = index_below(listed.len(), dice);
            if is_suitable(listed[index]) {
                return Some(listed[index]);
            }
            listed.swap_remove(index);
        }
        None
    }
}
