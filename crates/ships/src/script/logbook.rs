//! The logbook of a session. It has the commands in effect, the commands that were undone, and the
//! players for whom the machine moves. The game results from the commands in effect. A journal is a
//! file that stores a logbook. Each line of a journal is a record: a command, or a step such as
//! `.undo`, `.redo` or `.ai`.

use super::ast::Group;
use broadside_core::board::{BySide, Side};
use std::fmt;

/// The commands of a session, one line each, and the sides for which the machine moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Logbook {
    /// All commands, each with its LF, including commands that were undone.
    text: Vec<u8>,
    /// The offset in `text` after the LF of each command.
    ends: Vec<usize>,
    /// The number of commands in effect. The commands after them can be redone.
    done: usize,
    autopilot: BySide<bool>,
}

impl Logbook {
    /// Adds a command that took effect, given without its LF. Nothing can be redone after this.
    pub fn push(&mut self, command: &[u8]) {
        self.truncate(self.done);
        self.text.extend_from_slice(command);
        self.text.push(b'\n');
        self.ends.push(self.text.len());
        self.done += 1;
    }

    /// Returns the commands in effect as a script.
    pub fn script(&self) -> &[u8] {
        &self.text[..self.end_of(self.done)]
    }

    /// Returns the commands in effect, in order.
    pub fn commands(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        self.numbered(0, self.done)
    }

    /// Undoes up to `count` commands, and returns them, the last command first.
    pub fn undo(&mut self, count: usize) -> impl ExactSizeIterator<Item = &[u8]> {
        let before = self.done;
        self.done = before.saturating_sub(count);
        self.numbered(self.done, before).rev()
    }

    /// Redoes up to `count` commands, and returns them, in order.
    pub fn redo(&mut self, count: usize) -> impl ExactSizeIterator<Item = &[u8]> {
        let before = self.done;
        self.done = self.ends.len().min(before.saturating_add(count));
        self.numbered(before, self.done)
    }

    /// Returns the number of commands since the last tag that opened a player's turn, including
    /// this tag. Returns 0 before the first turn.
    pub fn last_turn(&self) -> usize {
        let opened = self.turn_tags(self.done).filter(|tag| tag.opens).last();
        opened.map_or(0, |tag| self.done - tag.number)
    }

    /// Returns how many commands must be redone until a player's turn ends. If no turn ends,
    /// returns the number of all commands that can be redone.
    pub fn next_turn(&self) -> usize {
        let all = self.ends.len();
        let closes = |tag: &TurnTag| !tag.opens && tag.number >= self.done;
        self.turn_tags(all).find(closes).map_or(all, |tag| tag.number + 1) - self.done
    }

    /// Returns the number of players' turns that have ended.
    pub fn turns(&self) -> usize {
        self.turn_tags(self.done).filter(|tag| !tag.opens).count()
    }

    fn turn_tags(&self, count: usize) -> impl Iterator<Item = TurnTag> {
        let mut is_open = false;
        self.numbered(0, count).enumerate().filter_map(move |(number, command)| {
            let group = Group::from_tag(command)?;
            is_open = !is_open;
            matches!(group, Group::Turn(_)).then_some(TurnTag { number, opens: is_open })
        })
    }

    /// Returns for each side whether the machine moves for it.
    pub const fn autopilot(&self) -> BySide<bool> {
        self.autopilot
    }

    /// Lets the machine move for `side` from now on.
    pub fn set_autopilot(&mut self, side: Side) {
        self.autopilot[side] = true;
    }

    /// Stops the machine from moving for any side.
    pub fn clear_autopilot(&mut self) {
        self.autopilot = BySide::default();
    }

    /// Keeps only the first `count` commands in effect, and returns how many commands in effect are
    /// lost. Nothing can be redone after this.
    pub fn keep(&mut self, count: usize) -> usize {
        let lost = self.done.saturating_sub(count);
        self.done -= lost;
        self.truncate(self.done);
        lost
    }

    fn truncate(&mut self, count: usize) {
        self.text.truncate(self.end_of(count));
        self.ends.truncate(count);
    }

    /// Returns a mark for [`return_to`](Self::return_to), with all commands after the first `from`,
    /// including commands that were undone. The first `from` commands must not change before the
    /// return.
    pub fn mark(&self, from: usize) -> Bookmark {
        let from = from.min(self.done);
        let start = self.end_of(from);
        let ends = self.ends[from..].iter().map(|end| end - start).collect();
        Bookmark { from, text: self.text[start..].to_vec(), ends, done: self.done - from }
    }

    /// Restores the commands that the logbook had when `mark` was made.
    pub fn return_to(&mut self, mark: Bookmark) {
        let from = mark.from.min(self.ends.len());
        let start = self.end_of(from);
        self.truncate(from);
        self.text.extend(mark.text);
        self.ends.extend(mark.ends.into_iter().map(|end| start + end));
        self.done = from + mark.done;
    }

    /// Builds the logbook from the records of a journal. Ignores a last record that has no LF.
    pub fn from_records(records: &[u8]) -> Self {
        let mut book = Self::default();
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            let Some(record) = record.strip_suffix(b"\n") else { break };
            match Step::from_record(record) {
                Some(Step::Undo(count)) => drop(book.undo(count)),
                Some(Step::Redo(count)) => drop(book.redo(count)),
                Some(Step::Autopilot(side)) => book.set_autopilot(side),
                Some(Step::AutopilotOff) => book.clear_autopilot(),
                None => book.push(record),
            }
        }
        book
    }

    /// Returns the commands `from..to`, including commands that were undone.
    pub(super) fn numbered(
        &self,
        from: usize,
        to: usize,
    ) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        (from..to).map(|number| &self.text[self.end_of(number)..self.ends[number] - 1])
    }

    fn end_of(&self, count: usize) -> usize {
        count.checked_sub(1).map_or(0, |last| self.ends[last])
    }
}

/// A place in a logbook, and all commands after it.
#[derive(Clone, Debug)]
pub struct Bookmark {
    from: usize,
    text: Vec<u8>,
    ends: Vec<usize>,
    done: usize,
}

struct TurnTag {
    number: usize,
    opens: bool,
}

/// A record of a journal that is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.undo 2`: this many commands were undone.
    Undo(usize),
    /// `.redo 1`: this many commands were redone.
    Redo(usize),
    /// `.ai auto B`: the machine moves for this side.
    Autopilot(Side),
    /// `.ai off`: the machine moves for no side.
    AutopilotOff,
}

impl Step {
    fn from_record(record: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(record).ok()?;
        let (word, rest) = text.split_once(' ')?;
        match word {
            ".undo" => rest.parse().ok().map(Self::Undo),
            ".redo" => rest.parse().ok().map(Self::Redo),
            ".ai" if rest == "off" => Some(Self::AutopilotOff),
            ".ai" => Side::from_name(rest.strip_prefix("auto ")?).map(Self::Autopilot),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undo(count) => write!(f, ".undo {count}"),
            Self::Redo(count) => write!(f, ".redo {count}"),
            Self::Autopilot(side) => write!(f, ".ai auto {side}"),
            Self::AutopilotOff => f.write_str(".ai off"),
        }
    }
}
