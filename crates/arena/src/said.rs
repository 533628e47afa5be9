//! Lines that a program wrote, filtered and shortened for messages.

use broadside_core::text::{Visible, telling_line};

/// The most characters of a line.
const LONGEST: usize = 160;

/// Returns the last line that is not blank, with visible control characters; empty if there is none.
pub(crate) fn last_line(text: &[u8]) -> String {
    line(telling_line(text))
}

/// Returns a line with visible control characters.
pub(crate) fn line(line: &[u8]) -> String {
    // Characters have at most four bytes, and `Visible` shows each with at least one character.
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
