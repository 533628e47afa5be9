//! Lines that cannot be read. This file does not use the words of the language.

use super::words::characters;
use broadside_core::ports::LONGEST_LINE;

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// The line is longer than 1 MiB; `column` is the first column beyond that.
    TooLong { column: u64 },
    /// An editor saved the file as UTF-16.
    Utf16,
}

impl Unreadable {
    /// Returns why line `number` of a file cannot be read; `None` if it can.
    pub(super) fn of_line(line: &[u8], number: u64) -> Option<Self> {
        if line.len() > LONGEST_LINE {
            return Some(Self::TooLong { column: characters(&line[..LONGEST_LINE]) + 1 });
        }
        // The first line may be empty. UTF-16 may also stand behind a mark of UTF-8.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        (number <= 2 && is_utf16(line)).then_some(Self::Utf16)
    }
}

/// Whether a line begins with the mark of UTF-16, or every other byte of its beginning is NUL, as in
/// ASCII text in UTF-16.
fn is_utf16(line: &[u8]) -> bool {
    const BEGINNING: usize = 64;
    const FEWEST: usize = 2;
    let pairs = || line.chunks_exact(2).take(BEGINNING);
    let nul = |at: usize| pairs().all(|pair| pair[at] == 0 && pair[1 - at] != 0);
    line.starts_with(b"\xff\xfe")
        || line.starts_with(b"\xfe\xff")
        || (pairs().len() >= FEWEST && (nul(0) || nul(1)))
}
