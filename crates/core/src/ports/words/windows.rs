//! Splits a command into words, and joins words, by the rules of Windows programs.

use std::iter::repeat_n;

/// Splits a text into words. Returns `None` if a quote is not closed. Windows itself would close
/// this quote at the end of the text.
pub(in crate::ports) fn split(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None, false);
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.trim_start_matches('\\');
        let backslashes = rest.len() - start.len();
        let is_quote = start.starts_with('"');
        if backslashes > 0 {
            // Two backslashes mean one backslash, but only before a quote.
            let kept = if is_quote { backslashes / 2 } else { backslashes };
            word.get_or_insert_with(String::new).extend(repeat_n('\\', kept));
        }
        let mut chars = start.chars();
        let next = chars.next();
        rest = chars.as_str();
        match next {
            Some('"') if backslashes.is_multiple_of(2) => {
                let word = word.get_or_insert_with(String::new);
                // Inside quotes, two quotes in a row mean one quote.
                match rest.strip_prefix('"').filter(|_| is_quoted) {
                    Some(after) => {
                        word.push('"');
                        rest = after;
                    }
                    None => is_quoted = !is_quoted,
                }
            }
            Some(' ' | '\t' | '\r' | '\n') if !is_quoted => words.extend(word.take()),
            other => word.get_or_insert_with(String::new).extend(other),
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

pub(in crate::ports) fn join<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(quote).collect::<Vec<_>>().join(" ")
}

/// Puts a word in quotes if necessary. Escapes quotes, and doubles backslashes before quotes.
fn quote(word: &str) -> String {
    if !word.is_empty() && !word.contains([' ', '\t', '\r', '\n', '"']) {
        return word.to_owned();
    }
    let (mut quoted, mut backslashes) = ("\"".to_owned(), 0);
    for c in word.chars() {
        let more = if c == '"' { backslashes + 1 } else { 0 };
        quoted.extend(repeat_n('\\', more));
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted.extend(repeat_n('\\', backslashes));
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &[&str]) {
        let found = split(text).expect("all quotes are closed");
        assert_eq!(found, words, "{text}");
    }

    /// An earlier version lost empty words.
    #[test]
    fn words_are_split_as_windows_does() {
        check(r#" a  "" b"" """#, &["a", "", "b", ""]);
        check(r#""C:\a b\x.exe" --at C:\new\"#, &[r"C:\a b\x.exe", "--at", r"C:\new\"]);
        check(
            r#"a\"b "c\\" d\\\"e f"g h"i "a""b""#,
            &[r#"a"b"#, r"c\", r#"d\"e"#, "fg hi", r#"a"b"#],
        );
        check(" \t\r\n", &[]);
        for text in [r#"a "b"#, r#"""""#, r#""a\""#] {
            assert_eq!(split(text), None, "{text}");
        }
    }
}
