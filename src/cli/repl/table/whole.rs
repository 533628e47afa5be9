//! Changes that Ctrl-C takes back completely: an entered line, a file, a turn of the machine, or an
//! edited group. An edited group is also taken back if one of its commands is refused.

use super::{Origin, Outcome, Table};
use crate::cli::repl::output::Output;
use broadside::Cancelled;
use broadside::board::{Coord, Side};
use broadside::ports::Ports;
use broadside::script::{Session, Step};
use std::{io, mem};

/// The name of the edited text in messages.
const EDITED: &str = "<edit>";

/// A state of the game, with the text of the open group so far.
pub(super) struct Position {
    pub(super) session: Session,
    pub(super) draft: Vec<u8>,
    pub(super) winner: Option<Side>,
    pub(super) last_event: Option<Coord>,
}

impl Table {
    /// Does `work`, which may take long. If Ctrl-C stops it, restores the game as it was before,
    /// and removes the commands of `work` from the journal. They cannot be redone.
    pub(in crate::cli::repl) fn undo_if_stopped(
        &mut self,
        work: impl FnOnce(&mut Self) -> io::Result<Outcome>,
    ) -> io::Result<Outcome> {
        let (count, length) = (self.log.commands().len(), self.log.script().len());
        let Ok(before) = self.position() else { return Ok(Outcome::Stopped) };
        let mark = self.log.mark(count);
        let entered = work(self);
        if !self.stop.is_set() {
            return entered;
        }
        self.journal.remove_last(self.log.script().len() - length);
        self.log.return_to(mark);
        self.restore(before, count);
        Ok(Outcome::Stopped)
    }

    /// Carries out a turn of the machine. Ctrl-C takes back all its lines, and `.redo` does not
    /// restore them.
    pub(in crate::cli::repl) fn enter_turn(
        &mut self,
        turn: &[u8],
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        let count = self.log.commands().len();
        let is_kept = |entered: &io::Result<Outcome>| !matches!(entered, Ok(Outcome::Stopped));
        let entered =
            self.replacing(count, is_kept, |table| table.enter_all(turn, Origin::Prompt, ports));
        if !is_kept(&entered) {
            self.stop.clear();
        }
        self.take_groups();
        entered
    }

    /// Replaces the open group by `text`. If no group is open, adds `text` to the game. Changes
    /// nothing if a command of `text` is refused, or if Ctrl-C stops the work.
    pub(in crate::cli::repl) fn revise(
        &mut self,
        text: &[u8],
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        let from = self.open_group_start();
        let is_kept =
            |entered: &io::Result<Outcome>| matches!(entered, Ok(Outcome::Whole | Outcome::Over));
        self.replacing(from, is_kept, |table| {
            // The first try prints nothing, because a command may still be refused.
            let output = mem::replace(&mut table.output, Output::Nowhere);
            let tried = table.replace_from(from, text, ports);
            table.output = output;
            if is_kept(&tried) { table.replace_from(from, text, ports) } else { tried }
        })
    }

    /// Does `work`, which replaces the commands from index `from` on. If `is_kept` accepts its
    /// result, writes the change to the journal. Otherwise restores the game as it was before.
    fn replacing(
        &mut self,
        from: usize,
        is_kept: impl FnOnce(&io::Result<Outcome>) -> bool,
        work: impl FnOnce(&mut Self) -> io::Result<Outcome>,
    ) -> io::Result<Outcome> {
        let Ok(before) = self.position() else { return Ok(Outcome::Stopped) };
        let replaced = self.log.commands().len() - from;
        let mark = self.log.mark(from);
        self.waiting_records = Some(Vec::new());
        let entered = work(self);
        let records = self.waiting_records.take().unwrap_or_default();
        if is_kept(&entered) {
            self.journal_step(Step::Undo(replaced));
            self.journal.append(&records);
        } else {
            self.log.return_to(mark);
            self.restore(before, from);
        }
        entered
    }

    fn replace_from(
        &mut self,
        from: usize,
        text: &[u8],
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        let replaced = self.log.commands().len() - from;
        drop(self.log.undo(replaced));
        self.copies.forget_behind(from);
        self.take_groups();
        self.waiting_records = Some(Vec::new());
        if self.replay().is_none() {
            return Ok(Outcome::Stopped);
        }
        self.begin_file()?;
        self.enter_all(text, Origin::File(EDITED), ports)
    }

    fn enter_all(
        &mut self,
        lines: &[u8],
        origin: Origin<'_>,
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        for line in lines.split(|byte| *byte == b'\n') {
            let entered = self.enter(line, origin, ports)?;
            if entered != Outcome::Whole {
                return Ok(entered);
            }
        }
        Ok(Outcome::Whole)
    }

    fn position(&self) -> Result<Position, Cancelled> {
        Ok(Position {
            session: self.session.copy()?,
            draft: self.draft.clone(),
            winner: self.winner,
            last_event: self.last_event,
        })
    }

    /// Restores an earlier position. Also drops the groups that wait for the history, and the
    /// copies of the session that were made after more than `count` commands.
    fn restore(&mut self, before: Position, count: usize) {
        self.set_position(before);
        self.copies.forget_behind(count);
        self.take_groups();
    }

    pub(super) fn set_position(&mut self, position: Position) {
        let Position { session, draft, winner, last_event } = position;
        (self.session, self.draft) = (session, draft);
        (self.winner, self.last_event) = (winner, last_event);
    }
}
