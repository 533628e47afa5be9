//! Compares a program's answer with ours: finds the first difference and its [`Cause`]. Ignores a
//! missing final newline, and the differences that a [`Lenience`] allows. A draft is a script.

mod cause;
mod frame;
mod height;
mod mark;
mod message;

use super::draft::{At, Draft, Line};
use super::form;
use super::habit::{Habit, is_final};
use super::outputs::{Spot, last_line};
use super::reference::Answer;
use broadside_core::ports::programs::{Ended, Ending};
use broadside_ships::script::ast::Group;
use frame::other_frame;
use height::other_height;
use mark::{other_labels, other_mark};
use message::{GOES_ON, Message, cause, is_parts};

pub use super::outputs::{Lenience, is_same_output};
pub(crate) use cause::STATUS;
pub use cause::{Cause, Kind};
pub(crate) use height::{END, ROW};
pub(crate) use mark::other_label;
pub(crate) use message::{kind_of_line, lines_like, numbers_columns};

/// The first place where two answers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The offset in our output, in bytes from 0. For [`Kind::Ai`], `byte`, `line` and `column` are
    /// places in the program's output.
    pub byte: usize,
    /// The number of the line in our output, from 1.
    pub line: usize,
    /// The number of the byte in that line, from 1.
    pub column: usize,
    /// The offset and the line in the program's output.
    pub theirs: (usize, usize),
    /// The line of the draft that printed this byte of our output. If our output ends before the
    /// difference, this is the last line that printed something. If our picture has ended, but the
    /// program's picture goes on, this is the line that printed the picture. If the program prints
    /// a victory too early, this is usually the end of a turn. If the program refuses a legal line,
    /// this is the refused line; `None` if the draft has that line twice.
    pub at: Option<At>,
    /// Why the answers differ.
    pub cause: Cause,
}

impl Difference {
    pub(super) const fn new(spot: &Spot<'_>, at: Option<At>, cause: Cause) -> Self {
        let Spot { byte, line, column, theirs, .. } = *spot;
        Self { byte, line, column: column + 1, theirs, at, cause }
    }
}

/// Returns the first difference between our answer and a program's; `None` if there is none.
pub fn compare(
    draft: &Draft,
    answer: &Answer,
    ended: &Ended,
    lenience: Lenience,
) -> Option<Difference> {
    let abnormal = abnormal_end(&ended.ending, lenience);
    if abnormal.is_none() && answer.output == ended.stdout {
        return None;
    }
    let spot = match (Spot::first(&answer.output, &ended.stdout, lenience), abnormal) {
        (None, None) => return None,
        (spot, _) => spot.unwrap_or_else(|| Spot::at_ends(&answer.output, &ended.stdout)),
    };
    let whole = Habit::of_whole(&answer.output, ended);
    if abnormal.is_none()
        && whole != Some(Habit::EarlyRefusal)
        && let Some((at, cause)) = other_height(draft, answer, &spot, &ended.stdout)
            .or_else(|| missing_output(draft, answer, &spot))
    {
        return Some(Difference::new(&spot, Some(at), cause));
    }
    let at = turn_won(draft, answer, &spot).or_else(|| line_at(answer, &spot));
    let cause = match abnormal {
        Some(kind) => Cause::new(kind, "", "", ended.ending.to_string()),
        None => whole
            .filter(|habit| *habit != Habit::LostOutput || is_lost(draft, answer, &spot))
            .filter(|habit| *habit != Habit::Greeting || !is_in_victory(&spot))
            .map(Cause::from)
            .or_else(|| silent_end(&spot, &ended.ending))
            .or_else(|| other_mark(answer, &spot, &ended.stdout, lenience))
            .or_else(|| other_labels(answer, &spot, &ended.stdout, lenience))
            .or_else(|| other_frame(&answer.output, &ended.stdout, lenience))
            .or_else(|| more_lines(answer, ended, lenience))
            .unwrap_or_else(|| cause(draft, at, &spot)),
    };
    let at = if cause.kind == Kind::Rejects { refused(draft, &spot, at) } else { at };
    Some(Difference::new(&spot, at, cause))
}

/// Whether a line before the refused line should have printed something. If several lines have the
/// text that the program's refusal repeats, the first of them counts as the refused line.
fn is_lost(draft: &Draft, answer: &Answer, spot: &Spot<'_>) -> bool {
    let Message::Refusal(refusal) = Message::of(spot.got) else { return false };
    let refused = lines_like(draft, refusal.echo).next();
    answer.parts.first().zip(refused).is_some_and(|(part, refused)| part.at < refused)
}

/// Whether the program prints text before the victory in the same line.
fn is_in_victory(spot: &Spot<'_>) -> bool {
    let won = spot.expected.filter(|line| Message::of(Some(line)) == Message::Victory);
    won.zip(spot.got).is_some_and(|(won, got)| got.ends_with(won))
}

/// Returns the line of the draft whose output is missing, in whole or in part, and the cause. At
/// the difference, the program must print the last line of our output, a refusal or a victory.
/// Returns `None` if [`may_be_lost`] is true, or if the program may have ended too early. A refusal
/// may be too early if the draft has at least two lines with the refused text, and the first of
/// them is not after the returned line. A victory may be too early if all output of the returned
/// line is missing.
fn missing_output(draft: &Draft, answer: &Answer, spot: &Spot<'_>) -> Option<(At, Cause)> {
    let end = spot.got.filter(|got| is_final(got) && *got == last_line(&answer.output))?;
    let at = answer.line_of(spot.byte).filter(|_| !may_be_lost(draft, answer, spot))?;
    let is_missing = if let Message::Refusal(refusal) = Message::of(Some(end)) {
        let mut refused = lines_like(draft, refusal.echo);
        refused.next().is_some_and(|first| at < first || refused.next().is_none())
    } else {
        answer.parts.iter().all(|part| part.start + spot.column != spot.byte)
    };
    is_missing.then(|| (at, cause(draft, Some(at), &Spot { got: None, ..*spot })))
}

/// Whether the program prints nothing before its last line, although the draft has a `PRINT 0` in a
/// `[state]` group. Nearly every program can print this picture, so it may have lost all output.
fn may_be_lost(draft: &Draft, answer: &Answer, spot: &Spot<'_>) -> bool {
    let mut forms = answer.parts.iter().map(|part| form::of_line(draft, part.at));
    spot.theirs.1 == 1 && forms.any(|form| form == "PRINT 0")
}

/// Returns the line that the program's refusal repeats; `None` if there are several such lines,
/// `otherwise` if there is none.
fn refused(draft: &Draft, spot: &Spot<'_>, otherwise: Option<At>) -> Option<At> {
    let Message::Refusal(refusal) = Message::of(spot.got) else { return otherwise };
    let mut lines = lines_like(draft, refusal.echo);
    let Some(first) = lines.next() else { return otherwise };
    if lines.next().is_some() { None } else { Some(first) }
}

/// Returns the line that prints our output at the difference. If our output ends before the
/// difference, returns the last line that prints something. If the program prints PARTS REMAINING
/// where we print something else, returns the line that prints our output before that place: the
/// program has probably added PARTS REMAINING to the picture of this line.
fn line_at(answer: &Answer, spot: &Spot<'_>) -> Option<At> {
    let has_parts = |line: Option<&[u8]>| line.is_some_and(is_parts);
    let is_more = has_parts(spot.got) && !has_parts(spot.expected);
    let start = (spot.byte - spot.column).checked_sub(1).filter(|_| is_more);
    answer.line_of(start.unwrap_or(spot.byte)).or_else(|| answer.last_line())
}

/// Returns the line at which only the program sees a victory. If we print something later, this is
/// the last shot or end of a turn before our next output. Otherwise, this is the first end of a
/// turn after our last output.
///
/// Returns `None` for other differences. Also returns `None` if our next output comes from a shot,
/// because that shot may have ended the game.
fn turn_won(draft: &Draft, answer: &Answer, spot: &Spot<'_>) -> Option<At> {
    let is_victory = |line| Message::of(line) == Message::Victory;
    if !is_victory(spot.got) || is_victory(spot.expected) {
        return None;
    }
    let is_of_turn = |at: &At| matches!(draft.blocks[at.block].group, Group::Turn(_));
    let is_end = |at: &At| at.line == Line::Close && is_of_turn(at);
    let is_shot = |at: &At| form::is_shot(draft, *at);
    let mut ends = draft.places().filter(is_end);
    match answer.line_of(spot.byte) {
        Some(next) if is_shot(&next) => None,
        Some(next) => {
            let before = draft.places().take_while(|at| *at < next);
            before.filter(|at| is_end(at) || is_shot(at)).last()
        }
        None => ends.find(|end| answer.last_line().is_none_or(|last| *end > last)),
    }
}

/// Returns the first difference of an answer, with `habit` (a mistake in nearly every output) as
/// its cause. For a crash, returns the end of the output.
pub(super) fn habitual(answer: &Answer, ended: &Ended, habit: Habit) -> Option<Difference> {
    let (ours, theirs) = (&answer.output, &ended.stdout);
    let crashes = || {
        Some(Spot::at_ends(ours, theirs))
            .filter(|_| habit == Habit::Crashes && matches!(ended.ending, Ending::Signal(_)))
    };
    let spot = crashes().or_else(|| Spot::first(ours, theirs, Lenience::default()))?;
    Some(Difference::new(&spot, line_at(answer, &spot), habit.into()))
}

/// Returns a cause if the answer is right apart from additional lines that are blank or unlike any
/// output of the language. Returns `None` if the exit status tells a failure, and our output does
/// not end with a refusal or a victory: that is another mistake.
fn more_lines(answer: &Answer, ended: &Ended, lenience: Lenience) -> Option<Cause> {
    let fails = matches!(ended.ending, Ending::Exited(code) if code != 0);
    let is_fine = !fails || is_final(&answer.output);
    let mut habits = [Habit::BlankLines, Habit::OwnLines].into_iter();
    let is_all = |habit: &Habit| {
        let lenience = habit.looked_past(lenience).unwrap_or(lenience);
        is_same_output(&answer.output, &ended.stdout, lenience)
    };
    habits.find(|habit| is_fine && is_all(habit)).map(Cause::from)
}

/// Returns a cause of [`Kind::Word`] if the program fails and prints nothing more: it probably does
/// not know a word of the script.
fn silent_end(spot: &Spot<'_>, ending: &Ending) -> Option<Cause> {
    let fails = matches!(ending, Ending::Exited(code) if *code != 0);
    let is_silent = fails && spot.got.is_none() && spot.expected.is_some();
    is_silent.then(|| Cause::new(Kind::Word, "", GOES_ON, ending.to_string()))
}

/// Returns the kind of an abnormal end; `None` if `lenience` ignores it. A run with such a kind is
/// wrong even if its output is right.
pub(super) const fn abnormal_end(ending: &Ending, lenience: Lenience) -> Option<Kind> {
    match ending {
        Ending::Exited(_) => None,
        Ending::Signal(_) if lenience.crashes => None,
        Ending::Signal(_) | Ending::CannotStart(_) => Some(Kind::Crash),
        Ending::Timeout => Some(Kind::Timeout),
        Ending::Output | Ending::Files => Some(Kind::Output),
        Ending::Memory => Some(Kind::Memory),
    }
}
