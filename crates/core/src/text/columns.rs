//! Column letters: A is the first column.

/// The letters of the first `count` columns, 26 at most.
pub fn column_letters(count: usize) -> impl Iterator<Item = char> {
    ('A'..='Z').take(count)
}

/// The index of the column that a capital letter names, from 0; `None` for anything else.
///
/// ```
/// use broadside_core::text::column;
///
/// assert_eq!((column('A'), column('Z'), column('a')), (Some(0), Some(25), None));
/// ```
pub fn column(letter: char) -> Option<u32> {
    ('A'..='Z').zip(0..).find_map(|(other, index)| (other == letter).then_some(index))
}
