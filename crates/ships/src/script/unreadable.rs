//! Lines that cannot be read at all. This file does not use the words of the language.

use super::words::characters;
use broadside_core::ports::LONGEST_LINE;

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is longer than 1 MiB, which it is from this column on.
    TooLong { column: u64 },
    /// An editor saved the file as UTF-16: nothing in it would be a word.
    Utf16,
}

impl Unreadable {
    /// Why line `number` of a file cannot be read; `None` when it can.
    pub(super) fn judge(line: &[u8], number: u64) -> Option<Self> {
        if line.len() > LONGEST_LINE {
            return Some(Self::TooLong { column: characters(&line[..LONGEST_LINE]) + 1 });
        }
        // The first line may be empty, and the mark of UTF-8 makes no UTF-16 readable.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        (number <= 2 && is_utf16(line)).then_some(Self::Utf16)
    }
}

/// Whether a line begins with the mark of UTF-16, or every other byte of its beginning is NUL, as in ASCII
/// text of that kind.
fn is_utf16(line: &[u8]) -> bool {
    const BEGINNING: usize = 64;
    const FEWEST: usize = 2;
    let pairs = || line.chunks_exact(2).take(BEGINNING);
    let nul = |at: usize| pairs().all(|pair| pair[at] == 0 && pair[1 - at] != 0);
    line.starts_with(b"\xff\xfe")
        || line.starts_with(b"\xfe\xff")
        || (pairs().len() >= FEWEST && (nul(0) || nul(1)))
}
