//! What a program wrote, as messages repeat it: filtered and cut.

use broadside_core::text::{Visible, telling_line};

/// The most characters of a line.
const LONGEST: usize = 160;

/// The last line that says something, with control characters made visible; empty where there is none.
pub(crate) fn last_line(text: &[u8]) -> String {
    line(telling_line(text))
}

/// A line with control characters made visible.
pub(crate) fn line(line: &[u8]) -> String {
    // No character is shown shorter than it is, and none is longer than four bytes.
    let start = &line[..line.len().min(4 * LONGEST)];
    let shown = Visible(start.trim_ascii()).to_string();
    shown.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_filtered_and_cut() {
        assert_eq!(last_line(b"Traceback\nKeyError: '\x1bA'\n\n"), "KeyError: '\\u{1b}A'");
        assert_eq!(last_line(b" \n"), "");
        assert_eq!(last_line("é".repeat(1000).as_bytes()).chars().count(), LONGEST);
    }
}
