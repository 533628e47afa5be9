//! From lines to events: tags, commands, prose and comments, one at a time.

use super::ast::{Command, Group};
use super::command::command;
use super::expected::{Expected, Found};
use super::line::{Line, Place, Unfinished, characters};
use super::syntax::SyntaxError;
use super::table::Keyword;
use super::words::{skip_blanks, word};
use crate::ports::LONGEST_LINE;
use nom::Finish as _;
use std::ops::Range;

/// What a piece of a script is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tag that opens a group. Inside a player's group: the other player's tag, which the game
    /// refuses.
    Open(Group),
    /// The tag that closes the open group.
    Close(Group),
    /// A command of the open group.
    Command(Command),
    /// Text outside groups, to the end of its line or its comment.
    Prose,
    /// A comment, from its `#` to the end of its line.
    Comment(Vec<u8>),
}

/// Reads a script line by line. It keeps the open group, the words of a command that goes on on the
/// next line, and the line number; never a line.
///
/// ```
/// use broadside::script::{Event, Reader, ast::Group};
///
/// let mut reader = Reader::default();
/// let mut line = reader.line(b"[state] SAVE [state] that was all");
/// let mut events = Vec::new();
/// while let Some((event, _)) = reader.next(&mut line)? {
///     events.push(event);
/// }
/// assert_eq!(events.first(), Some(&Event::Open(Group::State)));
/// assert_eq!(events.last(), Some(&Event::Prose));
/// # Ok::<(), Box<broadside::script::SyntaxError>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// The open group. A front that refuses a tag puts it back.
    pub group: Option<Group>,
    unfinished: Option<Unfinished>,
    lines: u64,
}

/// An event and the bytes that it stands in: of its line, or, where it began on an earlier one, of
/// the words before it and the line (see [`Line::bytes`]).
pub type Spanned = (Event, Range<usize>);

impl Reader {
    /// Begins the next line, given without its LF.
    pub fn line<'b>(&mut self, mut bytes: &'b [u8]) -> Line<'b> {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        if self.lines == 0 {
            bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        }
        self.lines += 1;
        // A line without words leaves an unfinished command as it is.
        let unfinished = self.unfinished.take_if(|_| has_words(bytes));
        Line::new(bytes, self.lines, unfinished)
    }

    /// Whether a command is waiting for more words.
    pub const fn is_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    /// The words of a command that is waiting for more.
    pub(super) fn unfinished(&self) -> Option<&[u8]> {
        self.unfinished.as_ref().map(|words| words.text.as_slice())
    }

    /// Forgets a command that is waiting for more words.
    pub fn drop_unfinished(&mut self) {
        self.unfinished = None;
    }

    /// The next event of `line`; `None` at its end.
    ///
    /// # Errors
    /// The word that may not stand there. What is left of the line can still be read.
    pub fn next(&mut self, line: &mut Line<'_>) -> Result<Option<Spanned>, Box<SyntaxError>> {
        let rest = line.rest();
        match (rest.first(), self.group) {
            (None, _) => Ok(comment(line)),
            (Some(b'['), group) => self.tag(group, line).map(Some),
            (Some(_), None) => prose(line).map(Some),
            (Some(_), Some(group)) => self.command(group, line),
        }
    }

    fn tag(
        &mut self,
        open: Option<Group>,
        line: &mut Line<'_>,
    ) -> Result<Spanned, Box<SyntaxError>> {
        let span = first_word(line);
        let expected = match open {
            None => Expected::OpeningTag,
            Some(group) => Expected::CommandOf(group),
        };
        let tag = Group::from_tag(line.bytes(span.clone()));
        let Some(tag) = tag else { return Err(unexpected(line, span, expected, None).into()) };
        match open {
            Some(group) if group == tag => {
                self.group = None;
                Ok((Event::Close(group), span))
            }
            Some(group) if group == Group::State || tag == Group::State => {
                Err(unexpected(line, span, Expected::ClosingTag(group), None).into())
            }
            _ => {
                self.group = Some(tag);
                Ok((Event::Open(tag), span))
            }
        }
    }

    fn command(
        &mut self,
        group: Group,
        line: &mut Line<'_>,
    ) -> Result<Option<Spanned>, Box<SyntaxError>> {
        let (left, expected, keyword) = match command(group, line.rest()).finish() {
            Ok((rest, command)) => {
                let left = rest.len();
                return Ok(Some((Event::Command(command), line.advance(left))));
            }
            Err(unexpected) => (unexpected.at.len(), unexpected.expected, unexpected.keyword()),
        };
        if left == 0 {
            self.unfinished = Some(line.take_unfinished());
            return Ok(comment(line));
        }
        line.advance(left);
        let span = first_word(line);
        Err(unexpected(line, span, expected, keyword).into())
    }

    /// The end of a file: the open group, if any, is closed as its tag would close it.
    ///
    /// # Errors
    /// When the file ends inside a command.
    pub fn end(&mut self) -> Result<Option<Group>, Box<SyntaxError>> {
        self.lines = 0;
        let group = self.group.take();
        match (group, self.unfinished.take()) {
            (Some(group), Some(unfinished)) => Err(broken_off(group, &unfinished).into()),
            _ => Ok(group),
        }
    }

    /// The error of a line that is longer than [`LONGEST_LINE`], of which at least so much is given.
    pub fn long_line(&mut self, line: &[u8]) -> Box<SyntaxError> {
        self.lines += 1;
        Box::new(SyntaxError {
            place: Place { line: self.lines, column: characters(&line[..LONGEST_LINE]) + 1 },
            expected: Expected::ShorterLine,
            found: Found::LongLine,
            command: None,
            source: Vec::new(),
            span: 0..0,
        })
    }
}

fn has_words(line: &[u8]) -> bool {
    skip_blanks(line).first().is_some_and(|byte| *byte != b'#')
}

/// The comment that ends a line.
fn comment(line: &mut Line<'_>) -> Option<Spanned> {
    let text = line.take_comment()?.to_vec();
    Some((Event::Comment(text), line.advance(0)))
}

/// A line, or the rest of one, outside groups.
fn prose(line: &mut Line<'_>) -> Result<Spanned, Box<SyntaxError>> {
    let span = first_word(line);
    if Keyword::from_name(line.bytes(span.clone())).is_some() {
        return Err(unexpected(line, span, Expected::OpeningTag, None).into());
    }
    Ok((Event::Prose, span.start..line.advance(0).end))
}

/// Steps over the next word.
fn first_word(line: &mut Line<'_>) -> Range<usize> {
    let rest = line.rest();
    let length = word(rest).map_or(0, |(_, word)| word.len());
    let left = rest.len() - length;
    line.advance(left)
}

fn unexpected(
    line: &mut Line<'_>,
    span: Range<usize>,
    expected: Expected,
    command: Option<Keyword>,
) -> SyntaxError {
    let found = Found::Word(line.bytes(span.clone()).to_vec());
    let place = line.place(span.start);
    let (source, span) = line.source(&span);
    SyntaxError { place, expected, found, command, source, span }
}

/// The input ends inside a command: right behind its last word something was expected.
fn broken_off(group: Group, unfinished: &Unfinished) -> SyntaxError {
    let missing = command(group, &unfinished.text).finish().err();
    let expected = missing.as_ref().map_or(Expected::Word, |missing| missing.expected);
    let keyword = missing.and_then(|missing| missing.keyword());
    let (place, source) = unfinished.last_line();
    let span = source.len()..source.len();
    SyntaxError { place, expected, found: Found::End, command: keyword, source, span }
}
