//! How wide a text is on a terminal.

use unicode_width::UnicodeWidthChar as _;

/// Returns the number of columns that `text` takes on a terminal. Most characters take one column,
/// emoji and Chinese, Japanese and Korean characters two. Control characters, and accents that join
/// the character before them, take none.
///
/// ```
/// assert_eq!(broadside_core::text::width("Mu\u{308}ller 船"), 9);
/// ```
pub fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// Returns the blanks that fill a cell of a table: `text` and the blanks take `columns` columns.
pub fn padding(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}
