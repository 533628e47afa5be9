//! The commands that were carried out in a session, the commands that were taken back, and the
//! players for whom the machine moves.
//!
//! The text is a script: playing it from the start gives the game. So undo needs no inverse
//! operations, and the records of a journal are lines of this script and of `.undo`, `.redo` and `.ai`.
//! This file uses neither the game nor the file system.
//!
//! ```
//! use broadside_ships::script::Logbook;
//!
//! let mut book = Logbook::from_records(b"[state]\nREEF 0 0\nREEF 1 1\n.undo 1\ntorn");
//! assert_eq!(book.script(), b"[state]\nREEF 0 0\n");
//! assert!(book.redo(5).eq([b"REEF 1 1"]));
//! ```

use super::ast::Group;
use super::print;
use super::reader::Event;
use broadside_core::board::{BySide, Side};
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
    autopilot: BySide<bool>,
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

    /// How many commands there are from the tag on that opened the last player's turn; 0 before the first.
    pub fn last_turn(&self) -> usize {
        let opened = self.turn_tags(self.done).filter(|tag| tag.opens).last();
        opened.map_or(0, |tag| self.done - tag.number)
    }

    /// How many of the commands that were taken back lead to the end of the next player's turn: all of
    /// them if none ends.
    pub fn next_turn(&self) -> usize {
        let all = self.ends.len();
        let closes = |tag: &TurnTag| !tag.opens && tag.number >= self.done;
        self.turn_tags(all).find(closes).map_or(all, |tag| tag.number + 1) - self.done
    }

    /// How many turns of players have ended.
    pub fn turns(&self) -> usize {
        self.turn_tags(self.done).filter(|tag| !tag.opens).count()
    }

    /// The players' tags among the first `count` commands.
    fn turn_tags(&self, count: usize) -> impl Iterator<Item = TurnTag> {
        let mut is_open = false;
        self.numbered(0, count).enumerate().filter_map(move |(number, command)| {
            let group = Group::from_tag(command)?;
            is_open = !is_open;
            matches!(group, Group::Turn(_)).then_some(TurnTag { number, opens: is_open })
        })
    }

    /// For whom the machine moves without being asked.
    pub const fn autopilot(&self) -> BySide<bool> {
        self.autopilot
    }

    /// Lets the machine move for `side`, from now on.
    pub fn let_fly(&mut self, side: Side) {
        self.autopilot[side] = true;
    }

    /// Stops the machine from moving for any side without being asked.
    pub fn land(&mut self) {
        self.autopilot = BySide::default();
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

    /// A mark to come back to. It keeps all commands but the first `from`, which are to stay as they are;
    /// those that were taken back are among them.
    pub fn mark(&self, from: usize) -> Mark {
        let from = from.min(self.done);
        let start = self.end_of(from);
        let ends = self.ends[from..].iter().map(|end| end - start).collect();
        Mark { from, text: self.text[start..].to_vec(), ends, done: self.done - from }
    }

    /// Puts all back as it was at `mark`.
    pub fn return_to(&mut self, mark: Mark) {
        let from = mark.from.min(self.ends.len());
        let start = self.end_of(from);
        self.text.truncate(start);
        self.ends.truncate(from);
        self.text.extend(mark.text);
        self.ends.extend(mark.ends.into_iter().map(|end| start + end));
        self.done = from + mark.done;
    }

    /// The logbook that the records of a journal tell of: all of them but a last one that is torn.
    pub fn from_records(records: &[u8]) -> Self {
        let mut book = Self::default();
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            let Some(record) = record.strip_suffix(b"\n") else { break };
            match Step::from_record(record) {
                Some(Step::Undo(count)) => drop(book.undo(count)),
                Some(Step::Redo(count)) => drop(book.redo(count)),
                Some(Step::Fly(side)) => book.let_fly(side),
                Some(Step::Land) => book.land(),
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

/// A place in a logbook to come back to, and what stood behind it.
#[derive(Clone, Debug)]
pub struct Mark {
    from: usize,
    text: Vec<u8>,
    ends: Vec<usize>,
    done: usize,
}

/// A player's tag in a logbook.
struct TurnTag {
    number: usize,
    opens: bool,
}

/// A record of a journal that is no command. As text: `.undo 2`, `.redo 1`, `.ai auto B`, `.ai off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many commands were taken back.
    Undo(usize),
    /// So many commands were brought back.
    Redo(usize),
    /// The machine moves for a side, from then on.
    Fly(Side),
    /// The machine moves for no side without being asked.
    Land,
}

impl Step {
    fn from_record(record: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(record).ok()?;
        let (word, rest) = text.split_once(' ')?;
        match word {
            ".undo" => rest.parse().ok().map(Self::Undo),
            ".redo" => rest.parse().ok().map(Self::Redo),
            ".ai" if rest == "off" => Some(Self::Land),
            ".ai" => {
                let name = rest.strip_prefix("auto ")?;
                Side::ALL.into_iter().find(|side| side.name() == name).map(Self::Fly)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undo(count) => write!(f, ".undo {count}"),
            Self::Redo(count) => write!(f, ".redo {count}"),
            Self::Fly(side) => write!(f, ".ai auto {}", side.name()),
            Self::Land => f.write_str(".ai off"),
        }
    }
}

impl Event {
    /// The line that stands for this event in a logbook or a history; `None` for prose and comments.
    #[doc(hidden)]
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
    #[doc(hidden)]
    pub const fn changes_game(&self) -> bool {
        match self {
            Self::Open(_) | Self::Close(_) => true,
            Self::Command(command) => command.changes_game(),
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
    fn at_a_mark_all_is_as_it_was() {
        let mut log = book("a\nb\nc\nd\n.undo 2\n");
        let before = log.clone();
        let marks = (log.mark(1), log.mark(9));
        drop(log.undo(1));
        log.push(b"e");
        log.return_to(marks.0);
        assert_eq!(log, before);
        log.push(b"e");
        log.push(b"f");
        log.return_to(marks.1);
        assert_eq!(log, before);
        assert!(log.redo(9).eq([b"c", b"d"]));
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
        let fly = Side::ALL.map(Step::Fly);
        for step in [Step::Undo(3), Step::Redo(usize::MAX), Step::Land].into_iter().chain(fly) {
            assert_eq!(Step::from_record(step.to_string().as_bytes()), Some(step));
        }
        assert_eq!(Step::from_record(b".ai auto C"), None);
    }

    #[test]
    fn the_machine_moves_for_those_for_whom_it_was_told_to() {
        let sides = |records| Side::ALL.map(|side| book(records).autopilot()[side]);
        assert_eq!(sides("a\n.ai auto B\nb\n.undo 1\n"), [false, true]);
        assert_eq!(sides(".ai auto B\n.ai auto A\n.ai off\n"), [false, false]);
        assert_eq!(book(".ai auto B\na\n").script(), b"a\n");
    }

    #[test]
    fn a_turn_is_taken_back_from_its_opening_tag_on_and_comes_again_to_its_closing_one() {
        const SETUP: &str = "[state]\nREEF 1 1\n[state]\n";
        assert_eq!((book(SETUP).last_turn(), book(SETUP).turns()), (0, 0));
        let game = format!("{SETUP}[playerA]\nx\n[playerA]\n[playerB]\n[playerB]\n[state]\n");
        let mut log = book(&game);
        assert_eq!((log.last_turn(), log.turns()), (3, 2));
        drop(log.undo(3));
        assert_eq!((log.last_turn(), log.turns(), log.next_turn()), (3, 1, 2));
        drop(log.undo(3));
        assert_eq!((log.last_turn(), log.next_turn()), (0, 3));
        drop(log.redo(5));
        assert_eq!(log.next_turn(), 1, "what is left has no turn that ends");
        drop(log.undo(3));
        assert_eq!((log.last_turn(), log.next_turn()), (2, 1), "a turn may be open");
    }
}
