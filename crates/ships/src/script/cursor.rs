//! A line that is being read, and places in it.
//!
//! Of the language, a cursor knows only what separates words. It keeps the current piece, which was
//! read last: its text, its place, and its line.
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

use super::unreadable::Unreadable;
use super::words::{characters, skip_blanks, words};
use std::borrow::Cow;
use std::ops::Range;

/// A place in a file: line and column, counted from 1, columns in characters. What is no UTF-8 counts
/// as the replacement characters that stand for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl Place {
    /// A line that shows `text` in its column, for lines that are gone.
    pub(super) fn redraw(self, text: &[u8]) -> (Vec<u8>, Range<usize>) {
        let mut line = vec![b' '; self.indent()];
        line.extend_from_slice(text);
        let end = line.len();
        (line, self.indent()..end)
    }

    /// How many characters stand before it. Columns are those of one line, which fits into memory.
    fn indent(self) -> usize {
        usize::try_from(self.column.saturating_sub(1)).unwrap_or(0)
    }
}

/// The words of a command whose rest is still to come.
#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    /// The words, joined by blanks, or by LF where a line ended.
    text: Vec<u8>,
    /// Where each word begins: in `text`, and in the file.
    places: Vec<(usize, Place)>,
}

/// A line and the unfinished words before it, read up to some point.
#[derive(Clone, Debug)]
pub struct Cursor<'b> {
    /// The whole line.
    raw: &'b [u8],
    /// The line up to its comment, behind the words of an unfinished command.
    text: Cow<'b, [u8]>,
    pos: usize,
    /// The piece of `text` that was read last.
    current: Range<usize>,
    comment: Option<&'b [u8]>,
    /// Where the line itself begins in `text`, and the words before it.
    start: usize,
    earlier: Vec<(usize, Place)>,
    number: u64,
    /// Why the line cannot be read; it has no text then.
    unreadable: Option<Unreadable>,
    /// How far columns have been counted: an offset in `text` and its column.
    counted: (usize, u64),
}

impl<'b> Cursor<'b> {
    /// Line `number` of a file, without its LF, behind the words of an unfinished command.
    #[inline]
    pub(super) fn new(
        bytes: &'b [u8],
        number: u64,
        unfinished: Option<Unfinished>,
        unreadable: Option<Unreadable>,
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
        }
    }

    /// Where and why the line cannot be read, the first time it is asked for.
    pub(super) fn take_unreadable(&mut self) -> Option<(Place, Unreadable)> {
        let kind = self.unreadable.take()?;
        let column = match kind {
            Unreadable::TooLong { column } => column,
            Unreadable::Utf16 => 1,
        };
        Some((Place { line: self.number, column }, kind))
    }

    /// The whole line.
    pub(super) const fn raw(&self) -> &'b [u8] {
        self.raw
    }

    /// Takes the line's source out, without a CR at its end, for fronts that keep one copy of it for
    /// all that they say.
    pub(super) fn take_source(&mut self) -> &'b [u8] {
        let raw = std::mem::take(&mut self.raw);
        raw.strip_suffix(b"\r").unwrap_or(raw)
    }

    /// Goes back to the beginning of the current piece.
    pub(super) const fn step_back(&mut self) {
        self.pos = self.current.start;
    }

    /// What has not been read yet, from its first word on.
    pub(super) fn rest(&mut self) -> &[u8] {
        self.pos = self.text.len() - skip_blanks(&self.text[self.pos..]).len();
        &self.text[self.pos..]
    }

    /// Reads on to the last `left` bytes; what lies between is the current piece.
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

    /// Makes all that is left of the line belong to the current piece.
    pub(super) fn extend_to_end(&mut self) {
        self.pos = self.text.len();
        self.current.end = self.pos;
    }

    /// The comment, from its `#` on, the first time it is asked for.
    pub(super) fn take_comment(&mut self) -> Option<&'b [u8]> {
        self.comment.take()
    }

    /// The bytes of what was read last. What began on an earlier line begins with its words there.
    pub fn bytes(&self) -> &[u8] {
        &self.text[self.current.clone()]
    }

    /// Which bytes of the line itself were read last.
    pub fn span(&self) -> Range<usize> {
        let in_line = |offset: usize| offset.saturating_sub(self.start);
        in_line(self.current.start)..in_line(self.current.end)
    }

    /// Where that begins in the file.
    pub fn place(&mut self) -> Place {
        self.place_of(self.current.start)
    }

    fn place_of(&mut self, offset: usize) -> Place {
        // Text before the line begins with a word.
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

    /// The line that holds the beginning of what was read last, without a CR at its end, and the bytes of
    /// that in it. Of earlier lines only those words are known.
    pub(super) fn source(&mut self) -> (Vec<u8>, Range<usize>) {
        if self.current.start < self.start {
            let words: Vec<_> = words(self.bytes()).collect();
            let words = words.join(&b' ');
            return self.place().redraw(&words);
        }
        let line = self.raw.strip_suffix(b"\r").unwrap_or(self.raw);
        (line.to_vec(), self.span())
    }

    /// Takes the words that have not been read yet, for the next line to go on with.
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
    /// The words, joined by blanks, or by LF where a line ended.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The line of the last word, with each word in its column, and the place behind it.
    pub(super) fn last_line(&self) -> (Place, Vec<u8>) {
        let number = self.places.last().map_or(0, |(_, place)| place.line);
        let (mut source, mut width) = (Vec::new(), 0);
        for (start, place) in self.places.iter().filter(|(_, place)| place.line == number) {
            let gap = place.indent().saturating_sub(width);
            let word = words(&self.text[*start..]).next().unwrap_or_default();
            source.resize(source.len() + gap, b' ');
            source.extend(word);
            width += gap + usize::try_from(characters(word)).unwrap_or(word.len());
        }
        (Place { line: number, column: characters(&source) + 1 }, source)
    }
}
