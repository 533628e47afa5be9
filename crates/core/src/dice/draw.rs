//! Draws from lists. How many draws are made is public behaviour, see [`Dice`].

use super::Dice;

/// An index below `count`; 0, and nothing drawn, if `count` is 0.
#[doc(hidden)]
pub fn index_below(count: usize, dice: &mut dyn Dice) -> usize {
    usize::try_from(dice.below(count as u64)).unwrap_or(0)
}

/// One of `items`, each equally likely; `None`, and nothing drawn, if there are none.
///
/// ```
/// use broadside_core::dice::{ScriptedDice, pick};
/// assert_eq!(pick(b"abc", &mut ScriptedDice::new([1])), Some(b'b'));
/// assert_eq!(pick(b"", &mut ScriptedDice::default()), None);
/// ```
pub fn pick<T: Copy>(items: &[T], dice: &mut dyn Dice) -> Option<T> {
    items.get(index_below(items.len(), dice)).copied()
}

/// Shuffles `items` (Fisher and Yates, from the end) until `is_over`, which is asked before each of the
/// `len - 1` draws, says so.
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
