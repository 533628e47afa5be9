//! Splits lines into events: tags, commands, prose (text outside groups) and comments. For every
//! event, the caller says which group is open. If the caller has no game, it gets this group from
//! [`Event::group_after`].

use super::ast::{Command, Group};
use super::cursor::{Cursor, Unfinished};
use super::expected::{Expected, Found};
use super::mark::Place;
use super::syntax::SyntaxError;
use super::table::{Keyword, command};
use super::words::{BYTE_ORDER_MARK, characters, skip_blanks, words};
use broadside_core::ports::LONGEST_LINE;
use nom::Finish as _;

/// A piece of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tag that opens a group. Inside a player's group, this is the other player's tag, and the
    /// game refuses it.
    Open(Group),
    /// The tag that closes the open group.
    Close(Group),
    /// A command of the open group.
    Command(Command),
    /// Text outside groups, up to a comment or to the end of the line.
    Prose,
    /// A comment, from its `#` to the end of the line.
    Comment(Vec<u8>),
}

#[doc(hidden)]
impl Event {
    /// Returns the group that is open after this event. `group` was open before it. The game
    /// refuses the other player's tag inside a player's group, and the turn continues.
    pub fn group_after(&self, group: Option<Group>) -> Option<Group> {
        match self {
            Self::Open(tag) => group.or(Some(*tag)),
            Self::Close(_) => None,
            Self::Command(_) | Self::Prose | Self::Comment(_) => group,
        }
    }

    /// Returns the text of this event as a line of its own, for a logbook or a history. Returns
    /// `None` for prose and comments.
    pub fn line(&self) -> Option<Vec<u8>> {
        match self {
            Self::Open(group) | Self::Close(group) => Some(group.tag().as_bytes().to_vec()),
            Self::Command(command) => Some(command.to_bytes()),
            Self::Prose | Self::Comment(_) => None,
        }
    }

    /// Returns whether this event can change the game.
    pub const fn changes_game(&self) -> bool {
        match self {
            Self::Open(_) | Self::Close(_) => true,
            Self::Command(command) => command.changes_game(),
            Self::Prose | Self::Comment(_) => false,
        }
    }
}

/// Returns the lines of a script without their LF. No line follows an LF at the end of the script.
pub(super) fn lines(script: &[u8]) -> Lines<'_> {
    Lines(Some(script.strip_suffix(b"\n").unwrap_or(script)))
}

/// The lines of a script that are not read yet; `None` after the last line.
#[derive(Clone, Debug)]
pub(super) struct Lines<'s>(Option<&'s [u8]>);

impl<'s> Iterator for Lines<'s> {
    type Item = &'s [u8];

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.0.take()?;
        let Some(end) = memchr::memchr(b'\n', rest) else { return Some(rest) };
        self.0 = Some(&rest[end + 1..]);
        Some(&rest[..end])
    }
}

/// Reads a script line by line. Keeps the number of lines and the words of an unfinished command,
/// but not the lines.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    unfinished: Option<Unfinished>,
    lines: u64,
    /// The number of the line with the last opening tag.
    opened: u64,
}

impl Reader {
    /// Begins the next line, given without its LF. If the line is over 1 MiB or in UTF-16,
    /// [`next`](Self::next) returns the error. A `Result` here would make the run of a large script
    /// a tenth slower.
    pub fn line<'b>(&mut self, mut bytes: &'b [u8]) -> Cursor<'b> {
        self.lines += 1;
        let unreadable = unreadable(bytes, self.lines);
        if unreadable.is_some() {
            bytes = &[];
        } else if self.lines == 1 {
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        // A line without words does not end an unfinished command.
        let unfinished = self.unfinished.take_if(|_| has_words(bytes));
        Cursor::new(bytes, self.lines, unfinished, unreadable)
    }

    /// Returns whether the fast reader, [`lane`](super::lane), may read the next line. Returns
    /// `false` if a command is unfinished. Also returns `false` for the first two lines, because
    /// they may be in UTF-16 or begin with a byte order mark.
    pub(super) const fn takes_plain_lines(&self) -> bool {
        self.lines >= 2 && self.unfinished.is_none()
    }

    pub(super) const fn count_line(&mut self) {
        self.lines += 1;
    }

    pub(super) const fn note_opening(&mut self) {
        self.opened = self.lines;
    }

    /// Returns whether a command is unfinished.
    pub const fn is_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    pub(super) fn unfinished(&self) -> Option<&[u8]> {
        self.unfinished.as_ref().map(|unfinished| &*unfinished.text)
    }

    /// Drops an unfinished command.
    pub fn drop_unfinished(&mut self) {
        self.unfinished = None;
    }

    /// Reads the next event of `line`. Returns `None` at the end of the line. `group` is the open
    /// group.
    ///
    /// # Errors
    /// If a word is wrong, or if the line is over 1 MiB or in UTF-16. After a wrong word, the rest
    /// of the line can still be read.
    pub fn next(
        &mut self,
        line: &mut Cursor<'_>,
        group: Option<Group>,
    ) -> Result<Option<Event>, Box<SyntaxError>> {
        match (line.rest().first(), group) {
            (None, _) => at_end(line),
            (Some(b'['), group) => self.tag(group, line).map(Some),
            (Some(_), None) => prose(line).map(Some),
            (Some(_), Some(group)) => self.command(group, line),
        }
    }

    fn tag(
        &mut self,
        group: Option<Group>,
        line: &mut Cursor<'_>,
    ) -> Result<Event, Box<SyntaxError>> {
        let expected = match (group, Group::from_tag(line.word())) {
            (Some(group), Some(tag)) if group == tag => return Ok(Event::Close(tag)),
            (Some(Group::Turn(_)), Some(tag @ Group::Turn(_))) => return Ok(Event::Open(tag)),
            (None, Some(tag)) => {
                self.note_opening();
                return Ok(Event::Open(tag));
            }
            (None, None) => Expected::OpeningTag,
            (Some(group), None) => Expected::CommandOf(group),
            (Some(group), Some(_)) => Expected::ClosingTag(group, self.opened),
        };
        Err(line.error(expected, None).into())
    }

    fn command(
        &mut self,
        group: Group,
        line: &mut Cursor<'_>,
    ) -> Result<Option<Event>, Box<SyntaxError>> {
        let unexpected = match command(group, line.rest()).finish() {
            Ok((rest, command)) => {
                let left = rest.len();
                line.advance(left);
                return Ok(Some(Event::Command(command)));
            }
            Err(unexpected) => unexpected,
        };
        let (left, expected, keyword) =
            (unexpected.at.len(), unexpected.expected, unexpected.keyword());
        // No word is wrong, but words are missing. The next line may have them.
        if left == 0 {
            self.unfinished = Some(line.take_unfinished());
            return Ok(comment(line));
        }
        // An extra word is reported as a word of the command before it.
        let before = || Keyword::from_name(words(line.bytes()).next()?);
        let keyword = keyword.or_else(before);
        let begun = line.line_above();
        line.advance(left);
        line.word();
        Err(SyntaxError { begun, ..line.error(expected, keyword) }.into())
    }

    /// Ends a file in which `group` is open. The next line is the first line of another file.
    ///
    /// # Errors
    /// If the file ends inside a command.
    pub fn end(&mut self, group: Option<Group>) -> Result<(), Box<SyntaxError>> {
        self.lines = 0;
        let (Some(group), Some(unfinished)) = (group, self.unfinished.take()) else {
            return Ok(());
        };
        let missing = command(group, &unfinished.text).finish().err();
        let expected = missing.as_ref().map_or(Expected::Word, |missing| missing.expected);
        let keyword = missing.and_then(|missing| missing.keyword());
        let (mark, found) = (unfinished.end(), Found::End);
        Err(SyntaxError { mark, expected, found, command: keyword, begun: None }.into())
    }
}

fn has_words(line: &[u8]) -> bool {
    skip_blanks(line).first().is_some_and(|byte| *byte != b'#')
}

fn at_end(line: &mut Cursor<'_>) -> Result<Option<Event>, Box<SyntaxError>> {
    match line.take_unreadable() {
        Some(error) => Err(error),
        None => Ok(comment(line)),
    }
}

fn comment(line: &mut Cursor<'_>) -> Option<Event> {
    let text = line.take_comment()?.to_vec();
    line.advance(0);
    Some(Event::Comment(text))
}

fn prose(line: &mut Cursor<'_>) -> Result<Event, Box<SyntaxError>> {
    if Keyword::from_name(line.word()).is_some() {
        return Err(line.error(Expected::OpeningTag, None).into());
    }
    line.extend_to_end();
    Ok(Event::Prose)
}

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

/// Returns whether a line seems to be in UTF-16: line 1 begins with the byte order mark of UTF-16,
/// or every second byte at the beginning of the line is NUL, as in ASCII text in UTF-16. The byte
/// order mark of UTF-8 is skipped. The caller asks about two lines, because the first may be empty.
fn is_utf16(line: &[u8], number: u64) -> bool {
    // Both constants are numbers of pairs of bytes.
    const BEGINNING: usize = 64;
    const FEWEST: usize = 2;
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let pairs = || line.chunks_exact(2).take(BEGINNING);
    let nul = |at: usize| pairs().all(|pair| pair[at] == 0 && pair[1 - at] != 0);
    let is_marked = line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff");
    (number == 1 && is_marked) || (pairs().len() >= FEWEST && (nul(0) || nul(1)))
}
