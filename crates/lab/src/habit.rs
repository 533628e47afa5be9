//! Habits: mistakes in the form of all output of a program. A habit shows in nearly every script
//! and hides other mistakes, so it is reported first, and later comparisons ignore it if they can.
//! [`Habit::of_all`] finds habits that all probes (fixed scripts that run first) show. Probes that
//! cannot show a habit do not count.
//!
//! ```
//! use broadside_lab::compare::Lenience;
//! use broadside_lab::habit::Habit;
//!
//! let outputs = [(&b"A won\n"[..], &b"A won\r\n"[..]), (b"", b"")];
//! assert_eq!(Habit::of_all(&outputs.into_iter(), Lenience::default()), [Habit::CarriageReturns]);
//! ```

use super::outputs::{Lenience, Spot, is_foreign};
use broadside_core::board::names;
use broadside_core::ports::programs::Ended;

/// A mistake in the form of all output of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Lines end with CR and LF.
    CarriageReturns,
    /// Lines end with extra blanks or tabs, or lack blanks that belong there.
    TrailingBlanks,
    /// Empty lines stand between other lines.
    BlankLines,
    /// Refusals have the right reason, but repeat the command in another way.
    Echo,
    /// The program prints additional lines of its own before or between the lines of the answer.
    OwnLines,
    /// The answer goes to standard error.
    OtherStream,
    /// A greeting or a prompt stands before the answer.
    Greeting,
    /// The program continues after an invalid operation or a victory, where a run must end.
    GoesOn,
}

impl Habit {
    /// All habits.
    pub const ALL: [Self; 8] = [
        Self::CarriageReturns,
        Self::TrailingBlanks,
        Self::BlankLines,
        Self::Echo,
        Self::OwnLines,
        Self::OtherStream,
        Self::Greeting,
        Self::GoesOn,
    ];

    /// Returns the habit that changes the output as a whole. Comparisons cannot ignore it.
    pub fn of_whole(ours: &[u8], ended: &Ended) -> Option<Self> {
        let theirs = &ended.stdout;
        if theirs.is_empty() {
            let is_elsewhere = !ours.is_empty() && ended.stderr_tail.ends_with(ours);
            return is_elsewhere.then_some(Self::OtherStream);
        }
        if theirs.strip_suffix(ours).is_some_and(is_foreign) {
            return Some(Self::Greeting);
        }
        (is_final(ours) && theirs.starts_with(ours)).then_some(Self::GoesOn)
    }

    /// Returns the habit that makes the first difference, if comparisons can ignore that habit.
    pub fn first(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Self> {
        let strict = Spot::first(ours, theirs, lenience)?.byte;
        let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).count();
        let has_more = lines(theirs) > lines(ours);
        let makes_difference = |habit: &Self| {
            let adds_lines = matches!(habit, Self::BlankLines | Self::OwnLines);
            let lenient = habit.looked_past(lenience).filter(|_| has_more || !adds_lines);
            lenient.is_some_and(|lenience| {
                Spot::first(ours, theirs, lenience).is_none_or(|spot| spot.byte > strict)
            })
        };
        let all = [Self::TrailingBlanks, Self::BlankLines, Self::Echo, Self::OwnLines];
        let found = all.into_iter().find(makes_difference)?;
        let is_cr = found == Self::TrailingBlanks && theirs.contains(&b'\r');
        Some(if is_cr { Self::CarriageReturns } else { found })
    }

    /// Returns the habits that all outputs show. Each item of `outputs` is our output and the
    /// program's. An output that cannot show a habit does not count.
    pub fn of_all<'a>(
        outputs: &(impl Iterator<Item = (&'a [u8], &'a [u8])> + Clone),
        mut lenience: Lenience,
    ) -> Vec<Self> {
        let mut habits = Vec::new();
        // A habit may hide another habit, so each round ignores the habits that are already found.
        for _ in 0..Self::ALL.len() {
            let found = outputs.clone().find_map(|(ours, theirs)| {
                Self::first(ours, theirs, lenience).filter(|habit| !habits.contains(habit))
            });
            let Some(habit) = found else { break };
            let mut telling = outputs.clone().filter(|(ours, _)| habit.may_show_in(ours));
            let is_shown = |(ours, theirs)| Self::first(ours, theirs, lenience) == Some(habit);
            if !telling.all(is_shown) {
                break;
            }
            lenience = habit.looked_past(lenience).unwrap_or(lenience);
            habits.push(habit);
        }
        habits
    }

    /// Whether an output can show the habit. `ours` is the right output.
    pub(super) fn may_show_in(self, ours: &[u8]) -> bool {
        if self == Self::Echo {
            return is_final(ours) && !ours.ends_with(b" won\n");
        }
        !ours.is_empty()
    }

    /// Returns `lenience` changed to ignore the habit too; `None` if no lenience can.
    pub const fn looked_past(self, lenience: Lenience) -> Option<Lenience> {
        match self {
            Self::CarriageReturns | Self::TrailingBlanks => {
                Some(Lenience { trailing_blanks: true, ..lenience })
            }
            Self::BlankLines => Some(Lenience { blank_lines: true, ..lenience }),
            Self::Echo => Some(Lenience { echo: true, ..lenience }),
            Self::OwnLines => Some(Lenience { own_lines: true, ..lenience }),
            Self::OtherStream | Self::Greeting | Self::GoesOn => None,
        }
    }
}

// Each name is the end of a sentence that begins with "The program".
names! {
    Habit:
    CarriageReturns "ends its lines with CR LF, not with LF alone",
    TrailingBlanks "prints other blanks at the ends of lines",
    BlankLines "prints other empty lines",
    Echo "repeats refused commands in another form; its reasons are right",
    OwnLines "prints lines of its own before or between its answers",
    OtherStream "prints its answer to standard error, not to standard output",
    Greeting "prints text of its own before its answer",
    GoesOn "goes on behind an invalid operation or a victory, where a run ends"
}

/// Whether the last line of an output is a refusal or a victory. Both end a run.
fn is_final(output: &[u8]) -> bool {
    let body = output.strip_suffix(b"\n").unwrap_or(output);
    let last = body.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    last.starts_with(b"INVALID OPERATION") || last.ends_with(b" won")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ours: &str, theirs: &str, expected: Option<Habit>) {
        let ended = Ended::exited(0, theirs);
        let first = Habit::first(ours.as_bytes(), &ended.stdout, Lenience::default());
        assert_eq!(first.or_else(|| Habit::of_whole(ours.as_bytes(), &ended)), expected);
    }

    #[test]
    fn habits_are_told_from_mistakes() {
        let refusal = "INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD\n";
        check("++ \n", "++ \r\n", Some(Habit::CarriageReturns));
        check("++ \n", "++\n", Some(Habit::TrailingBlanks));
        check("++\nx\n", "++\n\nx\n", Some(Habit::BlankLines));
        check("+ \nx\n", "+ \n  \nx\n", Some(Habit::BlankLines));
        check(refusal, &format!("Ships 1.0\n{refusal}"), Some(Habit::OwnLines));
        check(refusal, &format!("> {refusal}"), Some(Habit::Greeting));
        check("++\nPARTS 2\n", "++\nDEBUG: parts\nPARTS 2\n", Some(Habit::OwnLines));
        check("++\nPARTS 2\n", "++\n~~\nPARTS 2\n", None);
        check("++\nPARTS 2\n", "hello\n", None);
        check(refusal, &refusal.replace("REEF 9 9", "REEF"), Some(Habit::Echo));
        check(refusal, &refusal.replace("REEF 9 9", "[state] "), Some(Habit::Echo));
        check(refusal, &refusal.replace("REEF 9 9", "REEF 8 8"), None);
        check("", "> ", Some(Habit::Greeting));
        check(refusal, &format!("{refusal} \nA won\n"), Some(Habit::GoesOn));
        check("", refusal, None);
        check(refusal, "", None);
        check(refusal, "[state]\nREEF 9 9\n[state]\n", None);
        check("++ \n", "+ \n", None);
    }

    /// A program that draws the ships in a wrong row still prints the right number of lines.
    #[test]
    fn a_picture_that_is_moved_is_no_habit() {
        check("++\n  \n  \nPARTS\n", "  \n++\n  \nPARTS\n", None);
        check("  \n++\nPARTS\n", "++\n  \nPARTS\n", None);
    }

    #[test]
    fn what_only_some_probes_show_is_no_habit() {
        let some = [(&b"+\n"[..], &b"+ \n"[..]), (b"x\n", b"x\n")];
        assert_eq!(Habit::of_all(&some.into_iter(), Lenience::default()), []);
        let two = [(&b"+\nx\n"[..], &b"+ \n\nx \n"[..]), (b"", b"")];
        assert_eq!(
            Habit::of_all(&two.into_iter(), Lenience::default()),
            [Habit::TrailingBlanks, Habit::BlankLines]
        );
    }

    #[test]
    fn an_answer_on_standard_error_is_seen() {
        let ended = Ended { stderr_tail: b"log\nA won\n".to_vec(), ..Ended::exited(0, "") };
        let habit = Habit::of_whole(b"A won\n", &ended);
        assert_eq!(habit, Some(Habit::OtherStream));
    }
}
