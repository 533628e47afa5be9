//! Prepares lines of a program for messages: shows control characters, and cuts long lines.

use broadside_core::text::{Visible, telling_line};

/// The largest number of characters of a line in a message.
const LONGEST: usize = 160;

/// Returns the [line that tells most](telling_line) about an error; empty if all lines are blank.
pub(crate) fn last_line(text: &[u8]) -> String {
    line(telling_line(text))
}

pub(crate) fn line(line: &[u8]) -> String {
    // A character has at most four bytes, and `Visible` shows it as at least one character. So
    // these bytes are enough.
    let line = line.trim_ascii();
    let start = &line[..line.len().min(4 * LONGEST)];
    let shown = Visible(start).to_string();
    shown.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_filtered_and_cut() {
        assert_eq!(last_line(b"Traceback\nKeyError: '\x1bA'\n\n"), "KeyError: '\\u{1b}A'");
        assert_eq!(last_line(b" \n"), "");
        assert_eq!(line(&[&[b' '; 4 * LONGEST][..], b"ahoy"].concat()), "ahoy");
        assert_eq!(last_line("é".repeat(1000).as_bytes()).chars().count(), LONGEST);
    }
}
