//! Splits a command into words, and joins words into a command. Uses the rules of a POSIX shell, or
//! on Windows the rules of Windows programs.

/// Returns `None` if a quote is not closed.
#[cfg(not(windows))]
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    shell_words::split(text).ok()
}

/// Returns `None` if a quote is not closed, although Windows itself closes such a quote at the end
/// of the text.
#[cfg(windows)]
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    (!is_open(text)).then(|| winsplit::split(text))
}

/// After an odd number of backslashes, a quote is an ordinary character.
#[cfg(windows)]
fn is_open(text: &str) -> bool {
    let (mut is_open, mut is_escaped) = (false, false);
    for c in text.chars() {
        is_open ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    is_open
}

/// [`split`] splits the result into the same words.
#[cfg(not(windows))]
pub(super) fn join<'w>(words: impl Iterator<Item = &'w str>) -> String {
    shell_words::join(words)
}

/// [`split`] splits the result into the same words.
#[cfg(windows)]
pub(super) fn join<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(quote).collect::<Vec<_>>().join(" ")
}

/// Backslashes are doubled only before a quote.
#[cfg(windows)]
fn quote(word: &str) -> String {
    if !word.is_empty() && !word.contains([' ', '\t', '\n', '"']) {
        return word.to_owned();
    }
    let (mut quoted, mut backslashes) = ("\"".to_owned(), 0);
    for c in word.chars() {
        let more = if c == '"' { backslashes + 1 } else { 0 };
        quoted.extend(std::iter::repeat_n('\\', more));
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn joined_words_are_split_into_themselves(
            words in prop::collection::vec(r#"[a-c \\"'$*]{0,6}"#, 1..5)
        ) {
            let joined = join(words.iter().map(String::as_str));
            prop_assert_eq!(split(&joined).unwrap(), words, "{}", joined);
        }
    }
}
