//! Habits: mistakes in nearly every output of a program, such as wrong line ends. Habits hide other
//! mistakes. So habits are reported first, and later comparisons ignore habits where possible.
//! [`Habit::of_all`] finds habits that all probes (fixed scripts that run first) show. For each
//! habit, it ignores the probes that cannot show the habit.

use super::named::named;
use super::outputs::{
    INVALID, Lenience, PARTS, Spot, is_foreign, is_own_line, is_same_output, last_line, trim,
    without_newline,
};
use super::rules::Rule;
use broadside_core::ports::programs::{Ended, Ending};

// Each name is the end of a sentence that begins with "The program".
named! {
    /// A mistake in nearly every output of a program.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    Habit:
    CarriageReturns "ends its lines with CR LF, not with LF alone",
    TrailingBlanks "prints other blanks at the ends of lines",
    NoTrailingBlanks "prints no blanks at the ends of lines, where rows of a picture have them",
    BlankLines "prints other empty lines",
    Echo "prints refusals in another form; their reasons are right",
    PartsLine "prints PARTS REMAINING with other words or signs; its numbers are right",
    OwnLines "prints lines of its own before, between or after its answers",
    OtherStream "prints its answer to standard error, not to standard output",
    LostOutput "loses the output before a refusal",
    EarlyRefusal "prints a refusal before the output of earlier commands",
    Greeting "prints text of its own before its answer",
    GoesOn "prints more after an invalid operation or a victory, where a run ends",
    Crashes "crashes at the end of a run, after its whole answer",
}

impl Habit {
    /// Returns the habit that spoils the whole output, if there is one: the answer is elsewhere, is
    /// incomplete, begins with its refusal, or has text before or after it.
    pub fn of_whole(ours: &[u8], ended: &Ended) -> Option<Self> {
        let theirs = &ended.stdout;
        let missing = ours.strip_prefix(&theirs[..]).filter(|missing| !missing.is_empty());
        if missing.is_some_and(|missing| ended.stderr_tail.ends_with(missing)) {
            return Some(Self::OtherStream);
        }
        if theirs.is_empty() {
            return None;
        }
        if is_refusal_first(ours, theirs) {
            return Some(Self::EarlyRefusal);
        }
        if is_only_refusal(ours, theirs) {
            return Some(Self::LostOutput);
        }
        if theirs.strip_suffix(ours).is_some_and(is_foreign) {
            return Some(Self::Greeting);
        }
        let rest = theirs.strip_prefix(ours).filter(|rest| is_final(ours) && !rest.is_empty())?;
        let is_own = || {
            rest.split(|byte| *byte == b'\n').all(|line| trim(line).is_empty() || is_own_line(line))
        };
        Some(match rest.trim_ascii() {
            [] => Self::BlankLines,
            _ if is_own() => Self::OwnLines,
            _ => Self::GoesOn,
        })
    }

    /// Returns the habit that makes the first difference, if comparisons can ignore that habit. Two
    /// habits together may make the difference, such as a greeting before a row without its blanks.
    /// Then returns one of the two.
    pub fn first(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Self> {
        let found = Self::furthest(ours, theirs, lenience)?;
        Some(if found != Self::TrailingBlanks {
            found
        } else if theirs.contains(&b'\r') {
            Self::CarriageReturns
        } else if lacks_trailing_blanks(ours, theirs) {
            Self::NoTrailingBlanks
        } else {
            Self::TrailingBlanks
        })
    }

    /// Returns the habit that moves the next difference furthest if comparisons ignore this habit.
    /// If no habit alone moves the difference, tries pairs. The first difference does not tell its
    /// habit: an added empty line before a row of blanks looks like a row without its blanks.
    fn furthest(ours: &[u8], theirs: &[u8], lenience: Lenience) -> Option<Self> {
        let strict = Spot::first(ours, theirs, lenience)?.byte;
        let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).count();
        let has_more = lines(theirs) > lines(ours);
        let may_be = |habit: &Self| has_more || !habit.adds_lines();
        // If several habits move the difference equally far, the last one in this list is chosen.
        let all = [
            Self::Greeting,
            Self::OwnLines,
            Self::PartsLine,
            Self::Echo,
            Self::BlankLines,
            Self::TrailingBlanks,
        ];
        let all: Vec<_> = all.into_iter().filter(may_be).collect();
        let next_difference = |(one, other): (Self, Self)| {
            let lenience = other.looked_past(one.looked_past(lenience)?)?;
            let next = Spot::first(ours, theirs, lenience).map_or(usize::MAX, |spot| spot.byte);
            (next > strict).then_some((next, one))
        };
        let best = |pairs: Vec<(Self, Self)>| {
            pairs.into_iter().filter_map(next_difference).max_by_key(|(next, _)| *next)
        };
        let alone = all.iter().map(|habit| (*habit, *habit)).collect();
        let pairs = || {
            let later = |at: usize, one| all[at + 1..].iter().map(move |other| (one, *other));
            all.iter().enumerate().flat_map(|(at, one)| later(at, *one)).collect()
        };
        best(alone).or_else(|| best(pairs())).map(|(_, found)| found)
    }

    /// Returns the habits that comparisons can ignore, and a lenience that ignores them too. One
    /// habit may hide another, so the search goes on with each found habit ignored. The search also
    /// ignores marks drawn as other characters: they are no habit, but could hide one. A run that
    /// ends abnormally shows no habits, unless it crashes after its whole answer, or `lenience`
    /// ignores its crash.
    pub(super) fn all_in(ours: &[u8], ended: &Ended, lenience: Lenience) -> (Vec<Self>, Lenience) {
        let theirs = &ended.stdout[..];
        let (mut habits, marks, strict) = (Vec::new(), lenience.marks, lenience);
        let mut lenience = Lenience { marks: true, ..lenience };
        while let Some(habit) = Self::first(ours, theirs, lenience) {
            lenience = habit.looked_past(lenience).unwrap_or(lenience);
            habits.push(habit);
        }
        let is_crash = matches!(ended.ending, Ending::Signal(_)) && !strict.crashes;
        if is_crash && is_same_output(ours, theirs, lenience) {
            habits.push(Self::Crashes);
            lenience.crashes = true;
        } else if is_crash || !matches!(ended.ending, Ending::Exited(_) | Ending::Signal(_)) {
            return (Vec::new(), strict);
        }
        (habits, Lenience { marks, ..lenience })
    }

    /// Returns the habit of a run whose end alone is wrong: it goes on after the end, or it prints
    /// its refusal to standard error or before its pictures. No lenience can ignore these habits.
    pub(super) fn of_end(ours: &[u8], ended: &Ended) -> Option<Self> {
        let lacks_refusal = || {
            let missing = ours.strip_prefix(&ended.stdout[..]);
            missing.is_some_and(|missing| missing.starts_with(INVALID))
        };
        Self::of_whole(ours, ended).filter(|habit| {
            matches!(habit, Self::GoesOn | Self::EarlyRefusal)
                || *habit == Self::OtherStream && lacks_refusal()
        })
    }

    /// Returns the habits that all pairs show. A pair is our output and the program's run. For each
    /// habit, ignores the pairs that cannot show the habit. One crash is enough for
    /// [`Crashes`](Self::Crashes).
    pub fn of_all<'a>(
        runs: impl Iterator<Item = (&'a [u8], &'a Ended)>,
        lenience: Lenience,
    ) -> Vec<Self> {
        let shown = |(ours, ended)| (ours, Self::all_in(ours, ended, lenience).0);
        let shown: Vec<_> = runs.map(shown).collect();
        let is_in_all = |habit: &Self| {
            let able = shown.iter().filter(|(ours, _)| habit.may_show_in(ours));
            habit.is_shown_by(able.map(|(_, habits)| habits.contains(habit)))
        };
        Self::ALL.into_iter().filter(is_in_all).collect()
    }

    /// Returns whether probes show the habit. `able` says for each probe that can show the habit
    /// whether it does. A program may crash only after refusals, or only at the end of the input,
    /// so one crash is enough.
    pub(super) fn is_shown_by(self, able: impl Iterator<Item = bool>) -> bool {
        let mut able = able.peekable();
        if self == Self::Crashes {
            return able.any(|is_shown| is_shown);
        }
        able.peek().is_some() && able.all(|is_shown| is_shown)
    }

    /// Whether a program with the habit prints additional lines. It may print them at only some
    /// commands.
    pub(super) const fn adds_lines(self) -> bool {
        matches!(self, Self::BlankLines | Self::OwnLines)
    }

    /// Returns the rule that the habit breaks. Returns `None` if this is the rule whose refusal or
    /// victory ends the script, because that rule is not the same in all scripts.
    pub(super) fn rule(self) -> Option<Rule> {
        match self {
            Self::Echo | Self::OtherStream | Self::EarlyRefusal | Self::GoesOn => None,
            Self::PartsLine => Some(Rule::PictureParts),
            Self::Crashes => Some(Rule::TurnEndOfInput),
            Self::CarriageReturns
            | Self::TrailingBlanks
            | Self::NoTrailingBlanks
            | Self::LostOutput => Some(Rule::PictureFields),
            // Such lines may stand after any command, so no rule of a command is to blame.
            Self::BlankLines | Self::OwnLines | Self::Greeting => Some(Rule::TurnPasses),
        }
    }

    pub(super) fn may_show_in(self, ours: &[u8]) -> bool {
        match self {
            Self::Echo | Self::OtherStream => is_refused(ours),
            Self::NoTrailingBlanks => has_trailing_blanks(ours),
            Self::PartsLine => {
                ours.split(|byte| *byte == b'\n').any(|line| line.starts_with(PARTS))
            }
            Self::GoesOn => is_final(ours),
            // Some programs print empty lines after pictures, or blanks at the ends of rows, but
            // print neither after refusals.
            Self::BlankLines | Self::TrailingBlanks => !ours.is_empty() && !is_final(ours),
            Self::LostOutput | Self::EarlyRefusal => is_refused(ours) && has_lines(ours),
            Self::CarriageReturns | Self::OwnLines | Self::Greeting | Self::Crashes => {
                !ours.is_empty()
            }
        }
    }

    /// Returns `lenience` changed to ignore the habit too; `None` if no lenience can do this.
    pub const fn looked_past(self, lenience: Lenience) -> Option<Lenience> {
        match self {
            Self::CarriageReturns | Self::TrailingBlanks | Self::NoTrailingBlanks => {
                Some(Lenience { trailing_blanks: true, ..lenience })
            }
            Self::BlankLines => Some(Lenience { blank_lines: true, ..lenience }),
            Self::Echo => Some(Lenience { echo: true, ..lenience }),
            Self::PartsLine => Some(Lenience { parts_line: true, ..lenience }),
            Self::OwnLines => Some(Lenience { own_lines: true, ..lenience }),
            Self::Greeting => Some(Lenience { greeting: true, ..lenience }),
            Self::Crashes => Some(Lenience { crashes: true, ..lenience }),
            Self::OtherStream | Self::LostOutput | Self::EarlyRefusal | Self::GoesOn => None,
        }
    }
}

/// Whether `theirs` is only the last line of `ours`, a refusal. If the last line is a victory,
/// returns false: then the program may have lost nothing, but announced the victory too early.
fn is_only_refusal(ours: &[u8], theirs: &[u8]) -> bool {
    let theirs = without_newline(theirs);
    let lost = ours.strip_suffix(b"\n").and_then(|ours| ours.strip_suffix(theirs));
    theirs.starts_with(b"INVALID") && lost.is_some_and(|lost| lost.ends_with(b"\n"))
}

/// Whether `theirs` has the lines of `ours`, but begins with the last of them, a refusal.
fn is_refusal_first(ours: &[u8], theirs: &[u8]) -> bool {
    let start = memchr::memrchr(b'\n', without_newline(ours)).map_or(0, |newline| newline + 1);
    let rest = theirs.strip_prefix(&ours[start..]);
    let is_it = |rest| without_newline(rest) == without_newline(&ours[..start]);
    start > 0 && is_refused(ours) && rest.is_some_and(is_it)
}

fn has_lines(output: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', output).count() > 1
}

/// Whether no line of the program ends with blanks. If one of our lines after the first ends with
/// blanks, the program's first line does not count, because it may be a prompt.
fn lacks_trailing_blanks(ours: &[u8], theirs: &[u8]) -> bool {
    let after_first = |text| memchr::memchr(b'\n', text).map_or(&text[..0], |at| &text[at..]);
    let [ours, later] = [ours, theirs].map(after_first);
    !has_trailing_blanks(theirs) || has_trailing_blanks(ours) && !has_trailing_blanks(later)
}

fn has_trailing_blanks(output: &[u8]) -> bool {
    output.split(|byte| *byte == b'\n').any(|line| matches!(line, [.., b' ' | b'\t']))
}

pub(super) fn is_final(output: &[u8]) -> bool {
    is_refused(output) || last_line(output).ends_with(b" won")
}

pub(super) fn is_refused(output: &[u8]) -> bool {
    last_line(output).starts_with(INVALID)
}
