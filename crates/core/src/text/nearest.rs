//! Words that were probably meant.

/// The nearest of the `known` words to `word`, whatever the size of their letters, if no more slips lie
/// between them than `slips` allows for it. Of words equally near it is the first.
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
    // No word that is known is as long as that, and long ones would take long.
    const LONGEST: usize = 40;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_uppercase();
    let known: Vec<_> = known.into_iter().collect();
    // What is farther than that is no answer, and words of other lengths are at least so far.
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

/// A slip for every three letters of a word.
pub const fn third(word: &str) -> usize {
    word.len() / 3
}
