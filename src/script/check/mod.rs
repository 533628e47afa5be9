//! All that is wrong with a script, and what looks wrong, in one go.
//!
//! The script is read by the one reader and carried out by the one session, but for its pictures. An
//! invalid operation is told and left out, and the game goes on; behind a syntax error, or a tag that
//! the game refuses, only the grammar is still judged, from the next line on, since nobody knows what
//! the game would be. Nothing here draws, or knows how a finding is shown.

mod finding;
mod prose;

pub use finding::{Finding, Mark, Problem};
pub use prose::meant_command;

use super::ast::{Command, Group, StateCommand, TurnCommand};
use super::line::Line;
use super::reader::{Event, Reader};
use super::session::{Flow, Invalid, Session, Stop};
use super::syntax::{Expected, Found, SyntaxError};
use super::{Keyword, print};
use crate::board::{BySide, Side};
use crate::ports::LONGEST_LINE;
use crate::rules::ships::{Detail, Fleet, Game, Picture, Reason, Setting};
use std::io;
use std::ops::Range;

/// What is to be said about `script`, in the order of its lines; warnings about the whole at the end.
///
/// ```
/// use broadside::script::check::check;
///
/// let findings = check(b"[state]\nREEF 99 0\nREEF x 1\nPRINT 2\n[state]\n");
/// let lines: Vec<_> = findings.iter().map(|finding| finding.mark.place.line).collect();
/// assert_eq!(lines, [2, 3, 4]);
/// ```
pub fn check(script: &[u8]) -> Vec<Finding> {
    let mut check = Check { judge: Some(Session::default()), ..Check::default() };
    for line in script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n') {
        if !check.line(line) {
            return check.findings;
        }
    }
    check.end();
    check.findings
}

#[derive(Default)]
struct Check {
    reader: Reader,
    /// The game, as long as it is known.
    judge: Option<Session>,
    winner: Option<Side>,
    findings: Vec<Finding>,
    /// The first tag.
    first: Option<Mark>,
    /// Where each fleet's numbers and each starting rectangle were given, and the board's size.
    fleets: BySide<Option<Mark>>,
    starts: BySide<Option<Mark>>,
    size: Option<Mark>,
}

impl Check {
    /// Checks a line; `false` when nothing behind it is ever read.
    fn line(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > LONGEST_LINE {
            let error = self.reader.long_line(bytes);
            self.syntax(error);
            return false;
        }
        let mut line = self.reader.line(bytes);
        loop {
            let open = self.reader.group;
            match self.reader.next(&mut line) {
                Ok(None) => return true,
                Ok(Some((Event::Comment(_), _))) => {}
                Ok(Some((Event::Prose, span))) => self.prose(span, &mut line),
                Ok(Some((event, span))) => {
                    if let Some(side) = self.winner {
                        self.tell(Mark::of(&span, &mut line), Problem::AfterTheEnd(side));
                        return false;
                    }
                    self.note(&event, &span, &mut line);
                    self.carry_out(&event, span, &mut line);
                    // Inside a turn the other player's tag is refused, and the turn goes on.
                    if let (Event::Open(_), Some(_)) = (event, open) {
                        self.reader.group = open;
                    }
                }
                Err(error) => {
                    self.syntax(error);
                    return self.winner.is_none();
                }
            }
        }
    }

    fn tell(&mut self, mark: Mark, problem: Problem) {
        self.findings.push(Finding { mark, problem });
    }

    fn syntax(&mut self, error: Box<SyntaxError>) {
        self.judge = None;
        self.reader.drop_unfinished();
        self.reader.group = recovered(&error, self.reader.group);
        let mark =
            Mark { place: error.place, source: error.source.clone(), span: error.span.clone() };
        match self.winner {
            Some(side) => self.tell(mark, Problem::AfterTheEnd(side)),
            None => self.tell(mark, Problem::Syntax(error)),
        }
    }

    fn prose(&mut self, span: Range<usize>, line: &mut Line<'_>) {
        let text = line.bytes(span.clone());
        let problem = if let Some(keyword) = meant_command(text) {
            Problem::LooksLikeCommand(keyword)
        } else if let Some(tag) = prose::tag_inside(text) {
            Problem::TagInProse(tag)
        } else {
            return;
        };
        self.tell(Mark::of(&span, line), problem);
    }

    /// Keeps in mind where things were said that a warning may point to.
    fn note(&mut self, event: &Event, span: &Range<usize>, line: &mut Line<'_>) {
        let place = match (event, setting(event)) {
            (Event::Open(_), _) if self.first.is_none() => &mut self.first,
            (_, Some(Setting::Fleet(side, _))) => &mut self.fleets[*side],
            (_, Some(Setting::Start(side, _))) => &mut self.starts[*side],
            (_, Some(Setting::BoardSize(..))) => &mut self.size,
            _ => return,
        };
        *place = Some(Mark::of(span, line));
    }

    fn carry_out(&mut self, event: &Event, span: Range<usize>, line: &mut Line<'_>) {
        let Some(session) = &mut self.judge else { return };
        if let Event::Command(Command::State(StateCommand::Save)) = event {
            return;
        }
        let outcome = match picture(event) {
            Some(detail) => undrawn(session.game(), detail, event, &span, line),
            None => session.carry_out(event, span, line, &mut io::sink()),
        };
        match outcome {
            Ok(Flow::Continue) | Err(Stop::Output(_)) => {}
            Ok(Flow::Won(side)) => self.winner = Some(side),
            Err(Stop::Syntax(error)) => self.syntax(error),
            Err(Stop::Invalid(invalid)) => {
                let is_tag = matches!(event, Event::Open(_) | Event::Close(_));
                self.invalid(*invalid, is_tag);
            }
        }
    }

    fn invalid(&mut self, invalid: Invalid, is_tag: bool) {
        if is_tag {
            self.judge = None;
        }
        let Invalid { place, ref source, ref span, .. } = invalid;
        let mark = Mark { place, source: source.clone(), span: span.clone() };
        self.tell(mark, Problem::Invalid(Box::new(invalid)));
    }

    fn end(&mut self) {
        match self.reader.end() {
            Err(error) => return self.syntax(error),
            Ok(Some(Group::Turn(_))) if self.winner.is_none() => self.close_turn(),
            Ok(_) => {}
        }
        let Some(session) = self.judge.take() else { return };
        let game = session.game();
        for side in Side::ALL {
            self.judge_start(game, side);
            self.judge_fleet(game, side);
        }
    }

    /// The end of the script closes the open turn.
    fn close_turn(&mut self) {
        let Some(session) = &mut self.judge else { return };
        if let Err(Stop::Invalid(invalid)) = session.close_turn(&mut io::sink()) {
            self.invalid(*invalid, true);
        }
    }

    fn judge_start(&mut self, game: &Game, side: Side) {
        let fleet = game.fleet(side);
        let is_empty = !fleet.start().overlaps(&game.board().dims().rect());
        let given = self.starts[side].clone();
        // A default that a small board leaves outside matters only to ships still to be placed.
        let mark = given.or_else(|| self.size.clone().filter(|_| is_playing(fleet)));
        if let (true, Some(mark)) = (is_empty, mark) {
            self.tell(mark, Problem::EmptyStart(side, fleet.start()));
        }
    }

    fn judge_fleet(&mut self, game: &Game, side: Side) {
        let fleet = game.fleet(side);
        let has_begun = game.board().ships().next().is_some() || self.fleets[side].is_some();
        let mark = self.fleets[side].clone().or_else(|| self.first.clone());
        if let (true, true, Some(mark)) = (has_begun, is_playing(fleet), mark) {
            let wanted: i64 = fleet.sizes().iter().sum();
            let placed = i64::try_from(fleet.ships().count()).expect("at most 4,000,000 ships");
            self.tell(mark, Problem::NeverPlaced(side, wanted - placed));
        }
    }
}

/// Whether a person has ships still to place.
fn is_playing(fleet: &Fleet) -> bool {
    !fleet.is_complete() && !fleet.is_ai()
}

fn setting(event: &Event) -> Option<&Setting> {
    let Event::Command(Command::State(StateCommand::Set(setting))) = event else { return None };
    Some(setting)
}

fn picture(event: &Event) -> Option<Detail> {
    let Event::Command(
        Command::State(StateCommand::Print(detail)) | Command::Turn(TurnCommand::Print(detail)),
    ) = event
    else {
        return None;
    };
    Some(*detail)
}

/// Judges a picture without drawing it.
fn undrawn(
    game: &Game,
    detail: Detail,
    event: &Event,
    span: &Range<usize>,
    line: &mut Line<'_>,
) -> Result<Flow, Stop> {
    let (Err(reason), Event::Command(command)) = (Picture::new(game, detail), event) else {
        return Ok(Flow::Continue);
    };
    let mut echo = Vec::new();
    print::command(command, &mut echo);
    Err(Stop::Invalid(Box::new(invalid(echo, reason, span, line))))
}

fn invalid(command: Vec<u8>, reason: Reason, span: &Range<usize>, line: &mut Line<'_>) -> Invalid {
    let Mark { place, source, span } = Mark::of(span, line);
    Invalid { command, reason, place, source, span }
}

/// The group that the text is most likely in behind a wrong word, so that one slip is told once.
fn recovered(error: &SyntaxError, open: Option<Group>) -> Option<Group> {
    let Found::Word(word) = &error.found else { return open };
    let near = error.nearest().map(str::as_bytes);
    let meant = Group::from_tag(word).or_else(|| Group::from_tag(near?));
    match (error.expected, open) {
        (Expected::OpeningTag, _) => meant.or_else(|| home(Keyword::from_name(word)?)),
        (Expected::CommandOf(_), Some(_)) if meant == open => None,
        (Expected::ClosingTag(_), _) => meant,
        _ => open,
    }
}

/// A kind of group in which `keyword` may stand.
fn home(keyword: Keyword) -> Option<Group> {
    Group::ALL.into_iter().find(|group| keyword.is_in(*group))
}
