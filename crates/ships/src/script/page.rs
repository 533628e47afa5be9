//! The text of a script while it is written, with one tag, command or remark on each line. It knows
//! how long a line may be, but not what scripts mean.

use super::ast::{Command, Group};
use super::print;
use broadside_core::ports::LONGEST_LINE;

const MARK: &[u8] = "\u{feff}".as_bytes();

/// Lines, each with its LF.
#[derive(Default)]
pub(super) struct Page {
    text: Vec<u8>,
    /// The beginning of the last line.
    last: usize,
    /// Whether new lines are inside a group.
    is_inside: bool,
}

/// The beginning of each line inside a group, unless the line becomes too long.
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

    /// Calls `write`. The lines that it adds are inside a group.
    pub(super) fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.is_inside = true;
        write(self);
        self.is_inside = false;
    }

    /// Adds a line with a tag.
    pub(super) fn tag(&mut self, group: Group) {
        self.line(group.tag().as_bytes());
    }

    /// Adds a line with a command.
    pub(super) fn command(&mut self, command: &Command) {
        self.put(|text| print::command(command, text));
    }

    /// Adds a line as it is.
    pub(super) fn line(&mut self, line: &[u8]) {
        self.put(|text| text.extend_from_slice(line));
    }

    /// Whether the last line is short enough that `text` can be appended.
    pub(super) fn takes(&self, text: &[u8]) -> bool {
        self.text.len() - self.last + text.len() <= LONGEST_LINE
    }

    /// Appends a blank and `text` to the last line.
    pub(super) fn append(&mut self, text: &[u8]) {
        self.text.pop();
        self.text.push(b' ');
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
    }

    /// Adds a blank line.
    pub(super) fn blank(&mut self) {
        self.text.push(b'\n');
    }

    /// Returns the whole text.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // Prose that begins with a byte order mark gets another one, because a reader skips the first.
        if self.text.starts_with(MARK) {
            self.text.splice(..0, MARK.iter().copied());
        }
        self.text
    }
}
