//! Places in files, and parts of lines.

use std::ops::Range;
use std::sync::Arc;

/// A line and a column in a file. Both are counted from 1, columns in characters. Bytes that are
/// not UTF-8 are counted as replacement characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// A part of a line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place where the part begins.
    pub place: Place,
    /// The line of the part, as far as it can be shown. It may have any bytes.
    pub source: Arc<[u8]>,
    /// The range of the part in `source`, in bytes.
    pub span: Range<usize>,
}

impl Place {
    /// Returns the mark of `text` at this place. In its `source`, blanks replace the text before
    /// this place, because the whole line is not stored any more.
    pub(super) fn mark_in_blanks(self, text: &[u8]) -> Mark {
        let mut line = vec![b' '; self.indent()];
        line.extend_from_slice(text);
        Mark { place: self, span: self.indent()..line.len(), source: line.into() }
    }

    /// Returns an empty mark at this place, for a line whose text is not shown.
    pub(super) fn unknown(self) -> Mark {
        Mark { place: self, source: Arc::default(), span: 0..0 }
    }

    pub(super) fn indent(self) -> usize {
        usize::try_from(self.column.saturating_sub(1)).unwrap_or(0)
    }
}
