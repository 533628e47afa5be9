//! A session: reads a script and carries out its commands in a game.

use super::advice::advice;
use super::ast::{Command, Group};
use super::cursor::Cursor;
use super::lane::{self, Plain};
use super::mark::{Mark, Place};
use super::reader::{Event, Reader};
use super::save;
use super::syntax::SyntaxError;
use crate::rules::{Game, Order, Picture, Reason, Setting, Unclosed};
use broadside_core::board::Side;
use broadside_core::{Cancel, Cancelled};
use std::io::{self, Write};
use thiserror::Error;

/// Runs scripts from any source: a file, standard input, the prompt, a test. A session writes only
/// what the language prints, such as `INVALID OPERATION`. Its caller shows errors and hints.
#[derive(Clone, Debug, Default)]
pub struct Session {
    reader: Reader,
    game: Game,
    /// Whether a `[state]` group is open. The game itself knows whether a player's group is open.
    in_state: bool,
    /// The place of each target in the script. A target is a shot or plane that names no ship, so
    /// the game must still find one.
    targets: Vec<Place>,
    cancel: Cancel,
}

/// How a session continues after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The session can read more.
    Continue,
    /// A side has won. The run ends here.
    Won(Side),
}

/// Why a session stops.
#[derive(Debug, Error)]
pub enum Stop {
    /// The script has a syntax error.
    #[error(transparent)]
    Syntax(#[from] Box<SyntaxError>),
    /// The game refused a command or a tag. A run has already written the `INVALID OPERATION` line.
    #[error("{0}")]
    Invalid(Box<Invalid>),
    /// The output failed, or the end of a turn was cancelled. If it was cancelled, the error
    /// contains [`Cancelled`].
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// An invalid operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The command with its arguments, or the tag, as the `INVALID OPERATION` line shows it.
    pub command: Vec<u8>,
    /// Why it is invalid.
    pub reason: Reason,
    /// A hint for the author of the script.
    pub advice: String,
    /// The part of the script with the command. If the session no longer has the line, the mark has
    /// blanks up to the place of the command, and then the command.
    pub mark: Mark,
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "INVALID OPERATION \"{}\": {}", self.command.escape_ascii(), self.reason)
    }
}

/// Creates a session that continues a game. Targets that the game has stored get line 1, column 1
/// as their place.
impl From<Game> for Session {
    fn from(game: Game) -> Self {
        let targets = vec![Place { line: 1, column: 1 }; game.stored_targets().len()];
        Self { game, targets, ..Self::default() }
    }
}

impl Session {
    /// Lets `cancel` stop long work. If it stops the end of a turn, the game does not change, and
    /// [`feed`](Self::feed) and [`end`](Self::end) return [`Stop::Output`] with [`Cancelled`]
    /// inside.
    pub fn set_cancel(&mut self, cancel: Cancel) {
        self.cancel = cancel;
    }

    /// Returns a session with a new game and the same cancel flag.
    #[must_use]
    #[doc(hidden)]
    pub fn fresh(&self) -> Self {
        Self { cancel: self.cancel.clone(), ..Self::default() }
    }

    /// Returns a copy of the session, unless the flag of [`set_cancel`](Self::set_cancel) stops the
    /// copying.
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

    /// Returns whether the game is at a standstill, see [`Game::is_at_standstill`].
    #[doc(hidden)]
    pub fn is_at_standstill(&self) -> Result<bool, Cancelled> {
        self.game.try_standstill(&self.cancel)
    }

    /// Plans a turn for the player who moves next, and returns it as a group of a script.
    pub fn turn(&self) -> Result<Vec<u8>, Cancelled> {
        save::turn(&self.game, &self.cancel)
    }

    /// Returns the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the open group.
    pub fn group(&self) -> Option<Group> {
        if self.in_state { Some(Group::State) } else { self.game.moving().map(Group::Turn) }
    }

    /// Returns the reader, which keeps the words of an unfinished command.
    #[doc(hidden)]
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Reads a line, given without its LF, and carries out each command that is complete.
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

    /// Carries out the lines at the start of `text` that [`lane`], the fast reader of plain lines,
    /// can read. Returns the rest. If the game refuses a line, the rest begins with this line. Then
    /// [`feed`](Self::feed) reads the line again, and reports its place.
    pub(super) fn feed_plain<'t>(
        &mut self,
        mut text: &'t [u8],
        out: &mut dyn Write,
    ) -> Result<(&'t [u8], Flow), Stop> {
        // A target needs its place in the script, and `lane` does not know places.
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
                self.reader.note_opening();
            }
        }
        Ok((text, Flow::Continue))
    }

    /// Begins the next line, given without its LF. The caller must then [`read`](Self::read) each
    /// event of the line and [`carry_out`](Self::carry_out) the event.
    #[doc(hidden)]
    pub fn line<'b>(&mut self, bytes: &'b [u8]) -> Cursor<'b> {
        self.reader.line(bytes)
    }

    /// Reads the next event of `line`; `None` at the end of the line.
    #[doc(hidden)]
    pub fn read(&mut self, line: &mut Cursor<'_>) -> Result<Option<Event>, Box<SyntaxError>> {
        let group = self.group();
        self.reader.next(line, group)
    }

    /// Drops the words of an unfinished command.
    #[doc(hidden)]
    pub fn drop_unfinished(&mut self) {
        self.reader.drop_unfinished();
    }

    /// Ends a file, and closes an open group as its tag would.
    pub fn end(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        self.reader.end(self.group())?;
        self.close(out)
    }

    /// Returns the side whose turn is next, if the machine plays for this side.
    #[doc(hidden)]
    pub fn expected_ai(&self) -> Option<Side> {
        let side = self.game.expected();
        self.game.fleet(side).is_ai().then_some(side)
    }

    /// Writes what a run prints at the end of all input. If the machine plays for the next player,
    /// this is the state, the board, a turn, and the board again; a board that is too large to
    /// print is left out. If the machine does not play for the next player, this is nothing. The
    /// game does not change.
    pub fn answer(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.expected_ai() {
            Some(_) => save::answer(&self.game, out),
            None => Ok(()),
        }
    }

    /// Carries out an event that was just read from `line`. If the game refuses the event, the game
    /// and the open group do not change.
    #[doc(hidden)]
    pub fn carry_out(
        &mut self,
        event: &Event,
        line: &mut Cursor<'_>,
        out: &mut dyn Write,
    ) -> Result<Flow, Stop> {
        let done = match event {
            Event::Command(Command::Print(detail)) => match Picture::new(&self.game, *detail) {
                Ok(picture) => Ok(picture.draw(out)?),
                Err(reason) => Err(reason),
            },
            Event::Command(Command::Save) => Ok(save::write(&self.game, out)?),
            Event::Command(Command::Set(setting)) => self.game.set(setting),
            Event::Command(Command::Order(order)) => self.order(*order, line),
            Event::Open(group) => self.open(*group),
            Event::Close(_) => return self.close(out),
            Event::Prose | Event::Comment(_) => Ok(()),
        };
        let Err(reason) = done else { return Ok(Flow::Continue) };
        let mut echo = event.line().unwrap_or_default();
        if let Event::Open(_) = event {
            // A blank stands between the tag and the closing quote (spec ships §2).
            echo.push(b' ');
        }
        Err(Invalid::new(line.mark(), echo, reason, &self.game).stop(out))
    }

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

    fn close(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        if std::mem::take(&mut self.in_state) { Ok(Flow::Continue) } else { self.close_turn(out) }
    }

    /// Carries out an order. Keeps the order's place if the game must still find a ship for it.
    fn order(&mut self, order: Order, line: &mut Cursor<'_>) -> Result<(), Reason> {
        self.game.order(order)?;
        if self.game.stored_targets().len() > self.targets.len() {
            self.targets.push(line.place());
        }
        Ok(())
    }

    pub(super) fn close_turn(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        match self.game.try_close(&self.cancel) {
            // At the end of a file there is usually no open turn.
            Ok(None) | Err(Unclosed::NoTurn) => Ok(Flow::Continue),
            Ok(Some(side)) => {
                writeln!(out, "{} won", side.name())?;
                Ok(Flow::Won(side))
            }
            Err(Unclosed::Cancelled(cancelled)) => Err(Stop::Output(io::Error::other(cancelled))),
            Err(Unclosed::Target(target)) => {
                let order = self.game.stored_targets().nth(target).expect("a stored target");
                let command = Command::Order(order).to_bytes();
                let mark = self.targets[target].mark_in_blanks(&command);
                let reason = Reason::ShotsUnfeasible;
                Err(Invalid::new(mark, command, reason, &self.game).stop(out))
            }
        }
    }
}

impl Invalid {
    pub(super) fn new(mark: Mark, command: Vec<u8>, reason: Reason, game: &Game) -> Self {
        Self { command, reason, advice: advice(reason, game), mark }
    }

    fn stop(self, out: &mut dyn Write) -> Stop {
        match self.write(out) {
            Ok(()) => Stop::Invalid(Box::new(self)),
            Err(error) => Stop::Output(error),
        }
    }

    /// Writes the line that the language prints. The bytes of the command are written as they are.
    #[doc(hidden)]
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"INVALID OPERATION \"")?;
        out.write_all(&self.command)?;
        writeln!(out, "\": {}", self.reason)
    }
}
