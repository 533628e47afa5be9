//! Random choices from lists. Each function must always draw as many numbers from the [`Dice`] as
//! it does now.

use super::Dice;

/// Returns a random index below `count`. If `count` is 0, returns 0 and draws no number.
#[doc(hidden)]
pub fn index_below(count: usize, dice: &mut dyn Dice) -> usize {
    usize::try_from(dice.below(count as u64)).unwrap_or(0)
}

/// Returns one of `items` at random, each with the same probability. If there are no items, returns
/// `None` and draws no number.
///
/// ```
/// use broadside_core::dice::{ScriptedDice, pick};
/// assert_eq!(pick(b"abc", &mut ScriptedDice::new([1])), Some(b'b'));
/// assert_eq!(pick(b"", &mut ScriptedDice::default()), None);
/// ```
pub fn pick<T: Copy>(items: &[T], dice: &mut dyn Dice) -> Option<T> {
    items.get(index_below(items.len(), dice)).copied()
}

/// Shuffles `items` with the algorithm of Fisher and Yates, from the end. Calls `is_over` before
/// each of the `len - 1` draws, and stops if `is_over` returns true.
///
/// ```
/// use broadside_core::dice::{ScriptedDice, shuffle};
/// let mut items = *b"abc";
/// shuffle(&mut items, &mut ScriptedDice::new([0, 1]), || false);
/// assert_eq!(&items, b"cba");
/// ```
pub fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice, mut is_over: impl FnMut() -> bool) {
    for last in (1..items.len()).rev() {
        if is_over() {
            return;
        }
        items.swap(last, index_below(last + 1, dice));
    }
}
