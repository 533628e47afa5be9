//! The canonical form of a script: one tag, command or comment a line, as SAVE would write it.
//!
//! It is made of the reader's events and knows no game. Running it gives the same bytes on standard
//! output, and its own canonical form is itself.
//!
//! - A comment behind a command stays behind it; one inside a command stands before it.
//! - Prose stays as it is, but for blanks at the ends of lines; so do blank lines outside groups. Of
//!   several blank lines inside a group one stays.
//! - A group that the end of the file closes gets its tag.

use super::ast::Group;
use super::print;
use super::reader::{Event, Reader};
use super::syntax::SyntaxError;
use super::words::is_blank;
use crate::ports::LONGEST_LINE;

const MARK: &[u8] = "\u{feff}".as_bytes();

/// The canonical form of `script`.
///
/// ```
/// use broadside::script::format;
///
/// let script = b"[state]  REEF +1\n  02#the wreck\n[state] that is all";
/// assert_eq!(format(script)?, b"[state]\nREEF 1 2 #the wreck\n[state] that is all\n");
/// # Ok::<(), Box<broadside::script::SyntaxError>>(())
/// ```
///
/// # Errors
/// The first word that may not stand where it stands: only scripts have a canonical form.
pub fn format(script: &[u8]) -> Result<Vec<u8>, Box<SyntaxError>> {
    let mut page = Page::default();
    let mut reader = Reader::default();
    for raw in script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n') {
        if raw.len() > LONGEST_LINE {
            return Err(reader.long_line(raw));
        }
        page.begin();
        copy_line(&mut reader, raw, &mut page)?;
    }
    if let Some(group) = reader.end()? {
        page.begin();
        page.tag(group);
    }
    Ok(page.finish())
}

fn copy_line(reader: &mut Reader, raw: &[u8], page: &mut Page) -> Result<(), Box<SyntaxError>> {
    let may_be_blank = !reader.is_unfinished();
    let mut line = reader.line(raw);
    let mut open = reader.group;
    while let Some((event, span)) = reader.next(&mut line)? {
        match event {
            Event::Open(tag) => {
                page.tag(tag);
                // Inside a turn the game refuses the other player's tag, and the turn goes on.
                reader.group = open.or(Some(tag));
            }
            Event::Close(tag) => page.tag(tag),
            Event::Command(command) => page.put(|text| print::command(&command, text)),
            Event::Prose => {
                let start = line.offset_in_line(span.start);
                page.prose(strip_mark(raw, line.number()), start);
                return Ok(());
            }
            Event::Comment(text) => page.comment(&text, reader.is_unfinished()),
        }
        open = reader.group;
    }
    if may_be_blank && raw.iter().all(|byte| is_blank(*byte)) {
        page.blank(reader.group);
    }
    Ok(())
}

/// A line as the reader sees it.
fn strip_mark(raw: &[u8], number: u64) -> &[u8] {
    raw.strip_prefix(MARK).filter(|_| number == 1).unwrap_or(raw)
}

/// The canonical text as it grows.
#[derive(Default)]
struct Page {
    text: Vec<u8>,
    /// Where the last line begins.
    last: usize,
    /// Whether a comment or prose may go on on the last line.
    is_open: bool,
}

impl Page {
    /// Begins what a line of the script brings.
    const fn begin(&mut self) {
        self.is_open = false;
    }

    fn put(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.last = self.text.len();
        write(&mut self.text);
        let line = &mut self.text[self.last..];
        // Only a note can be as long as that, and its first word may stand on a line of its own.
        if line.len() > LONGEST_LINE
            && let Some(blank) = line.iter().position(|byte| *byte == b' ')
        {
            line[blank] = b'\n';
            self.last += blank + 1;
        }
        self.text.push(b'\n');
        self.is_open = true;
    }

    fn tag(&mut self, group: Group) {
        self.put(|text| text.extend_from_slice(group.tag().as_bytes()));
    }

    fn comment(&mut self, comment: &[u8], goes_on: bool) {
        let comment = trimmed(comment);
        let length = self.text.len() - self.last + comment.len();
        if self.is_open && !goes_on && length <= LONGEST_LINE {
            self.append(comment);
        } else {
            self.put(|text| text.extend_from_slice(comment));
        }
    }

    /// Prose from `start` on in its line, with its comment.
    fn prose(&mut self, line: &[u8], start: usize) {
        let line = trimmed(line);
        if self.is_open {
            self.append(&line[start..]);
        } else {
            self.put(|text| text.extend_from_slice(line));
        }
    }

    fn append(&mut self, text: &[u8]) {
        self.text.pop();
        self.text.push(b' ');
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
    }

    fn blank(&mut self, group: Option<Group>) {
        if group.is_none() || !self.text.ends_with(b"\n\n") {
            self.text.push(b'\n');
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let end = self.text.iter().rposition(|byte| *byte != b'\n').map_or(0, |last| last + 2);
        self.text.truncate(end);
        // A mark that the reader took for prose must not become the mark of the file.
        if self.text.starts_with(MARK) {
            self.text.splice(..0, MARK.iter().copied());
        }
        self.text
    }
}

/// `text` without white space at its end.
fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    &text[..end]
}
