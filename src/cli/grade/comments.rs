//! The comments in sources of many languages.

use super::ending;
use std::path::Path;

/// The texts with which each kind of comment begins and ends.
pub(super) type Comments = &'static [(&'static str, &'static str)];

pub(super) fn comments(path: &Path) -> Comments {
    match &*ending(path) {
        "py" | "rb" => &[("#", "\n")],
        "hs" => &[("--", "\n"), ("{-", "-}")],
        "pas" => &[("//", "\n"), ("{", "}"), ("(*", "*)")],
        _ => &[("//", "\n"), ("/*", "*/")],
    }
}

pub(super) fn comment_length(text: &[u8], comments: Comments) -> Option<usize> {
    let (start, end) = comments.iter().find(|(start, _)| text.starts_with(start.as_bytes()))?;
    let length = memchr::memmem::find(&text[start.len()..], end.as_bytes());
    Some(length.map_or(text.len(), |length| start.len() + length + end.len()))
}
