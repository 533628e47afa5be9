//! Compares the two lines at which the outputs first differ (our line and the program's line), and
//! finds the cause of the difference.

use super::cause::{Cause, Kind};
use crate::draft::{At, Draft, Line};
use crate::form;
use crate::outputs::{Refusal, Spot, is_other_echo, trim};
use broadside_ships::script::ast::Command;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message<'a> {
    Nothing,
    Refusal(Refusal<'a>),
    Victory,
    Other(&'a [u8]),
}

impl<'a> Message<'a> {
    pub(super) fn of(line: Option<&'a [u8]>) -> Self {
        match line {
            None => Self::Nothing,
            Some(b"A won" | b"B won") => Self::Victory,
            Some(line) => Refusal::of(line).map_or(Self::Other(line), Self::Refusal),
        }
    }
}

/// What a cause says if the program carries out the command or continues the game.
pub(super) const GOES_ON: &str = "goes on";

pub(super) fn cause(draft: &Draft, at: Option<At>, spot: &Spot<'_>) -> Cause {
    let form_here = at.map_or_else(String::new, |at| form::of_line(draft, at));
    let (ours, theirs) = (Message::of(spot.expected), Message::of(spot.got));
    if repeats_wrongly(draft, at, spot) {
        return Cause::new(Kind::Echo, "", "the command", "another echo");
    }
    let kind = kind(draft, at, ours, theirs);
    let form = match (kind, ours, theirs) {
        (Kind::Rejects, _, Message::Refusal(refusal))
        | (Kind::Accepts | Kind::Reason, Message::Refusal(refusal), _) => {
            form::of_echo(refusal.echo)
        }
        _ => form_here,
    };
    let text = |message| text(message, kind, spot.column);
    // A program that does not refuse the command goes on. Its next output does not matter.
    let expected = if kind == Kind::Rejects { GOES_ON.to_owned() } else { text(ours) };
    let got = if kind == Kind::Accepts { GOES_ON.to_owned() } else { text(theirs) };
    Cause::new(kind, form, expected, got)
}

fn kind(draft: &Draft, at: Option<At>, ours: Message<'_>, theirs: Message<'_>) -> Kind {
    match (ours, theirs) {
        (Message::Refusal(ours), Message::Refusal(theirs)) => {
            if ours.echo == theirs.echo {
                Kind::Reason
            } else if stands_before(draft, theirs.echo, at) {
                Kind::Rejects
            } else {
                Kind::Accepts
            }
        }
        (Message::Victory, Message::Refusal(theirs)) if !stands_before(draft, theirs.echo, at) => {
            Kind::Victory
        }
        (_, Message::Refusal(_)) => Kind::Rejects,
        (Message::Victory, Message::Other(line)) if is_parts(line) => Kind::Picture,
        (Message::Victory, _) | (_, Message::Victory) => Kind::Victory,
        (Message::Refusal(_), _) => Kind::Accepts,
        (Message::Nothing | Message::Other(_), _) => {
            at.map_or(Kind::Prints, |at| kind_of_line(draft, at))
        }
    }
}

/// Returns whether the program refuses the line that we refuse, but repeats this line wrongly in
/// its message, or prints text before the message. Returns false if the message repeats an earlier
/// line.
fn repeats_wrongly(draft: &Draft, at: Option<At>, spot: &Spot<'_>) -> bool {
    let Some((our_line, their_line)) = spot.expected.zip(spot.got) else { return false };
    let [Some(ours), theirs] = [our_line, their_line].map(Refusal::of) else { return false };
    let Some(theirs) = theirs else { return their_line.ends_with(our_line) };
    let is_earlier = trim(ours.echo) != trim(theirs.echo) && stands_before(draft, theirs.echo, at);
    let is_no_line =
        ours.reason == theirs.reason && lines_like(draft, theirs.echo).next().is_none();
    is_no_line || is_other_echo(our_line, their_line) && !is_earlier
}

pub(crate) fn lines_like(draft: &Draft, echo: &[u8]) -> impl Iterator<Item = At> {
    let is_it = |at: &At| at.line != Line::Close && trim(&draft.text(*at)) == trim(echo);
    draft.places().filter(is_it)
}

fn stands_before(draft: &Draft, echo: &[u8], at: Option<At>) -> bool {
    let Some(last) = at else { return true };
    lines_like(draft, echo).next().is_some_and(|first| first < last)
}

pub(crate) fn kind_of_line(draft: &Draft, at: At) -> Kind {
    let Line::Command(index) = at.line else { return Kind::Prints };
    match draft.blocks[at.block].commands.get(index) {
        Some(Command::Print(_)) => Kind::Picture,
        Some(Command::Save) => Kind::Save,
        Some(_) | None => Kind::Prints,
    }
}

/// Returns what a cause says about a message. For a picture or SAVE, this is only the part of the
/// line at `column`.
fn text(message: Message<'_>, kind: Kind, column: usize) -> String {
    match message {
        Message::Nothing if kind == Kind::Victory => GOES_ON.to_owned(),
        Message::Nothing => "nothing".to_owned(),
        Message::Victory => "won".to_owned(),
        Message::Refusal(refusal) => form::without_numbers(refusal.reason),
        Message::Other(line) if kind == Kind::Picture => field(line, column),
        Message::Other(line) if kind == Kind::Save => word_at(line, column),
        Message::Other(_) => GOES_ON.to_owned(),
    }
}

/// What a cause calls a line of column numbers.
pub(super) const HEADER: &str = "column number";

fn field(line: &[u8], column: usize) -> String {
    match line.get(column) {
        None => "end of line".to_owned(),
        Some(_) if is_parts(line) => "PARTS".to_owned(),
        // In `PRINT 1`, a row begins with its number. A line of column numbers begins with blanks.
        Some(_) if numbers_columns(line) => HEADER.to_owned(),
        Some(byte) if byte.is_ascii_digit() => "digit".to_owned(),
        Some(byte) => byte.escape_ascii().to_string(),
    }
}

/// Whether a line is `PARTS REMAINING`, perhaps with another second word.
pub(super) fn is_parts(line: &[u8]) -> bool {
    line.starts_with(b"PARTS")
}

pub(crate) fn numbers_columns(line: &[u8]) -> bool {
    let numbers = line.trim_ascii_start();
    let is_indented = line.starts_with(b" ") && !numbers.is_empty();
    is_indented && numbers.iter().all(u8::is_ascii_digit)
}

/// Returns the first word of a line of SAVE, and the index of the word at `column`.
fn word_at(line: &[u8], column: usize) -> String {
    let before = &line[..column.min(line.len())];
    let words = memchr::memchr_iter(b' ', before).count();
    let keyword = line.split(|byte| *byte == b' ').next().unwrap_or_default();
    format!("{} {words}", keyword.escape_ascii())
}
