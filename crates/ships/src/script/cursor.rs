//! A position in a line.
//!
//! A cursor knows what separates words, and nothing else about the language. It keeps the current piece, that
//! is, the piece that was read last: its text, its place, and its line.
//!
//! ```
//! use broadside_ships::script::{Place, Reader};
//!
//! let mut reader = Reader::default();
//! let mut line = reader.line("\u{e4}h REEF".as_bytes());
//! reader.next(&mut line, None)?;
//! assert_eq!((line.bytes(), line.span()), ("\u{e4}h REEF".as_bytes(), 0..8));
//! assert_eq!(line.place(), Place { line: 1, column: 1 });
//! # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
//! ```

use super::expected::{Expected, Found};
use super::mark::{Mark, Place};
use super::syntax::SyntaxError;
use super::table::Keyword;
use super::words::{characters, skip_blanks, words};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The words of an unfinished command.
#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    /// The words, joined by blanks, or by LF at the end of a line.
    text: Vec<u8>,
    /// The beginning of each word, in `text` and in the file.
    places: Vec<(usize, Place)>,
}

/// A line and the unfinished words before it, which are read piece by piece.
#[derive(Clone, Debug)]
pub struct Cursor<'b> {
    /// The whole line.
    raw: &'b [u8],
    /// The words of an unfinished command from earlier lines, and then the line up to its comment.
    text: Cow<'b, [u8]>,
    pos: usize,
    /// The piece of `text` that was read last.
    current: Range<usize>,
    comment: Option<&'b [u8]>,
    /// The beginning of the line itself in `text`.
    start: usize,
    /// The words before the line: the beginning of each, in `text` and in the file.
    earlier: Vec<(usize, Place)>,
    number: u64,
    /// The error that the line cannot be read. It then has no text.
    unreadable: Option<Box<SyntaxError>>,
    /// The last place whose column was counted: its offset in `text` and its column.
    counted: (usize, u64),
    /// The whole line without a CR at its end, after the first mark.
    source: Option<Arc<[u8]>>,
}

impl<'b> Cursor<'b> {
    /// Begins line `number` of a file. `bytes` is the line without its LF; `unfinished` are the words before it.
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

    /// Takes out the error that the line cannot be read.
    pub(super) fn take_unreadable(&mut self) -> Option<Box<SyntaxError>> {
        self.unreadable.take()
    }

    /// Returns the whole line.
    pub(super) const fn raw(&self) -> &'b [u8] {
        self.raw
    }

    /// Goes back to the beginning of the current piece.
    pub(super) const fn step_back(&mut self) {
        self.pos = self.current.start;
    }

    /// Skips blanks, and returns the text that has not been read yet.
    pub(super) fn rest(&mut self) -> &[u8] {
        self.pos = self.text.len() - skip_blanks(&self.text[self.pos..]).len();
        &self.text[self.pos..]
    }

    /// Reads until `left` bytes are left. The text that was read becomes the current piece.
    pub(super) fn advance(&mut self, left: usize) {
        let start = self.pos;
        self.pos = self.text.len() - left;
        self.current = start..self.pos;
    }

    /// Reads the next word.
    pub(super) fn word(&mut self) -> &[u8] {
        let rest = self.rest();
        let length = words(rest).next().map_or(0, <[u8]>::len);
        let left = rest.len() - length;
        self.advance(left);
        self.bytes()
    }

    /// Extends the current piece to the end of the line.
    pub(super) fn extend_to_end(&mut self) {
        self.pos = self.text.len();
        self.current.end = self.pos;
    }

    /// Takes out the comment, with its `#`.
    pub(super) fn take_comment(&mut self) -> Option<&'b [u8]> {
        self.comment.take()
    }

    /// Returns the current piece. If it began on an earlier line, its words there come first.
    pub fn bytes(&self) -> &[u8] {
        &self.text[self.current.clone()]
    }

    /// Returns the bytes of the line itself that belong to the current piece.
    pub fn span(&self) -> Range<usize> {
        let in_line = |offset: usize| offset.saturating_sub(self.start);
        in_line(self.current.start)..in_line(self.current.end)
    }

    /// Returns the place at which the current piece begins in the file.
    pub fn place(&mut self) -> Place {
        self.place_of(self.current.start)
    }

    fn place_of(&mut self, offset: usize) -> Place {
        // Text before the line begins with a word, so `earlier` finds that word or a later one.
        let earlier = || self.earlier.iter().rfind(|(start, _)| *start <= offset);
        if offset < self.start
            && let Some((_, place)) = earlier()
        {
            return *place;
        }
        let (from, column) = if offset < self.counted.0 { (self.start, 1) } else { self.counted };
        let column = column + characters(&self.text[from..offset]);
        self.counted = (offset, column);
        Place { line: self.number, column }
    }

    /// Returns the mark of the current piece. If the piece begins on an earlier line, the line of the mark has only
    /// the words of the piece.
    pub(super) fn mark(&mut self) -> Mark {
        let (place, span) = (self.place(), self.span());
        if self.current.start < self.start {
            return place.redraw(&words(self.bytes()).collect::<Vec<_>>().join(&b' '));
        }
        let line = self.raw.strip_suffix(b"\r").unwrap_or(self.raw);
        let source = Arc::clone(self.source.get_or_insert_with(|| line.into()));
        // Prose extends to the CR.
        Mark { place, span: span.start..span.end.min(line.len()), source }
    }

    /// Returns the error that the current piece is not what was expected.
    pub(super) fn error(&mut self, expected: Expected, command: Option<Keyword>) -> SyntaxError {
        let found = Found::Word(self.bytes().to_vec());
        SyntaxError { mark: self.mark(), expected, found, command }
    }

    /// Takes out the words that have not been read yet, so that the next line can continue them.
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
    /// Returns the words, joined by blanks, or by LF at the end of a line.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the mark of the end of the last word, in a line with each word of its line in its column.
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
