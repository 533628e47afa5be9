//! Draws from lists. The number of draws is public behaviour, see [`Dice`].

use super::Dice;

/// A random index below `count`; 0, without a draw, if `count` is 0.
#[doc(hidden)]
pub fn index_below(count: usize, dice: &mut dyn Dice) -> usize {
    usize::try_from(dice.below(count as u64)).unwrap_or(0)
}

/// One of `items`, each equally likely; `None`, without a draw, if there are none.
///
/// ```
/// use broadside_core::dice::{ScriptedDice, pick};
/// assert_eq!(pick(b"abc", &mut ScriptedDice::new([1])), Some(b'b'));
/// assert_eq!(pick(b"", &mut ScriptedDice::default()), None);
/// ```
pub fn pick<T: Copy>(items: &[T], dice: &mut dyn Dice) -> Option<T> {
    items.get(index_below(items.len(), dice)).copied()
}

/// Shuffles `items` (Fisher and Yates, from the end). Calls `is_over` before each of the `len - 1` draws, and stops if
/// it returns true.
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
