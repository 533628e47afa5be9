//! What took effect in a session, as command text, and what was taken back.
//!
//! The text is a script: playing it from the start gives the game. So undo needs no inverse
//! operations, and the records of a journal are lines of this script and of `.undo` and `.redo`.
//! This file knows neither the game nor the file system.
//!
//! ```
//! use broadside::script::Logbook;
//!
//! let mut book = Logbook::from_records(b"[state]\nREEF 0 0\nREEF 1 1\n.undo 1\ntorn");
//! assert_eq!(book.script(), b"[state]\nREEF 0 0\n");
//! assert!(book.redo(5).eq([b"REEF 1 1"]));
//! ```

use super::ast::Command;
use super::print;
use super::reader::Event;
use std::fmt;

/// The commands of a session, a line each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Logbook {
    /// Each command with its LF, those that were taken back among them.
    text: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// How many are in effect; the others may come again.
    done: usize,
}

impl Logbook {
    /// Adds a command that took effect: a line without its LF. What was taken back before cannot come
    /// again.
    pub fn push(&mut self, command: &[u8]) {
        self.text.truncate(self.end_of(self.done));
        self.ends.truncate(self.done);
        self.text.extend_from_slice(command);
        self.text.push(b'\n');
        self.ends.push(self.text.len());
        self.done += 1;
    }

    /// All that is in effect: a script.
    pub fn script(&self) -> &[u8] {
        &self.text[..self.end_of(self.done)]
    }

    /// The commands that are in effect, in order.
    pub fn commands(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        self.numbered(0, self.done)
    }

    /// Takes back the last `count` commands, as far as there are any, and returns them, the last one
    /// first.
    pub fn undo(&mut self, count: usize) -> impl ExactSizeIterator<Item = &[u8]> {
        let before = self.done;
        self.done = before.saturating_sub(count);
        self.numbered(self.done, before).rev()
    }

    /// Brings back up to `count` commands that were taken back and returns them, in order.
    pub fn redo(&mut self, count: usize) -> impl ExactSizeIterator<Item = &[u8]> {
        let before = self.done;
        self.done = self.ends.len().min(before.saturating_add(count));
        self.numbered(before, self.done)
    }

    /// Keeps the first `count` commands and returns how many others there were. Neither they nor what
    /// was taken back can come again.
    pub fn keep(&mut self, count: usize) -> usize {
        let lost = self.done.saturating_sub(count);
        self.done -= lost;
        self.text.truncate(self.end_of(self.done));
        self.ends.truncate(self.done);
        lost
    }

    /// The logbook that the records of a journal tell of: all of them but a last one that is torn.
    pub fn from_records(records: &[u8]) -> Self {
        let mut book = Self::default();
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            let Some(record) = record.strip_suffix(b"\n") else { break };
            match Step::from_record(record) {
                Some(Step::Undo(count)) => drop(book.undo(count)),
                Some(Step::Redo(count)) => drop(book.redo(count)),
                None => book.push(record),
            }
        }
        book
    }

    /// The commands from number `from` to before number `to`, taken back or not.
    pub(super) fn numbered(
        &self,
        from: usize,
        to: usize,
    ) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        (from..to).map(|number| &self.text[self.end_of(number)..self.ends[number] - 1])
    }

    /// Where the first `count` commands end.
    fn end_of(&self, count: usize) -> usize {
        count.checked_sub(1).map_or(0, |last| self.ends[last])
    }
}

/// A record of a journal that is no command. As text: `.undo 2`, `.redo 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many commands were taken back.
    Undo(usize),
    /// So many commands were brought back.
    Redo(usize),
}

impl Step {
    fn from_record(record: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(record).ok()?;
        let (word, count) = text.split_once(' ')?;
        let count = count.parse().ok()?;
        match word {
            ".undo" => Some(Self::Undo(count)),
            ".redo" => Some(Self::Redo(count)),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undo(count) => write!(f, ".undo {count}"),
            Self::Redo(count) => write!(f, ".redo {count}"),
        }
    }
}

impl Event {
    /// The line that stands for this event in a logbook or a history; `None` for prose and comments.
    pub fn line(&self) -> Option<Vec<u8>> {
        match self {
            Self::Open(group) | Self::Close(group) => Some(group.tag().as_bytes().to_vec()),
            Self::Command(command) => {
                let mut text = Vec::new();
                print::command(command, &mut text);
                Some(text)
            }
            Self::Prose | Self::Comment(_) => None,
        }
    }

    /// Whether the game can be another one behind this event.
    pub const fn changes_game(&self) -> bool {
        match self {
            Self::Open(_) | Self::Close(_) => true,
            Self::Command(command) => !matches!(command, Command::Print(_) | Command::Save),
            Self::Prose | Self::Comment(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(script: &str) -> Logbook {
        Logbook::from_records(script.as_bytes())
    }

    #[test]
    fn what_is_undone_comes_again_in_order_until_something_new_is_done() {
        let mut log = book("a\nb\nc\n");
        assert!(log.undo(2).eq([b"c", b"b"]));
        assert_eq!(log.script(), b"a\n");
        assert!(log.redo(1).eq([b"b"]));
        assert_eq!(log.script(), b"a\nb\n");
        log.push(b"d");
        assert_eq!(log.redo(9).len(), 0);
        assert!(log.commands().eq([b"a", b"b", b"d"]));
        assert!(log.undo(9).eq([b"d", b"b", b"a"]));
        assert!(log.undo(1).len() == 0 && log.script().is_empty());
        assert!(log.redo(usize::MAX).eq([b"a", b"b", b"d"]));
    }

    #[test]
    fn what_is_not_kept_does_not_come_again() {
        let mut log = book("a\nb\nc\nd\n.undo 1\n");
        assert_eq!((log.keep(1), log.script()), (2, &b"a\n"[..]));
        assert_eq!(log.redo(9).len(), 0);
        assert_eq!((log.keep(9), log.script()), (0, &b"a\n"[..]));
    }

    #[test]
    fn records_tell_the_whole_story_but_for_a_torn_one() {
        assert_eq!(book("a\nb\n.undo 1\nc\n.undo 2\n.redo 1\nd").script(), b"a\n");
        assert_eq!(book("torn").script(), b"");
        assert_eq!(book(".undo\n.undo x\n.undone 1\n").commands().len(), 3);
    }

    /// Each step walked over all the commands.
    #[test]
    fn steps_to_and_fro_over_many_commands_cost_nothing() {
        let records = "x\n".repeat(200_000) + &".undo 200000\n.redo 200000\n".repeat(100_000);
        assert_eq!(book(&records).commands().len(), 200_000);
    }

    #[test]
    fn steps_are_read_as_they_are_written() {
        for step in [Step::Undo(3), Step::Redo(usize::MAX)] {
            assert_eq!(Step::from_record(step.to_string().as_bytes()), Some(step));
        }
    }
}
