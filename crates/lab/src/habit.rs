//! Habits of form: what a program does with all of its output, whatever the script is about.
//!
//! Such a program fails nearly every script, and what is wrong in it beside that is not seen. So a habit
//! has a cause of its own, which is told before all else; where the habit can be looked past, the rest
//! is compared without it.
//!
//! ```
//! use broadside_lab::compare::Lenience;
//! use broadside_lab::habit::Habit;
//! use broadside_core::ports::programs::Ended;
//!
//! let windows = Ended::exited(0, "A won\r\n");
//! let habit = Habit::of(b"A won\n", &windows, Lenience::default());
//! assert_eq!(habit, Some(Habit::CarriageReturns));
//! ```

use super::outputs::{Lenience, is_same_output};
use broadside_core::ports::programs::Ended;

/// A habit of form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Lines end with CR and LF.
    CarriageReturns,
    /// Lines end with blanks or tabs that do not belong there, or lack those that do.
    TrailingBlanks,
    /// Empty lines stand between others.
    BlankLines,
    /// The answer goes to standard error.
    OtherStream,
    /// A greeting or a prompt stands before the answer.
    Greeting,
    /// The program goes on behind an invalid operation or a victory.
    GoesOn,
}

impl Habit {
    /// All habits, those first that are told first.
    pub const ALL: [Self; 6] = [
        Self::CarriageReturns,
        Self::TrailingBlanks,
        Self::BlankLines,
        Self::OtherStream,
        Self::Greeting,
        Self::GoesOn,
    ];

    /// What the program does, as the end of a sentence about it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::CarriageReturns => "ends its lines with CR LF, not with LF alone",
            Self::TrailingBlanks => "prints other blanks at the ends of lines",
            Self::BlankLines => "prints other empty lines",
            Self::OtherStream => "prints its answer to standard error, not to standard output",
            Self::Greeting => "prints text of its own before its answer",
            Self::GoesOn => "goes on behind an invalid operation or a victory, where a run ends",
        }
    }

    /// The one thing that keeps an output from being `ours`, if it is a habit.
    pub fn of(ours: &[u8], ended: &Ended, lenience: Lenience) -> Option<Self> {
        let same = |lenience| is_same_output(ours, &ended.stdout, lenience);
        let blanks = Lenience { trailing_blanks: true, ..lenience };
        if same(blanks) {
            let is_cr = ended.stdout.contains(&b'\r');
            return Some(if is_cr { Self::CarriageReturns } else { Self::TrailingBlanks });
        }
        if same(Lenience { blank_lines: true, ..lenience }) {
            return Some(Self::BlankLines);
        }
        if ended.stdout.is_empty() {
            let is_told = !ours.is_empty() && ended.stderr_tail.ends_with(ours);
            return is_told.then_some(Self::OtherStream);
        }
        if let Some(before) = ended.stdout.strip_suffix(ours)
            && is_greeting(before)
        {
            return Some(Self::Greeting);
        }
        let goes_on = is_final(ours) && ended.stdout.starts_with(ours);
        goes_on.then_some(Self::GoesOn)
    }

    /// How to compare so that the habit hides nothing else, where that can be done.
    pub const fn looked_past(self, lenience: Lenience) -> Option<Lenience> {
        match self {
            Self::CarriageReturns | Self::TrailingBlanks => {
                Some(Lenience { trailing_blanks: true, ..lenience })
            }
            Self::BlankLines => Some(Lenience { blank_lines: true, ..lenience }),
            Self::OtherStream | Self::Greeting | Self::GoesOn => None,
        }
    }
}

/// Whether text is none that the language could ask for.
fn is_greeting(text: &[u8]) -> bool {
    let has = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let is_ours = ["INVALID", "PARTS", " won", "[state]", "[player"].into_iter().any(has);
    !is_ours && text.iter().any(|byte| !b" +x#@!%?\n0123456789".contains(byte))
}

/// Whether a run ends behind an output.
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
        let habit = Habit::of(ours.as_bytes(), &Ended::exited(0, theirs), Lenience::default());
        assert_eq!(habit, expected);
    }

    #[test]
    fn habits_are_told_from_mistakes() {
        let refusal = "INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD\n";
        check("++ \n", "++ \r\n", Some(Habit::CarriageReturns));
        check("++ \n", "++\n", Some(Habit::TrailingBlanks));
        check("++\nx\n", "++\n\nx\n", Some(Habit::BlankLines));
        check(refusal, &format!("Ships 1.0\n{refusal}"), Some(Habit::Greeting));
        check("", "> ", Some(Habit::Greeting));
        check(refusal, &format!("{refusal} \nA won\n"), Some(Habit::GoesOn));
        check("", refusal, None);
        check(refusal, "", None);
        check(refusal, "[state]\nREEF 9 9\n[state]\n", None);
        check("", "++  \n", None);
        check("++ \n", "+ \n", None);
    }

    #[test]
    fn an_answer_on_standard_error_is_seen() {
        let ended = Ended { stderr_tail: b"log\nA won\n".to_vec(), ..Ended::exited(0, "") };
        let habit = Habit::of(b"A won\n", &ended, Lenience::default());
        assert_eq!(habit, Some(Habit::OtherStream));
    }
}
