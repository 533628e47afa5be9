//! The game of a prompt: the session, the commands that changed the game, and their journal.
//!
//! Lines of the prompt are treated like lines of standard input, except that an error does not end
//! the session. A refused command is skipped, and a syntax error drops the rest of its line.
//!
//! This module does not read dot commands, but it carries out what some of them do to the game, for
//! example `.undo` and `.edit`.

mod steps;

use super::help::{advice, help_for};
use super::journal::Journal;
use super::output::Output;
use crate::cli::report;
use crate::cli::stop::{Cancel, Stoppable};
use broadside::board::{BySide, Coord, Side};
use broadside::ports::Ports;
use broadside::rules::ships::{Game, Setting};
use broadside::script::ast::Command;
use broadside::script::replay::Copies;
use broadside::script::{Cursor, Event, Flow, Logbook, Session, Step, Stop, SyntaxError, save};
use std::collections::BTreeMap;
use std::io;

/// The longest group that is added to the history, in bytes.
const LONGEST_GROUP: usize = 1 << 16;

/// A session with its logbook (the commands that changed the game) and its journal (the file of
/// these commands).
#[derive(Default)]
pub(super) struct Table {
    at: Position,
    log: Logbook,
    /// Copies of the session after some earlier commands. They make undo fast.
    copies: Copies,
    /// The value of `last_event` at each copy, by the number of commands before the copy.
    events_at_copies: BTreeMap<usize, Option<Coord>>,
    pub(super) journal: Journal,
    pub(super) stop: Cancel,
    pub(super) output: Output,
    /// Lines for the journal. They wait until a turn of the machine or an edited group is complete.
    /// `None` while lines go to the journal at once.
    waiting_records: Option<Vec<u8>>,
    /// Closed groups that are not yet in the history.
    groups: Vec<String>,
    /// The first prose (text outside groups) that was entered since the last `take_prose`.
    prose: Option<String>,
}

/// A state of the game, with the text of the open group so far.
#[derive(Default)]
struct Position {
    session: Session,
    draft: Vec<u8>,
    winner: Option<Side>,
    /// The place of the last command that names a field or a ship: see [`place`].
    last_event: Option<Coord>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin<'n> {
    /// The prompt, where refused commands are skipped.
    Prompt,
    /// A file with this name, which is read up to its first error.
    File(&'n str),
}

/// How much of the entered lines took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Whole,
    /// A command was refused, or a text was not a command.
    Partly,
    /// The game has ended, with this line or an earlier one.
    Over,
    Stopped,
}

impl Table {
    pub(super) fn new(journal: Journal, stop: Cancel) -> Self {
        let at = Position { session: new_session(&stop), ..Position::default() };
        Self { at, journal, stop, ..Self::default() }
    }

    pub(super) const fn session(&self) -> &Session {
        &self.at.session
    }

    pub(super) const fn winner(&self) -> Option<Side> {
        self.at.winner
    }

    pub(super) const fn last_event(&self) -> Option<Coord> {
        self.at.last_event
    }

    pub(super) const fn log(&self) -> &Logbook {
        &self.log
    }

    pub(super) fn take_groups(&mut self) -> Vec<String> {
        std::mem::take(&mut self.groups)
    }

    #[cfg(test)]
    pub(super) fn open_group(&self) -> String {
        String::from_utf8_lossy(&self.at.draft).into_owned()
    }

    pub(super) const fn take_prose(&mut self) -> Option<String> {
        self.prose.take()
    }

    /// Carries out one line of input. Reports errors and refused commands.
    pub(super) fn enter(
        &mut self,
        bytes: &[u8],
        origin: Origin<'_>,
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        if self.at.winner.is_some() {
            let is_blank = bytes.trim_ascii().is_empty();
            return Ok(if is_blank { Outcome::Whole } else { Outcome::Over });
        }
        let mut line = self.at.session.line(bytes);
        let mut entered = Outcome::Whole;
        loop {
            if self.stop.is_set() {
                return Ok(Outcome::Stopped);
            }
            let step = match self.at.session.read(&mut line) {
                Ok(None) => return Ok(entered),
                Ok(Some(event)) => self.step(&event, &mut line, origin, ports)?,
                Err(error) => {
                    self.refuse(&error, origin, ports)?;
                    return Ok(Outcome::Partly);
                }
            };
            match (step, origin) {
                (Outcome::Whole, _) => {}
                (Outcome::Partly, Origin::Prompt) => entered = Outcome::Partly,
                (ended, _) => return Ok(ended),
            }
        }
    }

    fn step(
        &mut self,
        event: &Event,
        line: &mut Cursor<'_>,
        origin: Origin<'_>,
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        if let (Event::Prose, Origin::Prompt) = (event, origin) {
            let text = || String::from_utf8_lossy(line.bytes()).into_owned();
            self.prose.get_or_insert_with(text);
        }
        let (session, stop) = (&mut self.at.session, &self.stop);
        match self.output.with(stop, ports, |out| session.carry_out(event, line, out)) {
            Ok(flow) => {
                self.record(event);
                let Flow::Won(side) = flow else { return Ok(Outcome::Whole) };
                self.at.winner = Some(side);
                Ok(Outcome::Over)
            }
            Err(Stop::Output(_)) if self.stop.is_set() => Ok(Outcome::Stopped),
            Err(Stop::Output(error)) => Err(error),
            Err(Stop::Syntax(error)) => {
                self.refuse(&error, origin, ports)?;
                Ok(Outcome::Partly)
            }
            Err(Stop::Invalid(invalid)) => {
                let is_seen = self.output.is_seen();
                let picture = if is_seen { report::advice } else { report::invalid };
                ports.report(&picture(origin.name(), &invalid, advice(&invalid)))?;
                Ok(Outcome::Partly)
            }
        }
    }

    fn refuse(
        &mut self,
        error: &SyntaxError,
        origin: Origin<'_>,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        self.at.session.drop_unfinished();
        let help = match origin {
            Origin::Prompt => help_for(error),
            Origin::File(_) => error.advice(),
        };
        ports.report(&report::syntax_with(help, origin.name(), error))
    }

    /// Stores a command that took effect: in the text of the open group and, if the command changes
    /// the game, in the logbook and the journal.
    fn record(&mut self, event: &Event) {
        let Some(mut text) = event.line() else { return };
        self.at.last_event = place(event, self.at.session.game()).or(self.at.last_event);
        if event.changes_game() {
            self.log.push(&text);
            let count = self.log.commands().len();
            if self.copies.note(count, &self.at.session) {
                self.events_at_copies.insert(count, self.at.last_event);
            }
            let record = [&text[..], b"\n"].concat();
            match &mut self.waiting_records {
                Some(records) => records.extend(record),
                None => self.journal.append(&record),
            }
        }
        text.push(b'\n');
        if let Event::Open(_) = event {
            self.at.draft.clear();
        }
        if self.at.draft.len() <= LONGEST_GROUP {
            self.at.draft.extend_from_slice(&text);
        }
        if let Event::Close(_) = event {
            let group = std::mem::take(&mut self.at.draft);
            if group.len() <= LONGEST_GROUP {
                self.groups.push(String::from_utf8_lossy(group.trim_ascii_end()).into_owned());
            }
        }
    }

    /// Closes the open group, as the end of a file does.
    pub(super) fn close_group(
        &mut self,
        origin: Origin<'_>,
        ports: &mut Ports<'_>,
    ) -> io::Result<Outcome> {
        let group = self.at.session.group();
        if let Err(error) = self.at.session.reader().clone().end(group) {
            self.refuse(&error, origin, ports)?;
            return Ok(Outcome::Partly);
        }
        match group {
            Some(group) => self.enter(group.tag().as_bytes(), origin, ports),
            None => Ok(Outcome::Whole),
        }
    }

    /// Begins a file: counts lines from 1 again. No group may be open.
    pub(super) fn begin_file(&mut self) -> io::Result<()> {
        match self.at.session.end(&mut io::sink()) {
            Err(Stop::Output(error)) => Err(error),
            Ok(_) | Err(Stop::Syntax(_) | Stop::Invalid(_)) => Ok(()),
        }
    }

    /// Returns which players are on autopilot: the machine plays their turns without being asked.
    pub(super) const fn autopilot(&self) -> BySide<bool> {
        self.log.autopilot()
    }

    pub(super) fn set_autopilot(&mut self, side: Side) {
        if !self.autopilot()[side] {
            self.log.set_autopilot(side);
            self.journal_step(Step::Autopilot(side));
        }
    }

    pub(super) fn stop_autopilot(&mut self) {
        if self.autopilot() != BySide::default() {
            self.log.clear_autopilot();
            self.journal_step(Step::AutopilotOff);
        }
    }

    pub(super) fn drop_unfinished(&mut self) {
        self.at.session.drop_unfinished();
    }

    fn journal_step(&mut self, step: Step) {
        if !matches!(step, Step::Undo(0) | Step::Redo(0)) {
            self.journal.append(format!("{step}\n").as_bytes());
        }
    }

    /// Starts a new game with its own journal. The journal of the old game stays.
    pub(super) fn start_new_game(&mut self) {
        self.journal.start_new_file();
        let (journal, stop) = (std::mem::take(&mut self.journal), self.stop.clone());
        let output = std::mem::take(&mut self.output);
        *self = Self { output, ..Self::new(journal, stop) };
    }

    pub(super) fn saved(&self) -> io::Result<Vec<u8>> {
        let mut text = Stoppable { out: Vec::new(), stop: self.stop.clone() };
        save::write(self.at.session.game(), &mut text)?;
        Ok(text.out)
    }
}

fn new_session(stop: &Cancel) -> Session {
    let mut session = Session::default();
    session.set_cancel(stop.clone());
    session
}

/// Returns the field that a command names. If the command names only a ship, returns the field of
/// the ship's bow. A ship that the command moved is already at its new place. Returns `None` if the
/// command names neither.
fn place(event: &Event, game: &Game) -> Option<Coord> {
    let Event::Command(command) = event else { return None };
    if let Command::Set(Setting::Reef(at) | Setting::Ship { bow: at, .. }) = command {
        return Some(*at);
    }
    let order = command.order()?;
    order.target().or_else(|| {
        let ship = game.fleet(game.moving()?).ship(order.ship()?)?;
        Some(game.board().get(ship)?.hull().bow())
    })
}

impl Origin<'_> {
    const fn name(&self) -> &str {
        match self {
            Self::Prompt => "<prompt>",
            Self::File(name) => name,
        }
    }
}
