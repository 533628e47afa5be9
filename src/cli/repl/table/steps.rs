//! Undo, redo, and continuing an earlier session. Each of these repeats commands of the logbook
//! without output. The logbook keeps the commands that changed the game.
//!
//! This module also makes the changes that Ctrl-C takes back completely: an entered line, a file, a
//! turn of the machine, or an edited group. An edited group is also taken back if one of its
//! commands is refused.

use super::{Origin, Outcome, Position, Table, new_session, place};
use crate::cli::repl::dot::Steps;
use crate::cli::repl::journal::Journal;
use crate::cli::repl::output::Output;
use crate::cli::stop::Cancel;
use broadside::Cancelled;
use broadside::board::Coord;
use broadside::ports::Ports;
use broadside::script::ast::Group;
use broadside::script::{Flow, Logbook, Session, Step, Stop};
use std::{io, mem};

const EDITED: Origin<'_> = Origin::File("<edit>");

/// A turn of the machine ends at its first error, as a file does.
const MACHINE: Origin<'_> = Origin::File("<prompt>");

impl Table {
    /// Carries out the commands in `records` again. If a command fails, drops it and all later
    /// commands. Returns the game and the number of dropped commands, or `None` after Ctrl-C.
    pub(in crate::cli::repl) fn resume(
        journal: Journal,
        records: &[u8],
        stop: Cancel,
    ) -> Option<(Self, usize)> {
        let log = Logbook::from_records(records);
        let mut table = Self { log, journal, stop, ..Self::default() };
        let lost = table.replay_until_failure()?;
        table.journal_step(Step::Undo(lost));
        Some((table, lost))
    }

    /// Takes back commands, and returns them, the last one first. Returns `None` after Ctrl-C.
    pub(in crate::cli::repl) fn undo(&mut self, steps: Steps) -> Option<Vec<Vec<u8>>> {
        let count = match steps {
            Steps::Commands(count) => count,
            Steps::Turn => self.log.last_turn(),
        };
        let taken: Vec<_> = self.log.undo(count).map(<[u8]>::to_vec).collect();
        if self.replay().is_none() {
            drop(self.log.redo(taken.len()));
            return None;
        }
        self.journal_step(Step::Undo(taken.len()));
        Some(taken)
    }

    /// Restores undone commands up to the first one that fails, and returns them in order. Returns
    /// `None` after Ctrl-C.
    pub(in crate::cli::repl) fn redo(&mut self, steps: Steps) -> Option<Vec<Vec<u8>>> {
        let count = match steps {
            Steps::Commands(count) => count,
            Steps::Turn => self.log.next_turn(),
        };
        let before = self.log.commands().len();
        let mut restored: Vec<_> = self.log.redo(count).map(<[u8]>::to_vec).collect();
        let Some(lost) = self.replay_until_failure() else {
            let redone = self.log.commands().len().saturating_sub(before);
            drop(self.log.undo(redone));
            return None;
        };
        restored.truncate(restored.len().saturating_sub(lost));
        self.journal_step(Step::Redo(restored.len()));
        Some(restored)
    }

    /// Plays the commands up to the first one that fails. After Ctrl-C, returns `None` and leaves
    /// the session as it was.
    fn replay(&mut self) -> Option<()> {
        let (_, position) = self.play_log()?;
        self.take(position);
        Some(())
    }

    /// Plays from the latest copy of the session to the first command that fails. Returns how many
    /// commands of the game are then in effect, and the position after them, but with an empty
    /// draft (the text of the open group). Returns `None` after Ctrl-C.
    fn play_log(&mut self) -> Option<(usize, Position)> {
        // The last command is always played: a copy does not record whether its last command won.
        let copy = self.copies.before(self.log.commands().len().saturating_sub(1));
        let is_from_start = copy.is_none();
        let start = || (0, new_session(&self.stop));
        let (mut played, mut session) = copy.unwrap_or_else(start);
        let mut winner = None;
        let mut last_event = self.events_at_copies.get(&played).copied().flatten();
        for command in self.log.commands().skip(played) {
            if self.stop.is_set() {
                return None;
            }
            match play(command, &mut session, &mut last_event) {
                Ok(Flow::Continue) => {}
                Ok(Flow::Won(side)) => winner = Some(side),
                Err(_) if self.stop.is_set() => return None,
                Err(_) => break,
            }
            played += 1;
            if is_from_start && self.copies.note(played, &session) {
                self.events_at_copies.insert(played, last_event);
            }
        }
        Some((played, Position { session, draft: Vec::new(), winner, last_event }))
    }

    fn take(&mut self, position: Position) {
        self.at = position;
        self.at.draft = self.open_group_so_far();
    }

    /// Plays the commands. Drops the first command that fails, and all later ones. A command can
    /// fail if the journal was edited. Returns how many were dropped, or `None` after Ctrl-C.
    fn replay_until_failure(&mut self) -> Option<usize> {
        let (count, position) = self.play_log()?;
        if count == self.log.commands().len() {
            self.take(position);
            return Some(0);
        }
        let lost = self.log.keep(count);
        // The failed command may have left words in the session, so the kept commands are played
        // again.
        self.replay()?;
        Some(lost)
    }

    fn open_group_so_far(&self) -> Vec<u8> {
        let group = self.log.commands().skip(self.open_group_start());
        group.flat_map(|command| [command, b"\n"].concat()).collect()
    }

    /// Returns the index of the command that opened the group. If no group is open, returns the
    /// number of all commands.
    pub(super) fn open_group_start(&self) -> usize {
        let commands = self.log.commands();
        let count = commands.len();
        let Some(group) = self.at.session.group() else { return count };
        let tag = group.tag().as_bytes();
        commands.rev().position(|command| command == tag).map_or(count, |back| count - 1 - back)
    }

    /// Returns the text of the open group. If no group is open, returns an empty turn of the
    /// expected player.
    pub(in crate::cli::repl) fn group_to_edit(&self) -> Vec<u8> {
        if self.at.session.group().is_some() {
            return self.open_group_so_far();
        }
        let tag = Group::Turn(self.at.session.game().expected()).tag();
        format!("{tag}\n\n{tag}\n").into_bytes()
    }

    /// Does `work`. If Ctrl-C stops it, restores the game and the journal as they were before.
    /// `.redo` does not bring back what was stopped.
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

    /// Plays a turn of the machine. Ctrl-C takes it back, and `.redo` does not restore it then.
    pub(in crate::cli::repl) fn enter_turn(
        &mut self,
        turn: &[u8],
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        let count = self.log.commands().len();
        let is_kept = |entered: &io::Result<Outcome>| !matches!(entered, Ok(Outcome::Stopped));
        let entered =
            self.replacing(count, is_kept, |table| table.enter_lines(turn, MACHINE, ports));
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

    /// Does `work`, which replaces the commands from index `from` on. If `is_kept` accepts the
    /// result of `work`, writes the change to the journal. Otherwise restores the game as it was
    /// before.
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
        self.copies.forget_after(from);
        self.take_groups();
        self.waiting_records = Some(Vec::new());
        if self.replay().is_none() {
            return Ok(Outcome::Stopped);
        }
        self.begin_file()?;
        self.enter_lines(text, EDITED, ports)
    }

    /// Enters lines. Stops at the end of the game and at Ctrl-C, in a file also at the first error.
    pub(in crate::cli::repl) fn enter_lines(
        &mut self,
        lines: &[u8],
        origin: Origin<'_>,
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        let mut entered = Outcome::Whole;
        for line in lines.split(|byte| *byte == b'\n') {
            entered = self.enter(line, origin, ports)?;
            let is_skipped = (entered, origin) == (Outcome::Partly, Origin::Prompt);
            if entered != Outcome::Whole && !is_skipped {
                break;
            }
        }
        Ok(entered)
    }

    fn position(&self) -> Result<Position, Cancelled> {
        Ok(Position {
            session: self.at.session.copy()?,
            draft: self.at.draft.clone(),
            winner: self.at.winner,
            last_event: self.at.last_event,
        })
    }

    /// Makes `before` the position again. Drops the copies of the session with more than `count`
    /// commands, and the groups that are not yet in the history.
    fn restore(&mut self, before: Position, count: usize) {
        self.at = before;
        self.copies.forget_after(count);
        self.take_groups();
    }
}

/// Carries out a command. Sets `last_event` to the [`place`] of the command, if it has one.
fn play(
    command: &[u8],
    session: &mut Session,
    last_event: &mut Option<Coord>,
) -> Result<Flow, Stop> {
    let mut line = session.line(command);
    while let Some(event) = session.read(&mut line)? {
        let flow = session.carry_out(&event, &mut line, &mut io::sink())?;
        *last_event = place(&event, session.game()).or(*last_event);
        if flow != Flow::Continue {
            return Ok(flow);
        }
    }
    Ok(Flow::Continue)
}
