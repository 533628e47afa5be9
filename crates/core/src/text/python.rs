//! Functions that treat text as Python does.

use std::borrow::Cow;

/// Returns whether Python's `str.isspace` is true for `c`. It is true for Unicode's white space and
/// the four ASCII separators.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// Removes white space at both ends, like `str.strip`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Removes white space at both ends of bytes. Bytes that are not valid UTF-8 are not white space.
///
/// ```
/// use broadside_core::text::python::strip_bytes;
/// assert_eq!(strip_bytes(b"\x1c \xff name\xc2\xa0\n"), b"\xff name");
/// assert_eq!(strip_bytes(b" \n"), b"");
/// ```
pub fn strip_bytes(bytes: &[u8]) -> &[u8] {
    // `from_utf8_lossy` replaces invalid bytes, but does not change the white space at the ends.
    let text = String::from_utf8_lossy(bytes);
    let before = text.len() - text.trim_start_matches(is_space).len();
    let after = text.len() - strip_end(&text).len();
    bytes.get(before..bytes.len() - after).unwrap_or_default()
}

/// Removes white space at the end, like `str.rstrip`.
pub fn strip_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

/// Returns the words between white space, like `str.split`.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Returns the text that Python reads from a file in text mode: CRLF and CR become LF.
pub fn newlines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text `python` has all Unicode characters `c` for which Python's `c.isspace()` is true.
    #[test]
    fn white_space_is_the_same_as_in_python() {
        let spaces: String = ('\0'..=char::MAX).filter(|c| is_space(*c)).collect();
        let python = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u{85}\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\
                      \u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\
                      \u{2029}\u{202f}\u{205f}\u{3000}";
        assert_eq!(spaces, python);
    }

    #[test]
    fn words_and_ends_use_this_white_space() {
        assert_eq!(words("\x1ca\u{3000}b \t c\n").collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(words(" \n").count(), 0);
        assert_eq!((strip("\x1f a \u{a0}"), strip_end(" a\r\n")), ("a", " a"));
        assert_eq!(newlines("\r\r\n\n\r"), "\n\n\n\n");
    }
}
