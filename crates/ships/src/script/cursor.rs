//! Reads one line of a script piece by piece. A cursor knows only what separates words and where a
//! comment begins. Its current piece is the piece that was read last.

use super::expected::{Expected, Found};
use super::mark::{Mark, Place};
use super::syntax::SyntaxError;
use super::table::Keyword;
use super::words::{characters, single_spaced, skip_blanks, words};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A command whose last words are still missing at the end of a line.
#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    /// The words so far. A blank separates two words of a line, and an LF separates two lines.
    pub(super) text: Vec<u8>,
    /// Where each word begins: its offset in `text`, and its place in the file.
    places: Vec<(usize, Place)>,
}

/// Reads a line piece by piece. The words of an unfinished command from earlier lines come first.
#[derive(Clone, Debug)]
pub struct Cursor<'b> {
    /// The line without a byte order mark.
    pub(super) raw: &'b [u8],
    /// The words of an unfinished command from earlier lines, then the line up to its comment.
    text: Cow<'b, [u8]>,
    pos: usize,
    /// The range of the current piece in `text`.
    current: Range<usize>,
    comment: Option<&'b [u8]>,
    /// The offset in `text` at which the line itself begins.
    start: usize,
    /// The places of the words of earlier lines, as in [`Unfinished`].
    earlier: Vec<(usize, Place)>,
    number: u64,
    /// The error of a line that cannot be read. Such a line has no text.
    unreadable: Option<Box<SyntaxError>>,
    /// The offset in `text` and the column that were counted last. Later columns are counted from
    /// here.
    counted: (usize, u64),
    /// The line without a CR at its end. The marks of the line share it.
    source: Option<Arc<[u8]>>,
}

impl<'b> Cursor<'b> {
    /// Returns a cursor for `bytes`: line `number` of a file, without its LF.
    #[inline]
    pub(super) fn new(
        bytes: &'b [u8],
        number: u64,
        unfinished: Option<Unfinished>,
        unreadable: Option<Box<SyntaxError>>,
    ) -> Self {
        let hash = memchr::memchr(b'#', bytes);
        let code = &bytes[..hash.unwrap_or(bytes.len())];
        let comment = hash.map(|at| &bytes[at..]);
        let (text, start, earlier) = match unfinished {
            None => (Cow::Borrowed(code), 0, Vec::new()),
            Some(words) => {
                let mut text = words.text;
                text.push(b'\n');
                let start = text.len();
                text.extend_from_slice(code);
                (Cow::Owned(text), start, words.places)
            }
        };
        Self {
            raw: bytes,
            text,
            pos: 0,
            current: 0..0,
            comment,
            start,
            earlier,
            number,
            unreadable,
            counted: (start, 1),
            source: None,
        }
    }

    pub(super) fn take_unreadable(&mut self) -> Option<Box<SyntaxError>> {
        self.unreadable.take()
    }

    pub(super) const fn step_back(&mut self) {
        self.pos = self.current.start;
    }

    /// Skips blanks, and returns the text that has not been read yet.
    pub(super) fn rest(&mut self) -> &[u8] {
        self.pos = self.text.len() - skip_blanks(&self.text[self.pos..]).len();
        &self.text[self.pos..]
    }

    /// Reads until `left` bytes are left. The text read becomes the current piece.
    pub(super) fn advance(&mut self, left: usize) {
        let start = self.pos;
        self.pos = self.text.len() - left;
        self.current = start..self.pos;
    }

    pub(super) fn word(&mut self) -> &[u8] {
        let rest = self.rest();
        let length = words(rest).next().map_or(0, <[u8]>::len);
        let left = rest.len() - length;
        self.advance(left);
        self.bytes()
    }

    /// Extends the current piece to the end of the line, but not into a comment.
    pub(super) fn extend_to_end(&mut self) {
        self.pos = self.text.len();
        self.current.end = self.pos;
    }

    pub(super) fn take_comment(&mut self) -> Option<&'b [u8]> {
        self.comment.take()
    }

    /// Returns the current piece. If the piece began on an earlier line, its words from there come
    /// first. Once the comment was read, the piece is empty.
    pub fn bytes(&self) -> &[u8] {
        &self.text[self.current.clone()]
    }

    /// Returns the range of the current piece in the line, in bytes. A byte order mark is not a
    /// part of the line.
    pub fn span(&self) -> Range<usize> {
        let in_line = |offset: usize| offset.saturating_sub(self.start);
        in_line(self.current.start)..in_line(self.current.end)
    }

    /// Returns the place at which the current piece begins in the file.
    pub fn place(&mut self) -> Place {
        self.place_of(self.current.start)
    }

    fn place_of(&mut self, offset: usize) -> Place {
        if offset < self.start {
            let earlier = self.earlier.iter().rfind(|(start, _)| *start <= offset);
            return earlier.expect("the first word begins at offset 0").1;
        }
        let (from, column) = if offset < self.counted.0 { (self.start, 1) } else { self.counted };
        let column = column + characters(&self.text[from..offset]);
        self.counted = (offset, column);
        Place { line: self.number, column }
    }

    /// Returns the mark (the place and the line) of the current piece. If the piece began on an
    /// earlier line, that line is not stored, and the mark has only the words of the piece.
    pub(super) fn mark(&mut self) -> Mark {
        let (place, span) = (self.place(), self.span());
        if self.current.start < self.start {
            return place.mark_in_blanks(&single_spaced(self.bytes()));
        }
        let line = self.raw.strip_suffix(b"\r").unwrap_or(self.raw);
        let source = Arc::clone(self.source.get_or_insert_with(|| line.into()));
        // Prose (text outside groups) includes the CR, but the line of the mark does not.
        Mark { place, span: span.start..span.end.min(line.len()), source }
    }

    pub(super) fn error(&mut self, expected: Expected, command: Option<Keyword>) -> SyntaxError {
        let found = Found::Word(self.bytes().to_vec());
        SyntaxError { mark: self.mark(), expected, found, command, begun: None }
    }

    /// Returns the number of the line on which the unread text begins, if this is an earlier line.
    pub(super) fn line_above(&mut self) -> Option<u64> {
        (self.pos < self.start).then(|| self.place_of(self.pos).line)
    }

    pub(super) fn take_unfinished(&mut self) -> Unfinished {
        let mut unfinished = Unfinished { text: Vec::new(), places: Vec::new() };
        let mut end = self.pos;
        while let Some(word) = self.word_after(end) {
            if !unfinished.text.is_empty() {
                let ends_line = self.text[end..word.start].contains(&b'\n');
                unfinished.text.push(if ends_line { b'\n' } else { b' ' });
            }
            let place = self.place_of(word.start);
            unfinished.places.push((unfinished.text.len(), place));
            unfinished.text.extend_from_slice(&self.text[word.clone()]);
            end = word.end;
        }
        self.pos = self.text.len();
        unfinished
    }

    fn word_after(&self, offset: usize) -> Option<Range<usize>> {
        let word = words(&self.text[offset..]).next()?;
        let start = self.text.len() - skip_blanks(&self.text[offset..]).len();
        Some(start..start + word.len())
    }
}

impl Unfinished {
    /// Returns the mark of the end of the last word. The line of the mark shows the words of the
    /// last line, each word at its column in the file.
    pub(super) fn end(&self) -> Mark {
        let number = self.places.last().map_or(0, |(_, place)| place.line);
        let (mut source, mut width) = (Vec::new(), 0);
        for (start, place) in self.places.iter().filter(|(_, place)| place.line == number) {
            let gap = place.indent().saturating_sub(width);
            let word = words(&self.text[*start..]).next().unwrap_or_default();
            source.resize(source.len() + gap, b' ');
            source.extend(word);
            width += gap + usize::try_from(characters(word)).unwrap_or(word.len());
        }
        let place = Place { line: number, column: characters(&source) + 1 };
        Mark { place, span: source.len()..source.len(), source: source.into() }
    }
}
