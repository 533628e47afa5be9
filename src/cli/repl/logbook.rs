//! What took effect in a session, as command text, and what was taken back.
//!
//! The text is a script: playing it from the start gives the game. So undo needs no inverse
//! operations, and the records of a journal are lines of this script and of `.undo` and `.redo`.
//! This file knows neither the game nor the file system.

/// The commands of a session, a line each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Logbook {
    /// What took effect, each line with its LF.
    done: Vec<u8>,
    /// What was taken back, the last one first to come again.
    undone: Vec<Vec<u8>>,
}

impl Logbook {
    /// Adds a command that took effect. What was taken back before cannot come again.
    pub(super) fn push(&mut self, command: &[u8]) {
        self.done.extend_from_slice(command);
        self.done.push(b'\n');
        self.undone.clear();
    }

    /// All that took effect: a script.
    pub(super) fn script(&self) -> &[u8] {
        &self.done
    }

    /// The commands that took effect, in order.
    pub(super) fn commands(&self) -> impl Iterator<Item = &[u8]> {
        self.done.split_inclusive(|byte| *byte == b'\n').map(|line| &line[..line.len() - 1])
    }

    /// Takes back the last `count` commands, as far as there are any, and returns them, the last one
    /// first.
    pub(super) fn undo(&mut self, count: usize) -> Vec<Vec<u8>> {
        let taken: Vec<_> = (0..count).map_while(|_| self.pop()).collect();
        self.undone.extend_from_slice(&taken);
        taken
    }

    fn pop(&mut self) -> Option<Vec<u8>> {
        self.done.pop()?;
        let start = self.done.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        Some(self.done.split_off(start))
    }

    /// Brings back up to `count` commands that were taken back and returns them, in order.
    pub(super) fn redo(&mut self, count: usize) -> Vec<Vec<u8>> {
        let brought: Vec<_> = (0..count).map_while(|_| self.undone.pop()).collect();
        for command in &brought {
            self.done.extend_from_slice(command);
            self.done.push(b'\n');
        }
        brought
    }

    /// Keeps the first `count` commands and returns how many others there were. Neither they nor what
    /// was taken back can come again.
    pub(super) fn keep(&mut self, count: usize) -> usize {
        let lost = self.commands().count().saturating_sub(count);
        self.undo(lost);
        self.undone.clear();
        lost
    }

    /// The logbook that the records of a journal tell of: all of them but a last one that is torn.
    pub(super) fn from_records(records: &[u8]) -> Self {
        let mut book = Self::default();
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            let Some(record) = record.strip_suffix(b"\n") else { break };
            match steps(record) {
                Some(Step::Undo(count)) => drop(book.undo(count)),
                Some(Step::Redo(count)) => drop(book.redo(count)),
                None => book.push(record),
            }
        }
        book
    }
}

/// A record that is no command.
enum Step {
    Undo(usize),
    Redo(usize),
}

fn steps(record: &[u8]) -> Option<Step> {
    let text = std::str::from_utf8(record).ok()?;
    let (word, count) = text.split_once(' ')?;
    let count = count.parse().ok()?;
    match word {
        ".undo" => Some(Step::Undo(count)),
        ".redo" => Some(Step::Redo(count)),
        _ => None,
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
        assert_eq!(log.undo(2), [b"c", b"b"]);
        assert_eq!(log.script(), b"a\n");
        assert_eq!(log.redo(1), [b"b"]);
        assert_eq!(log.script(), b"a\nb\n");
        log.push(b"d");
        assert!(log.redo(9).is_empty());
        assert_eq!(log.undo(9), [b"d", b"b", b"a"]);
        assert!(log.undo(1).is_empty() && log.script().is_empty());
    }

    #[test]
    fn records_tell_the_whole_story_but_for_a_torn_one() {
        assert_eq!(book("a\nb\n.undo 1\nc\n.undo 2\n.redo 1\nd").script(), b"a\n");
        assert_eq!(book("torn").script(), b"");
    }
}
