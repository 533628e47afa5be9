//! Finds the known word that a misspelt word probably means.

/// The `known` word with the fewest slips from `word`, in any case, if there are at most as many as `slips` allows for
/// the known word. Of equally near words, the first.
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
    // No known word is so long, and the comparison of long words is slow.
    const LONGEST: usize = 40;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_uppercase();
    let known: Vec<_> = known.into_iter().collect();
    // A word with more slips is not an answer, and words of different lengths have at least that many.
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

/// One slip for every three letters of a word.
pub const fn third(word: &str) -> usize {
    word.len() / 3
}
