//! A session: a script that is being read and the game that it drives.

use super::advice::advice;
use super::ast::{Command, Group};
use super::cursor::{Cursor, Place};
use super::lane::{self, Plain};
use super::reader::{Event, Reader};
use super::syntax::SyntaxError;
use super::{answer, print, save};
use crate::rules::{Detail, Game, Order, Picture, Reason, Setting, Unclosed};
use broadside_core::board::Side;
use broadside_core::{Cancel, Cancelled};
use std::io::{self, Write};
use std::ops::Range;
use thiserror::Error;

/// Runs scripts, wherever they come from: a file, standard input, the prompt, a test. It writes only what the
/// language prints, such as `INVALID OPERATION`; its caller, a front end, shows diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Session {
    reader: Reader,
    game: Game,
    /// Whether a `[state]` group is open. The game keeps track of the players' groups.
    in_state: bool,
    /// The targets of the open turn that still need a ship, and where the script names each.
    targets: Vec<(Order, Place)>,
    /// When set, long commands stop.
    cancel: Cancel,
}

/// How a session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More can be read.
    Continue,
    /// A side has won; a run ends here.
    Won(Side),
}

/// Why a session stops.
#[derive(Debug, Error)]
pub enum Stop {
    /// The text is not a script.
    #[error(transparent)]
    Syntax(#[from] Box<SyntaxError>),
    /// The command may not be carried out now; its `INVALID OPERATION` line has been written.
    #[error("{0}")]
    Invalid(Box<Invalid>),
    /// The output failed, or the command was cancelled: then the error holds `Cancelled`.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// An invalid operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The command with its arguments, as printed.
    pub command: Vec<u8>,
    /// Why it is invalid.
    pub reason: Reason,
    /// A hint for the author of the script.
    pub advice: String,
    /// Where it stands.
    pub place: Place,
    /// The line of the script; only the command, indented, if the line is no longer at hand.
    pub source: Vec<u8>,
    /// The bytes of the command in `source`.
    pub span: Range<usize>,
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "INVALID OPERATION \"{}\": {}", self.command.escape_ascii(), self.reason)
    }
}

/// A session that goes on from a game.
impl From<Game> for Session {
    fn from(game: Game) -> Self {
        Self { game, ..Self::default() }
    }
}

impl Session {
    /// Lets `cancel` stop a long command. The game stays as it was before it, and the command returns
    /// `Stop::Output` with `Cancelled` inside.
    pub fn set_cancel(&mut self, cancel: Cancel) {
        self.cancel = cancel;
    }

    /// A new session with an empty game, which the same flag cancels.
    #[must_use]
    #[doc(hidden)]
    pub fn fresh(&self) -> Self {
        Self { cancel: self.cancel.clone(), ..Self::default() }
    }

    /// A copy of the session, to come back to.
    ///
    /// # Errors
    /// If the flag of [`set_cancel`](Self::set_cancel) was set meanwhile.
    #[doc(hidden)]
    pub fn copy(&self) -> Result<Self, Cancelled> {
        Ok(Self {
            reader: self.reader.clone(),
            game: self.game.try_clone(&self.cancel)?,
            in_state: self.in_state,
            targets: self.targets.clone(),
            cancel: self.cancel.clone(),
        })
    }

    /// Whether the game stands still, see [`Game::is_at_standstill`].
    ///
    /// # Errors
    /// When it was cancelled.
    #[doc(hidden)]
    pub fn is_at_standstill(&self) -> Result<bool, Cancelled> {
        self.game.try_standstill(&self.cancel)
    }

    /// Plans a turn for the player who moves next, and returns it as the text of a group.
    ///
    /// # Errors
    /// When it was cancelled.
    pub fn turn(&self) -> Result<Vec<u8>, Cancelled> {
        answer::try_turn(&self.game, &self.cancel)
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The open group.
    pub fn group(&self) -> Option<Group> {
        if self.in_state { Some(Group::State) } else { self.game.moving().map(Group::Turn) }
    }

    /// The reader, with the words of an unfinished command.
    #[doc(hidden)]
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Reads a line, given without its LF, and carries out what is complete.
    pub fn feed(&mut self, line: &[u8], out: &mut dyn Write) -> Result<Flow, Stop> {
        let mut line = self.line(line);
        while let Some(event) = self.read(&mut line)? {
            match self.carry_out(&event, &mut line, out)? {
                Flow::Continue => {}
                won @ Flow::Won(_) => return Ok(won),
            }
        }
        Ok(Flow::Continue)
    }

    /// Carries out the lines at the start of `text` that `lane` reads, and returns the rest. A line that the
    /// game refuses is left for [`feed`](Self::feed), whose error says where it stands.
    pub(super) fn feed_plain<'t>(
        &mut self,
        mut text: &'t [u8],
        out: &mut dyn Write,
    ) -> Result<(&'t [u8], Flow), Stop> {
        // Targets without ships have places.
        if !self.reader.takes_plain_lines() || self.game.takes_targets() {
            return Ok((text, Flow::Continue));
        }
        let mut group = self.group();
        while let Some((rest, plain)) = lane::line(group, text) {
            let closes = matches!(plain, Plain::Tag(tag) if group == Some(tag));
            let is_carried_out = match plain {
                Plain::Reef(at) => self.game.set(&Setting::Reef(at)).is_ok(),
                Plain::Order(order) => self.game.order(order).is_ok(),
                Plain::Tag(tag) => closes || (group.is_none() && self.open(tag).is_ok()),
            };
            if !is_carried_out {
                break;
            }
            text = rest;
            self.reader.count_line();
            if closes && let won @ Flow::Won(_) = self.close(out)? {
                return Ok((text, won));
            }
            if let Plain::Tag(tag) = plain {
                group = if closes { None } else { Some(tag) };
            }
        }
        Ok((text, Flow::Continue))
    }

    /// Begins the next line, given without its LF, for fronts that go step by step: [`read`] an event,
    /// [`carry_out`] it, and so on to the end of the line.
    ///
    /// ```
    /// use broadside_ships::script::{Session, Stop};
    ///
    /// let mut session = Session::default();
    /// let mut line = session.line(b"[state] REEF 99 99 REEF 1 1");
    /// let (mut out, mut refused) = (Vec::new(), 0);
    /// while let Some(event) = session.read(&mut line)? {
    ///     match session.carry_out(&event, &mut line, &mut out) {
    ///         Err(Stop::Invalid(_)) => refused += 1,
    ///         other => assert!(other.is_ok()),
    ///     }
    /// }
    /// assert_eq!((refused, session.game().board().reefs().laid().len()), (1, 1));
    /// # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
    /// ```
    ///
    /// [`read`]: Self::read
    /// [`carry_out`]: Self::carry_out
    #[doc(hidden)]
    pub fn line<'b>(&mut self, bytes: &'b [u8]) -> Cursor<'b> {
        self.reader.line(bytes)
    }

    /// The next event of `line`; `None` at its end.
    ///
    /// # Errors
    /// The word that may not stand there, or a line that is longer than 1 MiB. A front that goes on drops
    /// the rest of the line.
    #[doc(hidden)]
    pub fn read(&mut self, line: &mut Cursor<'_>) -> Result<Option<Event>, Box<SyntaxError>> {
        let group = self.group();
        self.reader.next(line, group)
    }

    /// Forgets the words of an unfinished command.
    #[doc(hidden)]
    pub fn drop_unfinished(&mut self) {
        self.reader.drop_unfinished();
    }

    /// The end of a file: closes an open group as its tag would.
    pub fn end(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        self.reader.end(self.group())?;
        self.close(out)
    }

    /// The side that the machine is expected to move for.
    #[doc(hidden)]
    pub fn expected_ai(&self) -> Option<Side> {
        let side = self.game.expected();
        self.game.fleet(side).is_ai().then_some(side)
    }

    /// What a run prints at the end of all input: the state and a turn, if the machine is expected to
    /// move, else nothing. The game stays as it is.
    pub fn answer(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.expected_ai() {
            Some(_) => answer::write(&self.game, out),
            None => Ok(()),
        }
    }

    /// Carries out an event that was just read from `line`. What is refused leaves the game and the
    /// open group as they were.
    #[doc(hidden)]
    pub fn carry_out(
        &mut self,
        event: &Event,
        line: &mut Cursor<'_>,
        out: &mut dyn Write,
    ) -> Result<Flow, Stop> {
        match event {
            Event::Command(command) => {
                if let Err(fault) = self.execute(command, line, out) {
                    let mut echo = Vec::new();
                    print::command(command, &mut echo);
                    return Err(self.stop(fault, echo, line, out));
                }
            }
            Event::Open(group) => {
                if let Err(reason) = self.open(*group) {
                    // The assignment prints a blank after the tag, before the closing quote (spec ships §2).
                    let echo = format!("{} ", group.tag()).into_bytes();
                    return Err(self.stop(reason.into(), echo, line, out));
                }
            }
            Event::Close(_) => return self.close(out),
            Event::Prose | Event::Comment(_) => {}
        }
        Ok(Flow::Continue)
    }

    /// Opens `group`. The reader also lets A's group hold B's tag, and B's hold A's; the game refuses those.
    fn open(&mut self, group: Group) -> Result<(), Reason> {
        match group {
            Group::State => self.in_state = true,
            Group::Turn(side) => {
                self.game.open(side)?;
                self.targets.clear();
            }
        }
        Ok(())
    }

    /// Closes the open group, if there is one.
    fn close(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        if std::mem::take(&mut self.in_state) { Ok(Flow::Continue) } else { self.close_turn(out) }
    }

    fn execute(
        &mut self,
        command: &Command,
        line: &mut Cursor<'_>,
        out: &mut dyn Write,
    ) -> Result<(), Fault> {
        match command {
            Command::Print(detail) => self.print(*detail, out),
            Command::Save => Ok(save::write(&self.game, out)?),
            Command::Set(setting) => Ok(self.game.set(setting)?),
            Command::Order(order) => {
                self.game.order(*order)?;
                if self.game.noted_targets() > self.targets.len() {
                    self.targets.push((*order, line.place()));
                }
                Ok(())
            }
        }
    }

    /// Why the command `echo`, which was just read from `line`, stops the session.
    fn stop(
        &self,
        fault: Fault,
        echo: Vec<u8>,
        line: &mut Cursor<'_>,
        out: &mut dyn Write,
    ) -> Stop {
        fault.stop(|reason| Invalid::at(line, echo, reason, &self.game), out)
    }

    fn print(&self, detail: Detail, out: &mut dyn Write) -> Result<(), Fault> {
        Ok(Picture::new(&self.game, detail)?.draw(out)?)
    }

    /// Closes the open turn as its tag would.
    pub(super) fn close_turn(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        match self.game.try_close(&self.cancel) {
            // No victory; or no open turn, as usual at the end of a file.
            Ok(None) | Err(Unclosed::NoTurn) => Ok(Flow::Continue),
            Ok(Some(side)) => {
                writeln!(out, "{} won", side.name())?;
                Ok(Flow::Won(side))
            }
            Err(Unclosed::Cancelled(cancelled)) => Err(Stop::Output(io::Error::other(cancelled))),
            Err(Unclosed::Target(target)) => {
                let (order, place) = self.targets[target];
                let mut command = Vec::new();
                print::order(&order, &mut command);
                let (source, span) = place.redraw(&command);
                let unfeasible = Fault::Reason(Reason::ShotsUnfeasible);
                let advice = advice(Reason::ShotsUnfeasible, &self.game);
                let invalid = |reason| Invalid { command, reason, advice, place, source, span };
                Err(unfeasible.stop(invalid, out))
            }
        }
    }
}

/// Why a command was not carried out.
enum Fault {
    Reason(Reason),
    Output(io::Error),
}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Self {
        Self::Reason(reason)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Fault {
    /// Writes the line of an invalid operation and makes it a reason to stop.
    fn stop(self, invalid: impl FnOnce(Reason) -> Invalid, out: &mut dyn Write) -> Stop {
        match self {
            Self::Output(error) => Stop::Output(error),
            Self::Reason(reason) => {
                let invalid = invalid(reason);
                match invalid.write(out) {
                    Ok(()) => Stop::Invalid(Box::new(invalid)),
                    Err(error) => Stop::Output(error),
                }
            }
        }
    }
}

impl Invalid {
    /// The error for `command`, which was just read from `line` and may not be carried out.
    pub(super) fn at(line: &mut Cursor<'_>, command: Vec<u8>, reason: Reason, game: &Game) -> Self {
        let place = line.place();
        let (source, span) = line.source();
        Self { command, reason, advice: advice(reason, game), place, source, span }
    }

    /// Writes the line that the language prints. The command's bytes are not escaped: they may be no UTF-8.
    #[doc(hidden)]
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"INVALID OPERATION \"")?;
        out.write_all(&self.command)?;
        writeln!(out, "\": {}", self.reason)
    }
}
