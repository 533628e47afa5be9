//! Finds lines that cannot be read.

use super::expected::{Expected, Found};
use super::mark::Place;
use super::syntax::SyntaxError;
use super::words::{BYTE_ORDER_MARK, characters};
use broadside_core::ports::LONGEST_LINE;

/// Returns an error if line `number` of a file is longer than 1 MiB, or if the file seems to be in
/// UTF-16.
pub(super) fn unreadable(line: &[u8], number: u64) -> Option<Box<SyntaxError>> {
    let (column, expected, found) = if line.len() > LONGEST_LINE {
        (characters(&line[..LONGEST_LINE]) + 1, Expected::ShorterLine, Found::LongLine)
    } else if number <= 2 && is_utf16(line, number) {
        (1, Expected::Utf8, Found::Utf16)
    } else {
        return None;
    };
    let mark = Place { line: number, column }.unknown();
    Some(SyntaxError { mark, expected, found, command: None, begun: None }.into())
}

/// Whether a line seems to be in UTF-16. Either it is the first line and begins with the byte order
/// mark of UTF-16. Or every second byte at its beginning is NUL, as in ASCII text in UTF-16. A byte
/// order mark of UTF-8 is skipped. The caller asks about two lines, because the first may be empty.
fn is_utf16(line: &[u8], number: u64) -> bool {
    const BEGINNING: usize = 64;
    const FEWEST: usize = 2;
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let pairs = || line.chunks_exact(2).take(BEGINNING);
    let nul = |at: usize| pairs().all(|pair| pair[at] == 0 && pair[1 - at] != 0);
    let is_marked = line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff");
    (number == 1 && is_marked) || (pairs().len() >= FEWEST && (nul(0) || nul(1)))
}
