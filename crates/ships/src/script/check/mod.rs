//! Finds the errors and probable mistakes of a script in one run.
//!
//! The reader and the session do the work, as in a normal run, but pictures and SAVE are not
//! written. An invalid operation or a command with a syntax error is reported and skipped, as at
//! the interactive prompt. After a syntax error, reading continues at the next line. If this line
//! begins with an integer, it may continue the skipped command, so it is skipped up to the next tag
//! or command. But if the wrong word is the closing tag of the group, reading continues at this
//! tag.
//!
//! The state of the game becomes unknown at a wrong or refused tag, and at a line that is too long.
//! It also becomes unknown if a tag is skipped because of a syntax error, or if a side wins after a
//! syntax error. From then on, only the syntax is checked.

mod finding;
mod known;
mod prose;
mod recovery;

pub use finding::{Finding, Idle, Problem};
#[doc(hidden)]
pub use known::Known;
#[doc(hidden)]
pub use prose::{bare_tag, meant_command};

use super::Keyword;
use super::ast::{Command, Group};
use super::cursor::Cursor;
use super::expected::{Expected, Found};
use super::mark::{Mark, Place};
use super::reader::{self, Event, Reader, lines};
use super::session::{Flow, Invalid, Session, Stop};
use super::syntax::SyntaxError;
use super::words::{word, words};
use crate::rules::{Detail, Fleet, Game, Picture, Setting};
use broadside_core::board::{BySide, Side};
use broadside_core::text::integer;
use finding::{is_basic_shot, warning};
use recovery::{group_after_error, is_about_tags, is_closing_tag};
use std::io;
use std::ops::ControlFlow;

/// Returns the findings about the lines of `script`, in order, and then the findings about the
/// whole script. See [`check_lines`] for the cases in which the check ends earlier.
///
/// ```
/// use broadside_ships::script::check::check;
///
/// let findings = check(b"[state]\nREEF 99 0\nREEF x 1\nPRINT 2\n[state]\n");
/// let lines: Vec<_> = findings.iter().map(|finding| finding.mark.place.line).collect();
/// assert_eq!(lines, [2, 3, 4]);
/// ```
pub fn check(script: &[u8]) -> Vec<Finding> {
    check_lines(script).flatten().collect()
}

/// Checks a script as [`check`] does, but returns a list of findings for each line, and then a list
/// for the whole script. Many lists are empty. The check ends earlier at a line in UTF-16, and at
/// the first command, tag or error after a victory.
pub fn check_lines(script: &[u8]) -> Lines<'_> {
    Lines { rest: lines(script), check: Check::new(), is_over: false }
}

/// An iterator that checks a script line by line.
#[derive(Debug)]
pub struct Lines<'s> {
    rest: reader::Lines<'s>,
    check: Check,
    is_over: bool,
}

impl Lines<'_> {
    /// Returns the game after the last checked line; `None` if its state is not known. After the
    /// end of the script, usually returns `None` too. Invalid operations are skipped.
    #[doc(hidden)]
    pub fn game(&self) -> Option<&Game> {
        self.check.session.as_ref().map(Session::game)
    }
}

impl Iterator for Lines<'_> {
    type Item = Vec<Finding>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        if let Some(line) = self.rest.next() {
            self.is_over = !self.check.line(line);
        } else {
            self.check.end();
            self.is_over = true;
        }
        Some(std::mem::take(&mut self.check.findings))
    }
}

#[derive(Debug, Default)]
struct Check {
    reader: Reader,
    /// The open group. It is not taken from `session`, which may be `None`.
    group: Option<Group>,
    /// Whether `group` is only a guess after an error: the script has no tag that opens it.
    is_guessed: bool,
    /// Carries out the commands. It is `None` once the state of the game is not known.
    session: Option<Session>,
    winner: Option<Side>,
    /// Whether a part of the script was skipped because of a syntax error.
    has_gap: bool,
    /// Whether the next words may still be arguments of a skipped command.
    is_skipping: bool,
    findings: Vec<Finding>,
    /// The number of basic shots in the open turn.
    shots: usize,
    first_tag: Option<Mark>,
    /// The last `SET_FLEET` of each player.
    fleets: BySide<Option<Mark>>,
    /// The last `INIT_POSITION` of each player.
    starts: BySide<Option<Mark>>,
    /// The last `BOARD_SIZE`.
    size: Option<Mark>,
}

impl Check {
    fn new() -> Self {
        Self { session: Some(Session::default()), ..Self::default() }
    }

    /// Checks a line. Returns `false` if the check ends with this line.
    fn line(&mut self, bytes: &[u8]) -> bool {
        let mut line = self.reader.line(bytes);
        self.skip(&mut line);
        loop {
            match self.reader.next(&mut line, self.group) {
                Ok(None) => return true,
                Ok(Some(Event::Comment(_))) => {}
                // A run reads nothing after a victory.
                Ok(Some(Event::Prose)) if self.winner.is_some() => {}
                Ok(Some(Event::Prose)) => self.prose(&mut line),
                Ok(Some(event)) => {
                    if let Some(side) = self.winner {
                        self.report(line.mark(), Problem::AfterTheEnd(side));
                        return false;
                    }
                    self.remember(&event, &mut line);
                    self.carry_out(&event, &mut line);
                    self.group = event.group_after(self.group);
                    self.is_guessed &= !matches!(event, Event::Open(_) | Event::Close(_));
                }
                Err(error) => {
                    if let ControlFlow::Break(goes_on) = self.recover(error, &mut line) {
                        return goes_on;
                    }
                }
            }
        }
    }

    /// Reports a syntax error. Breaks if the line cannot be read further, with `false` if the check
    /// ends with this line.
    fn recover(&mut self, error: Box<SyntaxError>, line: &mut Cursor<'_>) -> ControlFlow<bool> {
        if error.found == Found::LongLine {
            self.syntax(error);
            return ControlFlow::Break(self.winner.is_none());
        }
        // A tag of another group shows that the guess was wrong.
        if self.is_guessed && matches!(error.expected, Expected::ClosingTag(..)) {
            (self.group, self.is_guessed) = (None, false);
            line.step_back();
            return ControlFlow::Continue(());
        }
        let closes = is_closing_tag(&error, self.group);
        let is_text = error.found != Found::Utf16;
        self.after_error(&error, line);
        self.syntax(error);
        if !is_text || self.winner.is_some() {
            return ControlFlow::Break(false);
        }
        if !closes {
            return ControlFlow::Break(true);
        }
        line.step_back();
        ControlFlow::Continue(())
    }

    /// Skips the rest of a skipped command, up to the next tag or command. Skips nothing if the
    /// line does not begin with an integer.
    fn skip(&mut self, line: &mut Cursor<'_>) {
        if !self.is_skipping || line.rest().is_empty() {
            return;
        }
        self.is_skipping = self.group.is_some() && integer(word(line.rest()).1).is_some();
        while self.is_skipping {
            let (rest, next) = word(line.rest());
            if next.is_empty() {
                return;
            }
            self.is_skipping =
                Group::from_tag(next).is_none() && Keyword::from_name(next).is_none();
            if self.is_skipping {
                let left = rest.len();
                line.advance(left);
            }
        }
    }

    fn after_error(&mut self, error: &SyntaxError, line: &mut Cursor<'_>) {
        self.is_skipping = self.group.is_some() && !is_about_tags(error);
        if is_about_tags(error) || words(line.rest()).any(|word| Group::from_tag(word).is_some()) {
            self.session = None;
        }
    }

    fn report(&mut self, mark: Mark, problem: Problem) {
        self.findings.push(Finding { mark, problem });
    }

    fn syntax(&mut self, error: Box<SyntaxError>) {
        self.has_gap = true;
        self.reader.drop_unfinished();
        let group = group_after_error(&error, self.group);
        if group != self.group || error.found == Found::LongLine {
            self.session = None;
        }
        self.is_guessed = group.is_some() && error.expected == Expected::OpeningTag;
        self.group = group;
        let mark = error.mark.clone();
        match self.winner {
            Some(side) => self.report(mark, Problem::AfterTheEnd(side)),
            None => self.report(mark, Problem::Syntax(error)),
        }
    }

    fn prose(&mut self, line: &mut Cursor<'_>) {
        let text = line.bytes();
        let problem =
            if let Some(keyword) = meant_command(text).or_else(|| prose::command_word(text)) {
                Problem::LooksLikeCommand(keyword)
            } else if let Some(tag) = bare_tag(text) {
                Problem::LooksLikeTag(tag)
            } else if let Some(tag) = prose::tag_inside(text) {
                Problem::TagInProse(tag)
            } else {
                return;
            };
        self.report(line.mark(), problem);
    }

    /// Keeps the mark of an event if a later warning may point to it.
    fn remember(&mut self, event: &Event, line: &mut Cursor<'_>) {
        let setting = if let Event::Command(command) = event { command.setting() } else { None };
        match (event, setting) {
            (Event::Open(_), _) if self.first_tag.is_none() => self.first_tag = Some(line.mark()),
            (_, Some(Setting::Fleet(side, _))) => self.fleets[*side] = Some(line.mark()),
            (_, Some(Setting::Start(side, _))) => self.starts[*side] = Some(line.mark()),
            (_, Some(Setting::BoardSize(..))) => self.size = Some(line.mark()),
            _ => {}
        }
    }

    fn carry_out(&mut self, event: &Event, line: &mut Cursor<'_>) {
        let Some(session) = &mut self.session else { return };
        let command = if let Event::Command(command) = event { Some(command) } else { None };
        let warning = command.and_then(|command| warning(session.game(), self.shots, command));
        let outcome = match command {
            Some(Command::Save) => return,
            Some(Command::Print(detail)) => check_picture(session.game(), *detail, line),
            Some(Command::Set(_) | Command::Order(_)) | None => {
                session.carry_out(event, line, &mut io::sink())
            }
        };
        match outcome {
            Ok(Flow::Continue) | Err(Stop::Output(_)) => {
                let is_shot = |command| is_basic_shot(session.game(), command);
                self.shots =
                    command.map_or(0, |command| self.shots + usize::from(is_shot(command)));
                if let Some(problem) = warning {
                    self.report(line.mark(), problem);
                }
            }
            // This victory is not certain: a skipped command might have prevented it.
            Ok(Flow::Won(_)) if self.has_gap => self.session = None,
            Ok(Flow::Won(side)) => self.winner = Some(side),
            Err(Stop::Syntax(error)) => self.syntax(error),
            Err(Stop::Invalid(invalid)) => self.invalid(invalid, command.is_none()),
        }
    }

    fn invalid(&mut self, invalid: Box<Invalid>, is_tag: bool) {
        if is_tag {
            self.session = None;
        }
        self.report(invalid.mark.clone(), Problem::Invalid(invalid));
    }

    fn end(&mut self) {
        if let Err(error) = self.reader.end(self.group) {
            return self.syntax(error);
        }
        if matches!(self.group, Some(Group::Turn(_))) && self.winner.is_none() {
            self.close_turn();
        }
        if self.first_tag.is_none() && !self.has_gap {
            self.report(Place { line: 1, column: 1 }.unknown(), Problem::NothingToRun);
        }
        let Some(session) = self.session.take().filter(|_| !self.has_gap) else { return };
        let game = session.game();
        for side in Side::ALL {
            self.check_start(game, side);
            self.check_fleet(game, side);
        }
    }

    fn close_turn(&mut self) {
        let Some(session) = &mut self.session else { return };
        if let Err(Stop::Invalid(invalid)) = session.close_turn(&mut io::sink()) {
            self.invalid(invalid, true);
        }
    }

    fn check_start(&mut self, game: &Game, side: Side) {
        let fleet = game.fleet(side);
        let is_empty = !fleet.start().overlaps(&game.board().dims().rect());
        let given = self.starts[side].clone();
        // The default rectangle may lie outside a small board. This matters only if a person still
        // has ships to place.
        let mark = given.or_else(|| self.size.clone().filter(|_| has_ships_to_place(fleet)));
        if let (true, Some(mark)) = (is_empty, mark) {
            self.report(mark, Problem::EmptyStart(side, fleet.start()));
        }
    }

    fn check_fleet(&mut self, game: &Game, side: Side) {
        let fleet = game.fleet(side);
        let has_begun = game.board().ships().next().is_some() || self.fleets[side].is_some();
        let mark = self.fleets[side].clone().or_else(|| self.first_tag.clone());
        if let (true, true, Some(mark)) = (has_begun, has_ships_to_place(fleet), mark) {
            let wanted: i64 = fleet.sizes().iter().sum();
            let placed = i64::try_from(fleet.ships().count()).expect("at most 4,000,000 ships");
            self.report(mark, Problem::NeverPlaced(side, wanted - placed));
        }
    }
}

fn has_ships_to_place(fleet: &Fleet) -> bool {
    !fleet.is_complete() && !fleet.is_ai()
}

/// Carries out `PRINT` without drawing.
fn check_picture(game: &Game, detail: Detail, line: &mut Cursor<'_>) -> Result<Flow, Stop> {
    let Err(reason) = Picture::new(game, detail) else { return Ok(Flow::Continue) };
    let command = Command::Print(detail).to_bytes();
    Err(Stop::Invalid(Box::new(Invalid::new(line.mark(), command, reason, game))))
}
