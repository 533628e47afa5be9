//! What the two sides say where they part, read from a line of each output.

use super::cause::{Cause, Kind};
use crate::draft::{At, Draft, Line};
use crate::form;
use crate::outputs::{Refusal, Spot, is_other_echo, trim};
use broadside_ships::script::ast::Command;

/// What a line of output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said<'a> {
    Nothing,
    Refusal(Refusal<'a>),
    Victory,
    Other(&'a [u8]),
}

impl<'a> Said<'a> {
    pub(super) fn of(line: Option<&'a [u8]>) -> Self {
        match line {
            None => Self::Nothing,
            Some(b"A won" | b"B won") => Self::Victory,
            Some(line) => Refusal::of(line).map_or(Self::Other(line), Self::Refusal),
        }
    }
}

/// What a side says that carries a command out.
pub(super) const GOES_ON: &str = "goes on";

/// The cause of a difference at a line of the draft.
pub(super) fn cause(draft: &Draft, at: Option<At>, spot: &Spot<'_>) -> Cause {
    let (ours, theirs) = (Said::of(spot.expected), Said::of(spot.got));
    let form_here = at.map_or_else(String::new, |at| form::of_line(draft, at));
    if spot.expected.zip(spot.got).is_some_and(|(ours, theirs)| is_other_echo(ours, theirs)) {
        let (expected, got) = ("the command".to_owned(), "another echo".to_owned());
        return Cause { kind: Kind::Echo, form: form_here, expected, got };
    }
    let kind = kind(draft, at, ours, theirs);
    let form = match (kind, ours, theirs) {
        (Kind::Rejects, _, Said::Refusal(Refusal { echo, .. }))
        | (Kind::Accepts | Kind::Reason, Said::Refusal(Refusal { echo, .. }), _) => {
            form::of_echo(echo)
        }
        _ => form_here,
    };
    let says = |said| says(said, kind, spot.column);
    // Where one side refuses what the other carries out, it does not matter what comes next.
    let expected = if kind == Kind::Rejects { GOES_ON.to_owned() } else { says(ours) };
    let got = if kind == Kind::Accepts { GOES_ON.to_owned() } else { says(theirs) };
    Cause { kind, form, expected, got }
}

fn kind(draft: &Draft, at: Option<At>, ours: Said<'_>, theirs: Said<'_>) -> Kind {
    match (ours, theirs) {
        (
            Said::Refusal(Refusal { echo: ours, .. }),
            Said::Refusal(Refusal { echo: theirs, .. }),
        ) => {
            if ours == theirs {
                Kind::Reason
            } else if stands_before(draft, theirs, at) {
                Kind::Rejects
            } else {
                Kind::Accepts
            }
        }
        (Said::Victory, Said::Refusal(Refusal { echo, .. })) if !stands_before(draft, echo, at) => {
            Kind::Victory
        }
        (_, Said::Refusal(_)) => Kind::Rejects,
        (Said::Victory, _) | (_, Said::Victory) => Kind::Victory,
        (Said::Refusal(_), _) => Kind::Accepts,
        (Said::Nothing | Said::Other(_), _) => {
            at.map_or(Kind::Prints, |at| kind_of_line(draft, at))
        }
    }
}

/// Whether a line with the text `echo` stands before `at`.
fn stands_before(draft: &Draft, echo: &[u8], at: Option<At>) -> bool {
    let Some(last) = at else { return true };
    let mut lines = draft.places().take_while(|at| *at < last);
    lines.any(|at| trim(&draft.text(at)) == trim(echo))
}

/// The kind of a difference in what a line prints.
pub(super) fn kind_of_line(draft: &Draft, at: At) -> Kind {
    let Line::Command(index) = at.line else { return Kind::Prints };
    match draft.blocks[at.block].commands.get(index) {
        Some(Command::Print(_)) => Kind::Picture,
        Some(Command::Save) => Kind::Save,
        Some(_) | None => Kind::Prints,
    }
}

/// What a side says at the first differing byte, without numbers and players.
fn says(said: Said<'_>, kind: Kind, column: usize) -> String {
    match said {
        Said::Nothing if kind == Kind::Victory => GOES_ON.to_owned(),
        Said::Nothing => "nothing".to_owned(),
        Said::Victory => "won".to_owned(),
        Said::Refusal(Refusal { reason, .. }) => form::without_numbers(reason),
        Said::Other(line) if kind == Kind::Picture => field(line, column),
        Said::Other(line) if kind == Kind::Save => word_at(line, column),
        Said::Other(_) => GOES_ON.to_owned(),
    }
}

/// What a line of a picture shows in a column.
fn field(line: &[u8], column: usize) -> String {
    match line.get(column) {
        None => "end of line".to_owned(),
        Some(_) if line.starts_with(b"PARTS") => "PARTS".to_owned(),
        // Rows begin with their numbers, lines of column numbers with blanks.
        Some(_) if is_of_columns(line) => "column number".to_owned(),
        Some(byte) if byte.is_ascii_digit() => "digit".to_owned(),
        Some(byte) => byte.escape_ascii().to_string(),
    }
}

/// Whether a line of a picture numbers columns.
fn is_of_columns(line: &[u8]) -> bool {
    let numbers = line.trim_ascii_start();
    let is_indented = line.starts_with(b" ") && !numbers.is_empty();
    is_indented && numbers.iter().all(u8::is_ascii_digit)
}

/// The command word of a line of SAVE and which of its words holds the column.
fn word_at(line: &[u8], column: usize) -> String {
    let before = &line[..column.min(line.len())];
    let words = memchr::memchr_iter(b' ', before).count();
    let keyword = line.split(|byte| *byte == b' ').next().unwrap_or_default();
    format!("{} {words}", keyword.escape_ascii())
}
