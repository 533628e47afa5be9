//! The text of a script as it is written, with one tag, command or remark on each line. It knows
//! how long a line may be, but not what scripts mean.

use super::ast::{Command, Group};
use super::print;
use broadside_core::ports::LONGEST_LINE;

const MARK: &[u8] = "\u{feff}".as_bytes();

/// Lines, each with its LF.
#[derive(Default)]
pub(super) struct Page {
    text: Vec<u8>,
    /// Where the last line begins.
    last: usize,
    /// Whether lines stand inside a group.
    is_inside: bool,
}

/// What lines inside a group begin with: a group is seen at a glance, and people write it so.
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

    /// The lines that `write` writes stand inside a group.
    pub(super) fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.is_inside = true;
        write(self);
        self.is_inside = false;
    }

    /// A line with a tag.
    pub(super) fn tag(&mut self, group: Group) {
        self.line(group.tag().as_bytes());
    }

    /// A line with a command.
    pub(super) fn command(&mut self, command: &Command) {
        self.put(|text| print::command(command, text));
    }

    /// A line as it is.
    pub(super) fn line(&mut self, line: &[u8]) {
        self.put(|text| text.extend_from_slice(line));
    }

    /// Whether the last line is short enough for `text` to stand behind it.
    pub(super) fn takes(&self, text: &[u8]) -> bool {
        self.text.len() - self.last + text.len() <= LONGEST_LINE
    }

    /// Text behind the last line.
    pub(super) fn append(&mut self, text: &[u8]) {
        self.text.pop();
        self.text.push(b' ');
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
    }

    /// A blank line.
    pub(super) fn blank(&mut self) {
        self.text.push(b'\n');
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // A mark that the reader took for prose must not become the mark of the file.
        if self.text.starts_with(MARK) {
            self.text.splice(..0, MARK.iter().copied());
        }
        self.text
    }
}
