//! What differs between our answer and a program's, and why.
//!
//! Answers are compared byte by byte; a final newline or its lack is ignored. A difference has a
//! [`Cause`]: what kind it is, at which form of command, and what each side says there. Two scripts
//! that show one cause mostly show one bug. Nothing here runs a program.
//!
//! ```
//! use broadside_lab::compare::{Kind, Lenience, compare};
//! use broadside_lab::draft::Draft;
//! use broadside_lab::reference::run;
//! use broadside_core::ports::programs::Ended;
//!
//! let draft = Draft::parse(b"[state]\nREEF 99 0\nPRINT 0\n[state]\n")?;
//! let silent = Ended::exited(0, "");
//! let difference = compare(&draft, &run(&draft), &silent, Lenience::default());
//! let cause = difference.expect("our answer is a refusal").cause;
//! assert_eq!((cause.kind, &*cause.form), (Kind::Accepts, "REEF y x"));
//! # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
//! ```

use super::draft::{At, Draft, Line};
use super::form;
use super::habit::Habit;
use super::outputs::{Refusal, Spot, is_other_echo, trim};
use super::reference::Answer;
use broadside_core::ports::programs::{Ended, Ending};
use broadside_ships::script::ast::{Command, Group};
use std::fmt;

pub use super::outputs::{Lenience, is_same_output};

/// The first place where two answers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The byte of our output, from 0.
    pub byte: usize,
    /// The line of our output, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// The line of the draft that our output comes from there; that of the last output behind its end,
    /// none when nothing is printed. Where the program alone tells of a victory, the end of a turn.
    pub at: Option<At>,
    /// Why.
    pub cause: Cause,
}

/// Why two answers differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// What the program does wrong.
    pub kind: Kind,
    /// The form of the command at the first differing byte: `SHOOT i C y x`; empty where the command
    /// does not matter.
    pub form: String,
    /// What we say there, without numbers; for [`Kind::Ai`] the rule that is broken.
    pub expected: String,
    /// What the program says there, without numbers.
    pub got: String,
}

impl Cause {
    /// The habit of form that is the cause.
    pub fn habit(&self) -> Option<Habit> {
        let is_it = |habit: &Habit| self.got == habit.words();
        Habit::ALL.into_iter().find(is_it).filter(|_| self.kind == Kind::Prints)
    }
}

impl From<Habit> for Cause {
    fn from(habit: Habit) -> Self {
        let (kind, form, expected) = (Kind::Prints, String::new(), String::new());
        Self { kind, form, expected, got: habit.words().to_owned() }
    }
}

/// Kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The program refuses what is legal.
    Rejects,
    /// The program accepts what is not legal.
    Accepts,
    /// The program gives another reason.
    Reason,
    /// The program refuses for the right reason, and repeats the command otherwise.
    Echo,
    /// A picture differs.
    Picture,
    /// The output of SAVE differs.
    Save,
    /// The one tells of a victory, the other does not.
    Victory,
    /// Anything else is printed.
    Prints,
    /// A signal ended the program.
    Crash,
    /// The program did not end in time.
    Timeout,
    /// The program printed too much.
    Output,
    /// The program took too much memory.
    Memory,
    /// The answer as an AI breaks a law.
    Ai,
    /// The program ends with a failure and prints nothing, whatever it is given.
    Start,
    /// The program ends with a failure at a command, and prints nothing more.
    Word,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Rejects,
        Self::Accepts,
        Self::Reason,
        Self::Echo,
        Self::Picture,
        Self::Save,
        Self::Victory,
        Self::Prints,
        Self::Crash,
        Self::Timeout,
        Self::Output,
        Self::Memory,
        Self::Ai,
        Self::Start,
        Self::Word,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rejects => "rejects",
            Self::Accepts => "accepts",
            Self::Reason => "reason",
            Self::Echo => "echo",
            Self::Picture => "picture",
            Self::Save => "save",
            Self::Victory => "victory",
            Self::Prints => "prints",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::Ai => "ai",
            Self::Start => "does not run",
            Self::Word => "does not know",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first difference between our answer to `draft` and what a program did; `None` if it did right.
pub fn compare(
    draft: &Draft,
    answer: &Answer,
    ended: &Ended,
    lenience: Lenience,
) -> Option<Difference> {
    let abnormal = abnormal_end(&ended.ending);
    if abnormal.is_none() && answer.output == ended.stdout {
        return None;
    }
    let spot = match (Spot::first(&answer.output, &ended.stdout, lenience), abnormal) {
        (None, None) => return None,
        (spot, _) => spot.unwrap_or_else(|| Spot::behind(&answer.output)),
    };
    let at = turn_won(draft, answer, &spot).or_else(|| answer.line_of(spot.byte));
    let at = at.or_else(|| answer.last_line());
    let cause = if let Some(kind) = abnormal {
        let (form, expected) = (String::new(), String::new());
        Cause { kind, form, expected, got: ended.ending.to_string() }
    } else {
        let habit = Habit::of_whole(&answer.output, ended).map(Cause::from);
        let habit = habit.or_else(|| silent_end(&spot, &ended.ending));
        let mark = || other_mark(draft, answer, &spot, &ended.stdout, lenience);
        habit.or_else(mark).unwrap_or_else(|| cause(draft, at, &spot))
    };
    Some(Difference { byte: spot.byte, line: spot.line, column: spot.column + 1, at, cause })
}

/// The end of the turn in which a program alone saw a victory: the last one before our next output, or the
/// first one behind all our output. None in a turn that goes on: there a shot may have ended the game.
fn turn_won(draft: &Draft, answer: &Answer, spot: &Spot<'_>) -> Option<At> {
    if Said::of(spot.got) != Said::Victory || Said::of(spot.expected) == Said::Victory {
        return None;
    }
    let is_of_turn = |at: &At| matches!(draft.blocks[at.block].group, Group::Turn(_));
    let mut ends = draft.places().filter(|at| at.line == Line::Close && is_of_turn(at));
    match answer.line_of(spot.byte) {
        Some(next) if is_of_turn(&next) => None,
        Some(next) => ends.take_while(|end| *end < next).last(),
        None => ends.find(|end| answer.last_line().is_none_or(|last| *end > last)),
    }
}

/// The difference that a habit makes.
pub(super) fn habitual(answer: &Answer, stdout: &[u8], habit: Habit) -> Option<Difference> {
    let spot = Spot::first(&answer.output, stdout, Lenience::default())?;
    Some(Difference {
        byte: spot.byte,
        line: spot.line,
        column: spot.column + 1,
        at: answer.line_of(spot.byte).or_else(|| answer.last_line()),
        cause: habit.into(),
    })
}

/// The cause where a program fails and prints nothing more: mostly at a word that it does not know.
fn silent_end(spot: &Spot<'_>, ending: &Ending) -> Option<Cause> {
    let fails = matches!(ending, Ending::Exited(code) if *code != 0);
    let (form, expected) = (String::new(), GOES_ON.to_owned());
    let cause = || Cause { kind: Kind::Word, form, expected, got: ending.to_string() };
    (fails && spot.got.is_none() && spot.expected.is_some()).then(cause)
}

/// The kind of an end that no answer makes right.
pub(super) const fn abnormal_end(ending: &Ending) -> Option<Kind> {
    match ending {
        Ending::Exited(_) => None,
        Ending::Signal(_) | Ending::CannotStart(_) => Some(Kind::Crash),
        Ending::Timeout => Some(Kind::Timeout),
        Ending::Output => Some(Kind::Output),
        Ending::Memory => Some(Kind::Memory),
    }
}

/// What a line of output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said<'a> {
    Nothing,
    Refusal(Refusal<'a>),
    Victory,
    Other(&'a [u8]),
}

impl<'a> Said<'a> {
    fn of(line: Option<&'a [u8]>) -> Self {
        match line {
            None => Self::Nothing,
            Some(b"A won" | b"B won") => Self::Victory,
            Some(line) => Refusal::of(line).map_or(Self::Other(line), Self::Refusal),
        }
    }
}

const GOES_ON: &str = "goes on";

fn cause(draft: &Draft, at: Option<At>, spot: &Spot<'_>) -> Cause {
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

fn kind_of_line(draft: &Draft, at: At) -> Kind {
    let Line::Command(index) = at.line else { return Kind::Prints };
    match draft.blocks[at.block].commands.get(index) {
        Some(Command::Print(_)) => Kind::Picture,
        Some(Command::Save) => Kind::Save,
        Some(Command::Set(_) | Command::Order(_)) | None => Kind::Prints,
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

/// What pictures are made of (spec ships §6), row and column numbers apart.
const MARKS: &[u8] = b" +x#@!%?";

/// The cause where the program draws something otherwise in all pictures, and all else is right: a
/// reef, or anything by a mark that the language does not have. No other mistake looks like that, so
/// it does not matter in which picture it was seen.
fn other_mark(
    draft: &Draft,
    answer: &Answer,
    spot: &Spot<'_>,
    theirs: &[u8],
    lenience: Lenience,
) -> Option<Cause> {
    let at = |line: Option<&[u8]>| line?.get(spot.column).copied();
    let (ours, other) = (at(spot.expected)?, at(spot.got)?);
    let is_foreign = !MARKS.contains(&other) && !other.is_ascii_digit();
    if !MARKS.contains(&ours) || !(ours == b'#' || is_foreign) {
        return None;
    }
    let redrawn = redrawn(draft, answer, ours, other);
    let said = |byte: u8| byte.escape_ascii().to_string();
    let (form, expected, got) = (String::new(), said(ours), said(other));
    let cause = Cause { kind: Kind::Picture, form, expected, got };
    is_same_output(&redrawn, theirs, lenience).then_some(cause)
}

/// Our answer with another mark in place of `mark` in all its pictures.
fn redrawn(draft: &Draft, answer: &Answer, mark: u8, other: u8) -> Vec<u8> {
    let mut output = answer.output.clone();
    let ends = answer.parts.iter().skip(1).map(|part| part.start).chain([output.len()]);
    let ends: Vec<_> = ends.collect();
    for (part, end) in answer.parts.iter().zip(ends) {
        if kind_of_line(draft, part.at) == Kind::Picture {
            let lines = output[part.start..end].split_mut(|byte| *byte == b'\n');
            let is_drawn =
                |line: &&mut [u8]| !line.starts_with(b"PARTS") && !line.starts_with(b"INVALID");
            let drawn = lines.filter(is_drawn);
            drawn.flatten().filter(|byte| **byte == mark).for_each(|byte| *byte = other);
        }
    }
    output
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::run;

    #[track_caller]
    fn check(script: &str, printed: &str, expected: &str) {
        let draft = Draft::parse(script.as_bytes()).unwrap();
        let ended = Ended::exited(0, printed);
        let found = compare(&draft, &run(&draft), &ended, Lenience::default());
        let found = found.map_or_else(String::new, |found| {
            let Cause { kind, form, expected, got } = found.cause;
            let text = format!("{}:{} {kind} {form}: {expected} | {got}", found.line, found.column);
            text.replace("  |", " |")
        });
        assert_eq!(found, expected);
    }

    const REEF: &str = "[state]\nBOARD_SIZE 1 3\nREEF 0 1\nPRINT 0\nREEF 9 9\n[state]\n";
    const PICTURE: &str = " # \nPARTS REMAINING:: A : 0 B : 0\n";

    #[test]
    fn a_victory_too_many_is_found_at_the_end_of_a_turn() {
        let place = |script: &str, printed: &str| {
            let draft = Draft::parse(script.as_bytes()).unwrap();
            let ended = Ended::exited(0, printed);
            let found = compare(&draft, &run(&draft), &ended, Lenience::default()).unwrap();
            (found.at.map(|at| draft.line_number(at)), found.cause.form)
        };
        let empty = "[state]\nBOARD_SIZE 1 3\nPRINT 0\n[state]\n[playerA]\n[playerA]\n";
        let picture = "\x20  \nPARTS REMAINING:: A : 0 B : 0\n";
        let end_of_turn = "end of a turn".to_owned();
        assert_eq!(place(empty, &format!("{picture}A won\n")), (Some(6), end_of_turn.clone()));
        let longer = format!("{empty}[state]\nPRINT 0\n[state]\n");
        assert_eq!(place(&longer, &format!("{picture}A won\n")), (Some(6), end_of_turn));
        let inside = "[playerA]\nPRINT 0\n[playerA]\n";
        assert_eq!(place(inside, "A won\n"), (Some(2), "PRINT 0 of a player".to_owned()));
    }

    #[test]
    fn equal_answers_do_not_differ() {
        let refusal = "INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD";
        check(REEF, &format!("{PICTURE}{refusal}\n"), "");
        check(REEF, &format!("{PICTURE}{refusal}"), "");
        check("", "", "");
    }

    #[test]
    fn causes_are_told_apart() {
        let refusal = "INVALID OPERATION \"REEF 9 9\"";
        check(REEF, " + \n", "1:2 picture PRINT 0: # | +");
        let parts = "PARTS REMAINING:: A : 0 B : 0\n";
        let other = format!(" +\x20\n{parts}{refusal}: REEF IS NOT PLACED ON BOARD");
        check(REEF, &other, "1:2 picture : # | +");
        check(REEF, " # \n", "2:1 picture PRINT 0: PARTS | nothing");
        check(REEF, PICTURE, "3:1 accepts REEF y x: REEF IS NOT PLACED ON BOARD | goes on");
        check(
            REEF,
            &format!("{PICTURE}{refusal}: NO\n"),
            "3:31 reason REEF y x: REEF IS NOT PLACED ON BOARD | NO",
        );
        check(
            REEF,
            &format!("{PICTURE}INVALID OPERATION \"REEF\": REEF IS NOT PLACED ON BOARD\n"),
            "3:24 echo REEF y x: the command | another echo",
        );
        check(
            REEF,
            "INVALID OPERATION \"REEF 0 1\": NO 5\n",
            "1:1 rejects REEF y x: goes on | NO n",
        );
        check(REEF, "A won\n", "1:1 victory PRINT 0: goes on | won");
        check(
            "[state] SAVE [state]",
            "[state]\nBOARD_SIZE 21 11\n",
            "2:16 save SAVE: BOARD_SIZE 2 | BOARD_SIZE 2",
        );
        check("", "hello", "1:1 prints : | prints text of its own before its answer");
    }

    #[test]
    fn ends_that_no_answer_makes_right_differ() {
        let draft = Draft::default();
        let ended = Ended::new(Ending::Signal("SIGSEGV".into()), "");
        let found = compare(&draft, &run(&draft), &ended, Lenience::default()).unwrap();
        assert_eq!((found.cause.kind, &*found.cause.got), (Kind::Crash, "signal SIGSEGV"));
    }

    #[test]
    fn blanks_are_ignored_on_request_only() {
        let draft = Draft::parse(b"[state] BOARD_SIZE 1 2 REEF 0 0 PRINT 0 [state]").unwrap();
        let ended = Ended::exited(0, "#\n\nPARTS REMAINING:: A : 0 B : 0 \r\n");
        let differs = |lenience| compare(&draft, &run(&draft), &ended, lenience).is_some();
        let all = Lenience { trailing_blanks: true, blank_lines: true, echo: false };
        assert!(!differs(all));
        assert!(differs(Lenience { blank_lines: false, ..all }));
        assert!(differs(Lenience { trailing_blanks: false, ..all }));
    }
}
