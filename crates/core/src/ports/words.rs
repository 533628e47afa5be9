//! Splits a command into words, and joins words into a command. Uses the rules of a POSIX shell, or
//! on Windows the rules of Windows programs.

#[cfg(any(windows, test))]
mod windows;

#[cfg(windows)]
pub(super) use windows::{join, split};

/// Splits a text into words. Returns `None` if a quote is not closed.
#[cfg(not(windows))]
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    shell_words::split(text).ok()
}

/// Returns a text that [`split`] splits into the same words.
#[cfg(not(windows))]
pub(super) fn join<'w>(words: impl Iterator<Item = &'w str>) -> String {
    shell_words::join(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn joined_words_are_split_into_themselves(
            words in prop::collection::vec("[a-c \t\r\n\\\\\"'$*]{0,6}", 1..5)
        ) {
            let texts = || words.iter().map(String::as_str);
            prop_assert_eq!(split(&join(texts())), Some(words.clone()));
            prop_assert_eq!(windows::split(&windows::join(texts())), Some(words.clone()));
        }
    }
}
