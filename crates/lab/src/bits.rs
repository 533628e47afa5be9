//! Sets of rows of a table. Each row has one bit.

pub(crate) const fn words(rows: usize) -> usize {
    rows.div_ceil(64)
}

pub(crate) const fn contains(set: &[u64], row: usize) -> bool {
    set[row / 64] >> (row % 64) & 1 == 1
}

pub(crate) const fn insert(set: &mut [u64], row: usize) {
    set[row / 64] |= 1 << (row % 64);
}

pub(crate) fn extend(set: &mut [u64], other: &[u64]) {
    for (word, more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}
