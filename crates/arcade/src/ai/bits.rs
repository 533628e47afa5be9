//! Sets of the cells of a board.

use std::fmt::Debug;

/// A set of numbered cells: [`u128`] for boards of up to 128 cells, [`Wide`] for larger ones.
///
/// A set has a capacity. If a cell beyond the capacity is added, the set does not change. Shifts
/// drop cells whose new number would be negative or beyond the capacity. The result of an operation
/// on two sets has the capacity of the first set. A [`u128`] always has a capacity of 128.
///
/// ```
/// use broadside_arcade::ai::Bits;
///
/// let mut set = 0b1010_u128;
/// set.insert(6);
/// assert!(set.cells().eq([1, 3, 6]));
/// ```
pub trait Bits: Clone + Debug + Default + PartialEq + Send + Sync {
    /// The largest capacity of a set of this type, in cells.
    const MOST: u32;

    /// Returns the empty set with a capacity of `cells`, at most [`MOST`](Self::MOST).
    #[doc(hidden)]
    fn none(cells: u32) -> Self;
    /// Adds a cell. Does nothing if the cell is beyond the capacity.
    #[doc(hidden)]
    fn insert(&mut self, cell: u32);
    /// Whether `cell` is in the set.
    #[doc(hidden)]
    fn has(&self, cell: u32) -> bool;
    /// Whether no cell is in the set.
    #[doc(hidden)]
    fn is_empty(&self) -> bool;
    /// Returns the number of cells in the set.
    #[doc(hidden)]
    fn count(&self) -> u32;
    /// Returns the cells in both sets.
    #[doc(hidden)]
    #[must_use]
    fn and(&self, other: &Self) -> Self;
    /// Returns the cells that are in at least one of the sets.
    #[doc(hidden)]
    #[must_use]
    fn or(&self, other: &Self) -> Self;
    /// Returns the cells in exactly one of the sets.
    #[doc(hidden)]
    #[must_use]
    fn xor(&self, other: &Self) -> Self;
    /// Returns the cells of this set that are not in `other`.
    #[doc(hidden)]
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
    /// Returns the set with every cell number increased by `steps`.
    #[doc(hidden)]
    #[must_use]
    fn up(&self, steps: u32) -> Self;
    /// Returns the set with every cell number decreased by `steps`.
    #[doc(hidden)]
    #[must_use]
    fn down(&self, steps: u32) -> Self;
    /// Returns the cell of the set that has exactly `rank` smaller cells in the set.
    #[doc(hidden)]
    fn nth(&self, rank: u32) -> Option<u32>;

    /// Whether the sets share a cell.
    #[doc(hidden)]
    fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether every cell of the set is in `other`.
    #[doc(hidden)]
    fn within(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// Returns the smallest cell.
    #[doc(hidden)]
    fn first(&self) -> Option<u32> {
        self.nth(0)
    }

    /// Removes the smallest cell and returns it.
    #[doc(hidden)]
    fn pop(&mut self) -> Option<u32>;

    /// Returns the set of all cells k for which bit k of `bits` is 1, with the capacity of `self`.
    #[doc(hidden)]
    #[must_use]
    fn of_bits(&self, bits: u128) -> Self {
        let mut set = self.xor(self);
        bits.cells().for_each(|cell| set.insert(cell));
        set
    }

    /// Returns all cells in ascending order.
    #[doc(hidden)]
    fn cells(&self) -> Cells<Self> {
        Cells(self.clone())
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.0.pop()
    }
}

impl Bits for u128 {
    const MOST: u32 = Self::BITS;

    #[inline]
    fn none(_: u32) -> Self {
        0
    }

    #[inline]
    fn insert(&mut self, cell: u32) {
        if cell < Self::BITS {
            *self |= 1 << cell;
        }
    }

    #[inline]
    fn has(&self, cell: u32) -> bool {
        cell < Self::BITS && self >> cell & 1 == 1
    }

    #[inline]
    fn is_empty(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn count(&self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        self & other
    }

    #[inline]
    fn or(&self, other: &Self) -> Self {
        self | other
    }

    #[inline]
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self & !other
    }

    #[inline]
    fn up(&self, steps: u32) -> Self {
        self.checked_shl(steps).unwrap_or(0)
    }

    #[inline]
    fn down(&self, steps: u32) -> Self {
        self.checked_shr(steps).unwrap_or(0)
    }

    #[inline]
    fn first(&self) -> Option<u32> {
        (*self != 0).then(|| self.trailing_zeros())
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        let cell = self.first()?;
        *self &= *self - 1;
        Some(cell)
    }

    #[inline]
    fn of_bits(&self, bits: u128) -> Self {
        bits
    }

    fn nth(&self, rank: u32) -> Option<u32> {
        let (low, high) = ((self & 0xFFFF_FFFF_FFFF_FFFF) as u64, (self >> u64::BITS) as u64);
        match rank.checked_sub(low.count_ones()) {
            None => nth_of_word(low, rank),
            Some(rank) => nth_of_word(high, rank).map(|bit| u64::BITS + bit),
        }
    }
}

fn nth_of_word(word: u64, rank: u32) -> Option<u32> {
    // Each step clears the lowest 1 bit.
    let rest = (0..rank.min(u64::BITS)).fold(word, |rest, _| rest & rest.wrapping_sub(1));
    (rest != 0).then(|| rest.trailing_zeros())
}

/// A set of cells of a board of up to 2^20 cells, with 64 cells in each word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wide {
    words: Box<[u64]>,
    /// A mask of the last word: a bit is 1 if its cell is below the capacity.
    last: u64,
}

impl Wide {
    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        let words = self.words.iter().zip(others).map(|(a, b)| f(*a, b));
        Self { words: words.collect(), last: self.last }.trimmed()
    }

    fn trimmed(mut self) -> Self {
        if let Some(word) = self.words.last_mut() {
            *word &= self.last;
        }
        self
    }

    fn word(&self, index: Option<usize>) -> u64 {
        index.and_then(|index| self.words.get(index)).copied().unwrap_or(0)
    }

    fn place(cell: u32) -> (usize, u32) {
        ((cell / u64::BITS) as usize, cell % u64::BITS)
    }
}

impl Bits for Wide {
    const MOST: u32 = 1 << 20;

    fn none(cells: u32) -> Self {
        let cells = cells.min(Self::MOST);
        let words = vec![0; cells.div_ceil(u64::BITS) as usize].into();
        let spare = (u64::BITS - cells % u64::BITS) % u64::BITS;
        Self { words, last: u64::MAX >> spare }
    }

    fn insert(&mut self, cell: u32) {
        let (word, bit) = Self::place(cell);
        let usable = if word + 1 == self.words.len() { self.last } else { u64::MAX };
        if let Some(word) = self.words.get_mut(word) {
            *word |= 1 << bit & usable;
        }
    }

    fn has(&self, cell: u32) -> bool {
        let (word, bit) = Self::place(cell);
        self.word(Some(word)) >> bit & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn up(&self, steps: u32) -> Self {
        let (words, bits) = Self::place(steps);
        let shifted = |index: usize| {
            let near = index.checked_sub(words);
            let far = near.and_then(|near| near.checked_sub(1));
            // If `bits` is 0, nothing is carried: a shift by 64 bits gives `None`.
            let carried = self.word(far).checked_shr(u64::BITS - bits).unwrap_or(0);
            self.word(near) << bits | carried
        };
        Self { words: (0..self.words.len()).map(shifted).collect(), ..*self }.trimmed()
    }

    fn down(&self, steps: u32) -> Self {
        let (words, bits) = Self::place(steps);
        let shifted = |index: usize| {
            let near = index + words;
            let carried = self.word(Some(near + 1)).checked_shl(u64::BITS - bits).unwrap_or(0);
            self.word(Some(near)) >> bits | carried
        };
        Self { words: (0..self.words.len()).map(shifted).collect(), ..*self }
    }

    fn pop(&mut self) -> Option<u32> {
        let mut words = self.words.iter_mut().zip((0..).step_by(64));
        let (word, start) = words.find(|(word, _)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        Some(start + bit)
    }

    fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    fn within(&self, other: &Self) -> bool {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().zip(others).all(|(a, b)| a & !b == 0)
    }

    fn nth(&self, mut rank: u32) -> Option<u32> {
        for (word, start) in self.words.iter().zip((0..).step_by(64)) {
            let count = word.count_ones();
            if rank < count {
                return nth_of_word(*word, rank).map(|bit| start + bit);
            }
            rank -= count;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn both(cells: &[u32]) -> (u128, Wide) {
        let (mut narrow, mut wide) = (u128::none(128), Wide::none(128));
        for cell in cells {
            narrow.insert(*cell);
            wide.insert(*cell);
        }
        (narrow, wide)
    }

    proptest! {
        #[test]
        fn wide_sets_agree_with_sets_of_128_cells(
            a in prop::collection::vec(0_u32..128, 0..40),
            b in prop::collection::vec(0_u32..128, 0..40),
            steps in 0_u32..140,
        ) {
            let ((a, wide_a), (b, wide_b)) = (both(&a), both(&b));
            let same = |narrow: u128, wide: Wide| narrow.cells().eq(wide.cells());
            prop_assert!(same(a.and(&b), wide_a.and(&wide_b)));
            prop_assert!(same(a.or(&b), wide_a.or(&wide_b)));
            prop_assert!(same(a.xor(&b), wide_a.xor(&wide_b)));
            prop_assert!(same(a.minus(&b), wide_a.minus(&wide_b)));
            prop_assert!(same(a.up(steps), wide_a.up(steps)));
            prop_assert!(same(a.down(steps), wide_a.down(steps)));
            prop_assert_eq!(a.nth(steps), wide_a.nth(steps));
            prop_assert_eq!(a.cells().nth(steps as usize), a.nth(steps));
            prop_assert!(same(a.of_bits(b), wide_a.of_bits(b)));
            prop_assert_eq!(a.count(), wide_a.count());
            prop_assert_eq!(a.has(steps), wide_a.has(steps));
            prop_assert_eq!(a.within(&b), wide_a.within(&wide_b));
        }
    }

    #[test]
    fn cells_beyond_the_capacity_are_in_no_set() {
        let mut narrow = u128::none(100);
        narrow.insert(u32::MAX);
        assert!(narrow.is_empty());
        let (mut small, mut large) = (Wide::none(70), Wide::none(200));
        for cell in [3, 69, 70, 130, 199, 200, u32::MAX] {
            small.insert(cell);
            large.insert(cell);
        }
        assert!(small.cells().eq([3, 69]));
        assert!(large.cells().eq([3, 69, 70, 130, 199]));
        assert!(small.or(&large).cells().eq([3, 69]));
        assert!(large.and(&small).cells().eq([3, 69]));
        assert!(large.minus(&small).cells().eq([70, 130, 199]));
        assert!(small.within(&large) && !large.within(&small) && large.meets(&small));
    }

    #[test]
    fn a_shift_drops_cells_beyond_the_capacity_of_a_wide_set() {
        let mut set = Wide::none(130);
        set.insert(129);
        assert!(set.up(1).is_empty());
        assert_eq!(set.down(129).first(), Some(0));
    }
}
