//! The text of an open document, and places in it. Editors count lines and UTF-16 units from 0, and
//! for them a CR alone also ends a line. The script language counts lines and characters from 1,
//! and for it only an LF ends a line.

use lsp_types::{Position, Range};
use std::ops;

#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    /// The first byte of each line. Lines are counted as editors count them.
    starts: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        let starts = starts(&text);
        Self { text, starts }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Replaces the text in `range`, or the whole text if there is no range.
    pub(super) fn replace(&mut self, range: Option<Range>, new: &str) {
        match range {
            None => new.clone_into(&mut self.text),
            Some(Range { start, end }) => {
                let start = self.offset(start);
                let end = self.offset(end).max(start);
                self.text.replace_range(start..end, new);
            }
        }
        self.starts = starts(&self.text);
    }

    /// Returns the byte at a position. For a position after the end of a line, returns the end of
    /// the line. For a position after all lines, returns the end of the text. For a position inside
    /// a character, returns the beginning of the character.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else {
            return self.text.len();
        };
        let mut units = 0;
        for (at, char) in self.text[start..].char_indices() {
            units += char.len_utf16() as u64;
            if units > u64::from(position.character) || matches!(char, '\r' | '\n') {
                return start + at;
            }
        }
        self.text.len()
    }

    /// Returns the position of a byte, which must begin a character.
    pub(super) fn position(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let units = self.text[self.starts[line]..offset].encode_utf16().count();
        Position { line: count(line), character: count(units) }
    }

    pub(super) fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    /// Returns the whole lines before `offset`, and the beginning of the line that contains
    /// `offset`. Here, only an LF ends a line, and a byte order mark is a line of its own.
    pub(super) fn before(&self, offset: usize) -> (&str, &str) {
        let head = &self.text[..offset];
        head.split_at(head.rfind('\n').map_or(byte_order_mark(head), |at| at + 1))
    }

    pub(super) fn places(&self) -> Places<'_> {
        let ends = memchr::memchr_iter(b'\n', self.text.as_bytes());
        let mut lines: Vec<_> = [0].into_iter().chain(ends.map(|end| end + 1)).collect();
        // The language counts no column for a byte order mark.
        lines[0] = byte_order_mark(&self.text);
        Places { text: self, lines, walk: Walk::default() }
    }
}

/// Returns the number of bytes of a byte order mark at the start of a text.
fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

fn starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    let ends = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
    [0].into_iter().chain(ends.map(|end| end + 1)).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Converts places of the language into positions for editors. If the places come in the order of
/// the text, the text is read only once.
#[derive(Debug)]
pub(super) struct Places<'t> {
    text: &'t Text,
    /// The first byte of each line. Lines are counted as the language counts them.
    lines: Vec<usize>,
    walk: Walk,
}

/// The place that was converted last. A later place in the same line is found from here.
#[derive(Clone, Copy, Debug, Default)]
struct Walk {
    /// The line of the language, and the number of its characters before the place.
    line: u64,
    characters: u64,
    /// The byte at the place, and its position for editors.
    offset: usize,
    position: Position,
}

impl Places<'_> {
    /// Returns the range of the `width` characters that begin at a place of the language.
    pub(super) fn range(&mut self, line: u64, column: u64, width: u64) -> Range {
        let before = column.saturating_sub(1);
        if line != self.walk.line || before < self.walk.characters {
            self.walk = self.start(line);
        }
        let start = self.text.forward(self.walk, before);
        self.walk = start;
        let end = self.text.forward(start, before.saturating_add(width));
        Range { start: start.position, end: end.position }
    }

    fn start(&self, line: u64) -> Walk {
        let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        let offset = self.lines.get(index).copied().unwrap_or(self.text.text.len());
        Walk { line, characters: 0, offset, position: self.text.position(offset) }
    }
}

impl Text {
    /// Moves on to the place that has `characters` characters before it in the line, or to the end
    /// of a shorter line.
    fn forward(&self, mut walk: Walk, characters: u64) -> Walk {
        for char in self.text[walk.offset..].chars() {
            let rest = &self.text[walk.offset..];
            if walk.characters >= characters || char == '\n' || rest.starts_with("\r\n") {
                break;
            }
            walk.characters += 1;
            walk.offset += char.len_utf8();
            if char == '\r' {
                walk.position = Position { line: walk.position.line + 1, character: 0 };
            } else {
                walk.position.character += count(char.len_utf16());
            }
        }
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_in_utf_16_and_may_be_outside() {
        let text = Text::new("a😀b\r\nc\rd\n".to_owned());
        let first_line = [(0, 0), (1, 1), (2, 1), (3, 5), (4, 6), (99, 6), (u32::MAX, 6)];
        let others = [(1, 0, 8), (1, 1, 9), (2, 0, 10), (3, 0, 12), (4, 0, 12)];
        let rows = first_line.map(|(character, offset)| (0, character, offset)).into_iter();
        for (line, character, offset) in rows.chain(others).chain([(u32::MAX, u32::MAX, 12)]) {
            assert_eq!(text.offset(Position { line, character }), offset, "{line}:{character}");
        }
        for offset in [0, 1, 5, 6, 8, 9, 10, 11, 12] {
            assert_eq!(text.offset(text.position(offset)), offset);
        }
    }

    #[test]
    fn changes_replace_a_range_or_everything() {
        let mut text = Text::new("one\ntwo\n".to_owned());
        let place = |line, character| Position { line, character };
        text.replace(Some(Range { start: place(0, 3), end: place(1, 1) }), "-");
        assert_eq!(text.as_str(), "one-wo\n");
        text.replace(Some(Range { start: place(9, 9), end: place(0, 0) }), "end");
        assert_eq!(text.as_str(), "one-wo\nend");
        text.replace(None, "\u{feff}é");
        assert_eq!((text.as_str(), text.position(5).character), ("\u{feff}é", 2));
    }

    #[test]
    fn places_of_the_language_become_positions() {
        let text = Text::new("\u{feff}a😀b\r\nc\rdef\n".to_owned());
        let mut places = text.places();
        let mut range = |line, column, width| {
            let Range { start, end } = places.range(line, column, width);
            (start.line, start.character, end.line, end.character)
        };
        assert_eq!(range(1, 1, 1), (0, 1, 0, 2));
        assert_eq!(range(1, 2, 1), (0, 2, 0, 4));
        assert_eq!(range(1, 3, 9), (0, 4, 0, 5));
        assert_eq!(range(2, 1, 3), (1, 0, 2, 1));
        assert_eq!(range(2, 3, 1), (2, 0, 2, 1));
        assert_eq!(range(1, 1, 2), (0, 1, 0, 4));
        assert_eq!(range(9, 9, 9), (3, 0, 3, 0));
        assert_eq!(range(u64::MAX, u64::MAX, u64::MAX), (3, 0, 3, 0));
    }
}
