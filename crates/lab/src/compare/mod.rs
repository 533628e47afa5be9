//! Compares a program's answer with ours, byte by byte: finds the first difference and its
//! [`Cause`]. A missing final newline is ignored.

mod cause;
mod mark;
mod message;

use super::draft::{At, Draft, Line};
use super::form;
use super::habit::Habit;
use super::outputs::Spot;
use super::reference::Answer;
use broadside_core::ports::programs::{Ended, Ending};
use broadside_ships::script::ast::Group;
use mark::{other_labels, other_mark};
use message::{GOES_ON, Message, cause};

pub use super::outputs::{Lenience, is_same_output};
pub(crate) use cause::STATUS;
pub use cause::{Cause, Kind};
pub(crate) use message::lines_like;

/// The first place where two answers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The offset in our output, from 0. For [`Kind::Ai`], this and the next two numbers are places
    /// in the program's output.
    pub byte: usize,
    /// The number of the line in our output, from 1.
    pub line: usize,
    /// The byte in that line, from 1.
    pub column: usize,
    /// The offset and the line in the program's output. The column is the same.
    pub theirs: (usize, usize),
    /// The line of the draft that printed this byte of our output. If our output ends before the
    /// difference, this is the last line that printed something. If the program prints a victory
    /// too early, this is usually the end of a turn. If the program refuses a legal line, this is
    /// the refused line; `None` if the draft has that line twice.
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
    let abnormal = abnormal_end(&ended.ending);
    if abnormal.is_none() && answer.output == ended.stdout {
        return None;
    }
    let spot = match (Spot::first(&answer.output, &ended.stdout, lenience), abnormal) {
        (None, None) => return None,
        (spot, _) => spot.unwrap_or_else(|| Spot::at_ends(&answer.output, &ended.stdout)),
    };
    let at = turn_won(draft, answer, &spot).or_else(|| line_at(answer, &spot));
    let cause = match abnormal {
        Some(kind) => Cause::new(kind, "", "", ended.ending.to_string()),
        None => Habit::of_whole(&answer.output, ended)
            .filter(|habit| *habit != Habit::LostOutput || is_lost(draft, answer, &spot))
            .map(Cause::from)
            .or_else(|| silent_end(&spot, &ended.ending))
            .or_else(|| other_mark(draft, answer, &spot, &ended.stdout, lenience))
            .or_else(|| other_labels(answer, &spot, &ended.stdout, lenience))
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

/// Returns the refused line; `None` if several lines have its text, `otherwise` if none has.
fn refused(draft: &Draft, spot: &Spot<'_>, otherwise: Option<At>) -> Option<At> {
    let Message::Refusal(refusal) = Message::of(spot.got) else { return otherwise };
    let mut lines = lines_like(draft, refusal.echo);
    let Some(first) = lines.next() else { return otherwise };
    if lines.next().is_some() { None } else { Some(first) }
}

fn line_at(answer: &Answer, spot: &Spot<'_>) -> Option<At> {
    answer.line_of(spot.byte).or_else(|| answer.last_line())
}

/// Returns the line at which only the program sees a victory: the last shot or end of a turn before
/// our next output, or the end of the first turn after our last output.
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
    let is_shot = |at: &At| form::of_line(draft, *at).starts_with("SHOOT");
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

pub(super) fn habitual(answer: &Answer, stdout: &[u8], habit: Habit) -> Option<Difference> {
    let spot = Spot::first(&answer.output, stdout, Lenience::default())?;
    Some(Difference::new(&spot, line_at(answer, &spot), habit.into()))
}

/// If a program fails and prints nothing more, it probably does not know a word of the script.
fn silent_end(spot: &Spot<'_>, ending: &Ending) -> Option<Cause> {
    let fails = matches!(ending, Ending::Exited(code) if *code != 0);
    let is_silent = fails && spot.got.is_none() && spot.expected.is_some();
    is_silent.then(|| Cause::new(Kind::Word, "", GOES_ON, ending.to_string()))
}

/// A run that does not end normally is wrong even if its output is right.
pub(super) const fn abnormal_end(ending: &Ending) -> Option<Kind> {
    match ending {
        Ending::Exited(_) => None,
        Ending::Signal(_) | Ending::CannotStart(_) => Some(Kind::Crash),
        Ending::Timeout => Some(Kind::Timeout),
        Ending::Output | Ending::Files => Some(Kind::Output),
        Ending::Memory => Some(Kind::Memory),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::run;

    fn found(draft: &Draft, printed: &str) -> Option<Difference> {
        compare(draft, &run(draft), &Ended::exited(0, printed), Lenience::default())
    }

    #[track_caller]
    fn check(script: &str, printed: &str, expected: &str) {
        let draft = Draft::parse(script.as_bytes()).unwrap();
        let found = found(&draft, printed).map_or_else(String::new, |found| {
            let Cause { kind, form, expected, got } = found.cause;
            let text = format!("{}:{} {kind} {form}: {expected} | {got}", found.line, found.column);
            text.replace("  |", " |")
        });
        assert_eq!(found, expected);
    }

    const REEF: &str = "[state]\nBOARD_SIZE 1 3\nREEF 0 1\nPRINT 0\nREEF 9 9\n[state]\n";
    const PICTURE: &str = " # \nPARTS REMAINING:: A : 0 B : 0\n";

    #[test]
    fn an_early_victory_is_placed_at_a_shot_or_the_end_of_a_turn() {
        let place = |script: &str, printed: &str| {
            let draft = Draft::parse(script.as_bytes()).unwrap();
            let found = found(&draft, printed).unwrap();
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
        // An old version blamed the `PRINT`.
        let shot = "[state]\nSET_FLEET A 0 0 0 0\nSET_FLEET B 0 0 0 0\n[state]\n\
            [playerA]\nSHOOT 0 0\nPRINT 0\n[playerA]\n";
        assert_eq!(place(shot, "A won\n"), (Some(6), "SHOOT y x".to_owned()));
    }

    #[test]
    fn equal_answers_do_not_differ() {
        let refusal = "INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD";
        check(REEF, &format!("{PICTURE}{refusal}\n"), "");
        check(REEF, &format!("{PICTURE}{refusal}"), "");
        check("", "", "");
    }

    #[test]
    fn causes_are_distinguished() {
        let words: std::collections::BTreeSet<_> = Kind::ALL.map(Kind::words).into();
        assert_eq!(words.len(), Kind::ALL.len());
        let refusal = "INVALID OPERATION \"REEF 9 9\"";
        let parts = "PARTS REMAINING:: A : 0 B : 0\n";
        let off_board = "REEF IS NOT PLACED ON BOARD";
        check(REEF, " + \n", "1:2 picture PRINT 0: # | +");
        let other = format!(" +\x20\n{parts}{refusal}: {off_board}");
        check(REEF, &other, "1:2 picture : # | +");
        check(REEF, " # \n", "2:1 picture PRINT 0: PARTS | nothing");
        check(REEF, PICTURE, "3:1 accepts REEF y x: REEF IS NOT PLACED ON BOARD | goes on");
        let no = format!("{PICTURE}{refusal}: NO\n");
        check(REEF, &no, "3:31 reason REEF y x: REEF IS NOT PLACED ON BOARD | NO");
        let short = format!("{PICTURE}INVALID OPERATION \"REEF\": {off_board}\n");
        check(REEF, &short, "3:24 echo : the command | another echo");
        let blank = format!("{PICTURE}INVALID OPERATION \"REEF 9 9 \": {off_board}\n");
        check(REEF, &blank, "3:28 echo : the command | another echo");
        let rejects = "INVALID OPERATION \"REEF 0 1\": NO 5\n";
        check(REEF, rejects, "1:1 rejects REEF y x: goes on | NO n");
        check(REEF, "A won\n", "1:1 victory PRINT 0: goes on | won");
        // An old version took the refusal of an earlier line for a wrong echo of the later line.
        let turns = "[playerA]\n[playerB]\n";
        let early = "INVALID OPERATION \"[playerA] \": THE OTHER PLAYER EXPECTED\n";
        let rejects = "1:27 rejects [playerX]: goes on | THE OTHER PLAYER EXPECTED";
        check(turns, early, rejects);
        let save = "2:16 save SAVE: BOARD_SIZE 2 | BOARD_SIZE 2";
        check("[state] SAVE [state]", "[state]\nBOARD_SIZE 21 11\n", save);
        check("", "hello", "1:1 prints : | prints text of its own before its answer");
    }

    #[test]
    fn empty_lines_after_a_refusal_are_extra_blank_lines() {
        let refusal = "INVALID OPERATION \"REEF 99 0\": REEF IS NOT PLACED ON BOARD\n";
        let printed = format!("{refusal}\n");
        check("[state] REEF 99 0 [state]", &printed, "2:1 prints : | prints other empty lines");
    }

    #[test]
    fn an_abnormal_end_is_a_difference() {
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
        let all = Lenience { trailing_blanks: true, blank_lines: true, ..Lenience::default() };
        assert!(!differs(all));
        assert!(differs(Lenience { blank_lines: false, ..all }));
        assert!(differs(Lenience { trailing_blanks: false, ..all }));
    }
}
