//! Undo, redo, and continuing an earlier session. All three play commands of the logbook again.

use super::whole::Position;
use super::{Table, new_session, place};
use crate::cli::repl::dot::Steps;
use crate::cli::repl::journal::Journal;
use crate::cli::stop::Cancel;
use broadside::board::Coord;
use broadside::script::ast::Group;
use broadside::script::{Flow, Logbook, Session, Step, Stop};
use std::io;

impl Table {
    /// Continues the session of a journal. If a command fails, drops it and all later ones. Returns
    /// the table and the number of dropped commands, or `None` after Ctrl-C.
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

    /// Takes back commands. Returns them, the last one first, or `None` after Ctrl-C.
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

    /// Restores commands that were taken back. Returns them in order, or `None` after Ctrl-C.
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

    /// Plays the commands up to the first one that fails, and returns how many commands are then in
    /// effect. After Ctrl-C, returns `None` and leaves the session as it was.
    pub(super) fn replay(&mut self) -> Option<usize> {
        let (count, position) = self.play_log()?;
        self.take(position);
        Some(count)
    }

    /// Plays the commands up to the first one that fails, starting from the latest copy of the
    /// session. Returns the new position, with an empty draft, and how many commands lead to it,
    /// including those of the copy. Returns `None` after Ctrl-C.
    fn play_log(&mut self) -> Option<(usize, Position)> {
        // The last command is always played: a copy does not record whether its last command won.
        let copy = self.copies.before(self.log.commands().len().saturating_sub(1));
        let is_first = copy.is_none();
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
            if is_first && self.copies.note(played, &session) {
                self.events_at_copies.insert(played, last_event);
            }
        }
        Some((played, Position { session, draft: Vec::new(), winner, last_event }))
    }

    fn take(&mut self, position: Position) {
        self.set_position(position);
        self.draft = self.open_group_so_far();
    }

    /// Plays the commands, and drops the first one that fails and all later ones. A command can
    /// fail if a person has edited the journal. Returns the number of dropped commands, or `None`
    /// after Ctrl-C.
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

    /// Returns the index of the command that opened the group, or the number of all commands if no
    /// group is open.
    pub(super) fn open_group_start(&self) -> usize {
        let commands = self.log.commands();
        let count = commands.len();
        let Some(group) = self.session.group() else { return count };
        let tag = group.tag().as_bytes();
        commands.rev().position(|command| command == tag).map_or(count, |back| count - 1 - back)
    }

    /// Returns the open group so far, or an empty turn of the expected player if none is open.
    pub(in crate::cli::repl) fn group_to_edit(&self) -> Vec<u8> {
        if self.session.group().is_some() {
            return self.open_group_so_far();
        }
        let tag = Group::Turn(self.session.game().expected()).tag();
        format!("{tag}\n\n{tag}\n").into_bytes()
    }
}

/// Plays a command, and drops its output. Sets `last_event` to the field that the command is about,
/// if there is one.
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
