//! A line that is being read, and places in it.

use super::words::{skip_blanks, words};
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
        let indent = usize::try_from(self.column - 1).expect("columns are those of one line");
        let mut line = vec![b' '; indent];
        line.extend_from_slice(text);
        let end = line.len();
        (line, indent..end)
    }
}

/// The words of a command whose rest is still to come.
#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    /// The words, joined by blanks, or by LF where a line ended.
    pub(super) text: Vec<u8>,
    /// Where each word begins: in `text`, and in the file.
    pub(super) places: Vec<(usize, Place)>,
}

/// A line and the unfinished words before it, read up to `pos`.
#[derive(Clone, Debug)]
pub struct Line<'b> {
    /// The whole line.
    raw: &'b [u8],
    /// The line up to its comment, behind the words of an unfinished command.
    text: Cow<'b, [u8]>,
    pos: usize,
    comment: Option<&'b [u8]>,
    /// Where the line itself begins in `text`, and the words before it.
    start: usize,
    earlier: Vec<(usize, Place)>,
    number: u64,
    /// How far columns have been counted: an offset in `text` and its column.
    counted: (usize, u64),
}

impl<'b> Line<'b> {
    /// Line `number` of a file, without its LF, behind the words of an unfinished command.
    pub(super) fn new(bytes: &'b [u8], number: u64, unfinished: Option<Unfinished>) -> Self {
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
        Self { raw: bytes, text, pos: 0, comment, start, earlier, number, counted: (start, 1) }
    }

    /// Takes the line's source out, without a CR at its end, for fronts that keep one copy of it for
    /// all that they say.
    pub(super) fn take_source(&mut self) -> &'b [u8] {
        let raw = std::mem::take(&mut self.raw);
        raw.strip_suffix(b"\r").unwrap_or(raw)
    }

    /// Goes back by the `length` bytes that were read last.
    pub(super) const fn step_back(&mut self, length: usize) {
        self.pos -= length;
    }

    /// The line's number.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What has not been read yet, from its first word on.
    pub(super) fn rest(&mut self) -> &[u8] {
        self.pos = self.text.len() - skip_blanks(&self.text[self.pos..]).len();
        &self.text[self.pos..]
    }

    /// Goes on to the last `left` bytes and returns what lies between.
    pub(super) fn advance(&mut self, left: usize) -> Range<usize> {
        let start = self.pos;
        self.pos = self.text.len() - left;
        start..self.pos
    }

    /// The comment, from its `#` on, the first time it is asked for.
    pub(super) fn take_comment(&mut self) -> Option<&'b [u8]> {
        self.comment.take()
    }

    /// The bytes of a span, as it comes with an event.
    pub fn bytes(&self, span: Range<usize>) -> &[u8] {
        &self.text[span]
    }

    /// Where the byte `offset` of the text stands in the file.
    pub fn place(&mut self, offset: usize) -> Place {
        if offset < self.start {
            let word = self.earlier.iter().rfind(|(start, _)| *start <= offset);
            return word.expect("text before the line begins with a word").1;
        }
        let (from, column) = if offset < self.counted.0 { (self.start, 1) } else { self.counted };
        let column = column + characters(&self.text[from..offset]);
        self.counted = (offset, column);
        Place { line: self.number, column }
    }

    /// Where the byte `offset` of the text stands in the line itself, in bytes.
    pub const fn offset_in_line(&self, offset: usize) -> usize {
        offset.saturating_sub(self.start)
    }

    /// The line that holds the beginning of `span`, without a CR at its end, and the span within it. Of
    /// earlier lines only the words of the span are known.
    pub(super) fn source(&mut self, span: &Range<usize>) -> (Vec<u8>, Range<usize>) {
        if span.start < self.start {
            let words: Vec<_> = words(&self.text[span.clone()]).collect();
            let words = words.join(&b' ');
            return self.place(span.start).redraw(&words);
        }
        let line = self.raw.strip_suffix(b"\r").unwrap_or(self.raw);
        (line.to_vec(), span.start - self.start..span.end - self.start)
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
            let place = self.place(word.start);
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

/// The number of characters in `bytes`.
pub(super) fn characters(bytes: &[u8]) -> u64 {
    let count = match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().count(),
        Err(_) => String::from_utf8_lossy(bytes).chars().count(),
    };
    count as u64
}

impl Unfinished {
    /// The line of the last word, drawn anew with each word in its column, and the place behind it.
    pub(super) fn last_line(&self) -> (Place, Vec<u8>) {
        let number = self.places.last().map_or(0, |(_, place)| place.line);
        let mut source = Vec::new();
        for (start, place) in self.places.iter().filter(|(_, place)| place.line == number) {
            let column = usize::try_from(place.column).expect("columns are those of one line");
            let width = usize::try_from(characters(&source)).expect("a line fits into memory");
            source.resize(source.len() + (column - 1).saturating_sub(width), b' ');
            source.extend(words(&self.text[*start..]).next().unwrap_or_default());
        }
        (Place { line: number, column: characters(&source) + 1 }, source)
    }
}
