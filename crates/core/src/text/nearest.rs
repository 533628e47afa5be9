//! Finds the known word that a misspelled word probably means.

/// Returns the `known` word that is nearest to `word`, or `None` if even this word is too far.
///
/// The distance is the number of slips: letters that are missing, added, replaced or swapped. Upper
/// and lower case are equal. `slips` gives the largest allowed distance for each known word. If
/// several words are equally near, returns the first of them. Returns `None` for a `word` of more
/// than 40 bytes.
///
/// ```
/// use broadside_core::text::{nearest, third};
///
/// assert_eq!(nearest("shot", ["MOVE", "SHOOT"], third), Some("SHOOT"));
/// assert_eq!(nearest("elephant", ["MOVE", "SHOOT"], third), None);
/// ```
pub fn nearest<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
    slips: impl Fn(&str) -> usize,
) -> Option<&'k str> {
    // The number of bytes of the longest word that is compared. Known words are shorter, and
    // comparing long words is slow.
    const LONGEST: usize = 40;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_uppercase();
    let known: Vec<_> = known.into_iter().collect();
    // A known word can be the answer only if its distance is at most the largest value of `slips`.
    // The distance of two words is at least the difference of their lengths.
    let mut least = known.iter().map(|known| slips(known)).max()? + 1;
    let mut near = None;
    for known in known {
        if known.chars().count().abs_diff(word.chars().count()) < least {
            let distance = strsim::osa_distance(&word, &known.to_ascii_uppercase());
            if distance < least {
                (least, near) = (distance, Some(known));
            }
        }
    }
    near.filter(|near| least <= slips(near))
}

/// Allows one slip for every three letters of a word, for [`nearest`].
pub const fn third(word: &str) -> usize {
    word.len() / 3
}
