//! Draws among candidates of which only some will do, without walking them all.

use broadside_core::board::{Coord, Rect};
use broadside_core::dice::{Dice, index_below};

/// How often a draw is tried before the candidates are walked and listed. Where half of them will do,
/// that many failures in a row have a chance of 2^-64: a vast sea is never walked.
const DRAWS: u32 = 64;

/// How often it is tried where there are [`MANY`] candidates: so many are listed only once few will do.
const DRAWS_OF_MANY: u32 = 4096;
const MANY: u128 = 1 << 22;

/// What can be drawn.
pub(in crate::rules) trait Candidates {
    /// One of them.
    type Item: Copy;

    /// How many there are, or nearly.
    fn count(&self) -> u128;

    /// Draws one; `None` when the dice point to where there is none.
    fn draw(&self, dice: &mut dyn Dice) -> Option<Self::Item>;
}

/// The fields of a rectangle: a draw for the row, one for the column.
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

/// An urn of candidates. A candidate that will not do once never will again.
#[derive(Debug)]
pub(in crate::rules) struct Urn<C: Candidates> {
    candidates: C,
    /// Those that did when they were listed, less those found wanting since.
    listed: Option<Vec<C::Item>>,
}

impl<C: Candidates> Urn<C> {
    /// An urn of all `candidates`.
    pub(in crate::rules) const fn new(candidates: C) -> Self {
        Self { candidates, listed: None }
    }

    /// Draws one that will do, each equally likely; `None` when there is none left. `list` gives those
    /// that will do, for candidates of which few do.
    pub(in crate::rules) fn draw(
        &mut self,
        dice: &mut dyn Dice,
        will_do: impl Fn(C::Item) -> bool,
        list: impl FnOnce() -> Vec<C::Item>,
    ) -> Option<C::Item> {
        let candidates = &self.candidates;
        if self.listed.is_none() {
            let draws = if candidates.count() < MANY { DRAWS } else { DRAWS_OF_MANY };
            for _ in 0..draws {
                if let Some(item) = candidates.draw(dice).filter(|item| will_do(*item)) {
                    return Some(item);
                }
            }
        }
        let listed = self.listed.get_or_insert_with(list);
        while !listed.is_empty() {
            let index = index_below(listed.len(), dice);
            if will_do(listed[index]) {
                return Some(listed[index]);
            }
            listed.swap_remove(index);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::dice::Twister;

    #[test]
    fn an_urn_gives_each_candidate_once_and_then_none() {
        let room = Rect { top: 3, left: 3, bottom: 5, right: 6 };
        let (mut urn, mut dice) = (Urn::new(room), Twister::from_cpp_seed(1));
        let mut drawn = Vec::new();
        loop {
            let is_new = |at: &Coord| !drawn.contains(at);
            let list = || room.fields().filter(is_new).collect();
            let Some(at) = urn.draw(&mut dice, |at| is_new(&at), list) else { break };
            drawn.push(at);
        }
        drawn.sort_unstable();
        assert_eq!(drawn, room.fields().collect::<Vec<_>>());
    }

    #[test]
    fn an_empty_urn_gives_nothing() {
        let none = Rect { top: 3, left: 0, bottom: 2, right: 9 };
        let mut dice = Twister::from_cpp_seed(1);
        assert_eq!(Urn::new(none).draw(&mut dice, |_| true, Vec::new), None);
    }
}
