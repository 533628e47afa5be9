//! Writes the text of a script. Each tag and command gets a line. A remark (prose or a comment)
//! gets a line too, or is added to the line before it. A page knows how long a line may be, but not
//! what the text means.

use super::ast::{Command, Group};
use super::print;
use super::words::BYTE_ORDER_MARK;
use broadside_core::ports::LONGEST_LINE;

/// The lines written so far, each with its LF.
#[derive(Default)]
pub(super) struct Page {
    text: Vec<u8>,
    /// The offset in `text` at which the last line begins. Blank lines do not count.
    last: usize,
    is_inside: bool,
}

/// Each line inside a group begins with these blanks, unless the line becomes too long.
const INDENT: &[u8] = b"  ";

impl Page {
    fn put(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.last = self.text.len();
        if self.is_inside {
            self.text.extend_from_slice(INDENT);
        }
        write(&mut self.text);
        if self.is_inside && self.text.len() - self.last > LONGEST_LINE {
            self.text.drain(self.last..self.last + INDENT.len());
        }
        self.text.push(b'\n');
    }

    pub(super) fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.is_inside = true;
        write(self);
        self.is_inside = false;
    }

    pub(super) fn tag(&mut self, group: Group) {
        self.line(group.tag().as_bytes());
    }

    pub(super) fn command(&mut self, command: &Command) {
        self.put(|text| print::command(command, text));
    }

    pub(super) fn line(&mut self, line: &[u8]) {
        self.put(|text| text.extend_from_slice(line));
    }

    /// Returns whether the last line has room for `text`.
    pub(super) fn takes(&self, text: &[u8]) -> bool {
        self.text.len() - self.last + text.len() <= LONGEST_LINE
    }

    pub(super) fn append(&mut self, text: &[u8]) {
        self.text.pop();
        self.text.push(b' ');
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
    }

    pub(super) fn blank(&mut self) {
        self.text.push(b'\n');
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        // If the text begins with a byte order mark, it gets a second byte order mark, because a
        // reader skips the first.
        if self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.splice(..0, BYTE_ORDER_MARK.iter().copied());
        }
        self.text
    }
}
