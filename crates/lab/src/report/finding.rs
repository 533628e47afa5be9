//! Findings as data for reports: what is wrong with a program, and the smallest script that shows
//! it.

use super::text::Text;
use crate::compare::{Cause, Difference, Kind, Lenience, lines_like};
use crate::draft::At;
use crate::habit::Habit;
use crate::outputs::{PARTS, Refusal, last_line};
use crate::rules::{Level, Rule};
use crate::verify::{FailingCase, Form, Likeness, Origin};
use broadside_core::ports::programs::{Ended, Ending};
use broadside_core::text::telling_lines;
use broadside_ships::script::ast::Command;
use memchr::memrchr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The largest number of lines of standard error that are shown if the program does not run.
const STDERR_LINES: usize = 8;

/// What is wrong with a program, with the smallest script that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// `broadside.finding/1`
    pub schema: FindingSchema,
    /// The program, as it was typed, or the name of a submission.
    pub program: String,
    /// The seed of the random scripts.
    pub seed: String,
    /// The first level at which students know all commands of the script; `ai` for the turn of an
    /// AI.
    pub level: Level,
    /// What the program does wrong.
    pub kind: Kind,
    /// What the program does wrong, in one line.
    #[serde(default)]
    pub headline: String,
    /// The broken rule, if it is known.
    pub rule: Option<RuleText>,
    /// The smallest script found.
    pub script: Text,
    /// The first line of the script whose output differs; `null` if the line is not known.
    pub place: Option<Place>,
    /// The right output. It does not include the turn of an AI, because more than one turn can be
    /// right.
    pub expected: Text,
    /// The output of the program.
    pub got: Text,
    /// Where in the right output the first difference is. For the turn of an AI player, the place
    /// in the output of the program.
    pub first_difference: Position,
    /// Where the first difference is in the program's output, if not at the same place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_difference: Option<Position>,
    /// How the run ended.
    pub status: Status,
    /// The misreadings that explain the finding, the best first.
    pub looks_like: Vec<LooksLike>,
    /// Whether the best misreading explains nearly all answers to similar scripts, and no other
    /// misreading explains nearly as many.
    #[serde(default)]
    pub is_named: bool,
    /// In how many scripts the finding was seen.
    pub seen: u64,
    /// The script in which the finding was seen first.
    #[serde(default)]
    pub first_seen: String,
    /// The names of the tests of a grading in which the finding was seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// Whether the finding costs no marks, because neither the assignment nor the course's tests
    /// settle the rule.
    #[serde(default)]
    pub is_unsettled: bool,
    /// A note that later comparisons ignore this mistake, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_past: Option<String>,
    /// How the script was made smaller.
    pub shrink: Shrink,
}

/// The name and the version of the format of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum FindingSchema {
    /// The first version. New fields do not change the number.
    #[serde(rename = "broadside.finding/1")]
    Finding1,
}

/// A rule in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleText {
    /// The rule's name, for example `place.too-close`.
    pub id: String,
    /// The section of the language's page that has the rule.
    pub section: u8,
    /// The rule in a sentence.
    pub text: String,
    /// What settles the rule: the course's `tests`, the `text` of the assignment, or only `ours`,
    /// our specification.
    #[serde(default)]
    pub settled: String,
    /// What the assignment or the course's tests say about the rule; empty if they say nothing.
    #[serde(default)]
    pub source: String,
}

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: usize,
    /// The column at which the command or tag begins, from 1.
    pub column: usize,
    /// The command or tag.
    pub command: Text,
}

/// A place in an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// The offset in bytes, from 0.
    pub byte: usize,
    /// The line, from 1.
    pub line: usize,
    /// The number of the byte in the line, from 1.
    pub column: usize,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// `exited`, `signal`, `timeout`, `output`, `files`, `memory` or `cannot start`.
    pub kind: String,
    /// The exit status, if the program exited.
    pub code: Option<u8>,
    /// The name of the signal, if one ended the program.
    pub signal: Option<String>,
    /// Whether the program did something else in another run of the same script.
    pub flaky: bool,
    /// The end of standard error.
    pub stderr_tail: Text,
}

/// A misreading that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LooksLike {
    /// The misreading's name, as `--accept` takes it.
    pub misreading: String,
    /// What a program with the misreading does.
    pub sentence: String,
    /// How many of the program's answers to similar scripts the misreading explains, and how many
    /// such answers there are.
    pub neighbours: [u32; 2],
}

/// How a script was made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shrink {
    /// The number of lines of the script before.
    pub from_lines: usize,
    /// The number of lines of the smaller script.
    pub to_lines: usize,
    /// How many runs of the program this took.
    pub runs: u32,
}

impl FailingCase {
    /// Returns the finding as data for a report.
    #[doc(hidden)]
    pub fn finding(&self, program: &str, seed: &str) -> Finding {
        let (case, difference) = (&self.case, &self.difference);
        let Difference { byte, line, column, theirs, at, cause } = difference;
        // A habit (a mistake of form) is ignored only if the probes (the first small scripts) show
        // it. Then no script that was judged shows it, so `places`, which lists such scripts, is
        // empty.
        let habit = self.habit().filter(|_| self.places.is_empty());
        let looked_past = habit.and_then(|habit| habit.looked_past(Lenience::default()));
        Finding {
            schema: FindingSchema::Finding1,
            program: program.to_owned(),
            seed: seed.to_owned(),
            level: self.level(),
            kind: cause.kind,
            headline: headline(self),
            rule: self.rule.map(RuleText::from),
            script: case.script.as_slice().into(),
            place: at.and_then(|at| self.place(at)),
            expected: case.answer.output.as_slice().into(),
            got: case.ended.stdout.as_slice().into(),
            first_difference: Position { byte: *byte, line: *line, column: *column },
            printed_difference: (*theirs != (*byte, *line))
                .then(|| place_in(&case.ended.stdout, *theirs)),
            status: Status::new(&case.ended, self.is_flaky),
            looks_like: self.looks_like.iter().map(LooksLike::from).collect(),
            is_named: self.is_named(),
            seen: self.seen,
            first_seen: first_seen(&case.origin),
            tests: Vec::new(),
            is_unsettled: self.is_unsettled(),
            looked_past: looked_past.map(|_| "later comparisons ignore this mistake".to_owned()),
            shrink: Shrink {
                from_lines: self.original.lines(),
                to_lines: case.draft.lines(),
                runs: self.runs,
            },
        }
    }

    fn place(&self, at: At) -> Option<Place> {
        let case = &self.case;
        let place = case.draft.place_in(&case.script, at)?;
        let number = |number: u64| usize::try_from(number).ok();
        let (line, column) = (number(place.line)?, number(place.column)?);
        Some(Place { line, column, command: Text(case.draft.text(at)) })
    }

    pub(crate) fn refusal(&self) -> Option<Refusal<'_>> {
        Refusal::of(last_line(&self.case.ended.stdout))
    }

    /// Whether the program refuses a line that the script does not have.
    fn has_other_line(&self) -> bool {
        let is_other =
            |refusal: Refusal<'_>| lines_like(&self.case.draft, refusal.echo).next().is_none();
        self.refusal().is_some_and(is_other)
    }

    fn has_other_command(&self) -> bool {
        let is_command = |refusal: Refusal<'_>| Command::parse(refusal.echo).is_ok();
        self.has_other_line() && self.refusal().is_some_and(is_command)
    }
}

/// Returns the place in `output` of the byte with this offset and line. The place may be the
/// beginning of a missing line after the end.
pub(super) fn place_in(output: &[u8], (byte, line): (usize, usize)) -> Position {
    let before = output.get(..byte).unwrap_or_default();
    let column = before.len() - memrchr(b'\n', before).map_or(0, |newline| newline + 1) + 1;
    Position { byte, line, column }
}

#[doc(hidden)]
impl Finding {
    /// Returns how the run ended, if the end is unusual or the program does not run at all.
    pub fn end(&self) -> Option<String> {
        (self.kind == Kind::Start || !self.status.is_usual()).then(|| self.status.end())
    }

    /// Returns the last line of standard error that explains the failure, or up to four lines of a
    /// Rust panic. If the program does not run, returns several lines, because a message of a
    /// compiler or a virtual machine may have several. In these lines, a blank replaces each tab.
    pub fn stderr_lines(&self) -> Vec<Cow<'_, [u8]>> {
        let lines = |most| telling_lines(&self.status.stderr_tail, most).into_iter();
        if self.kind == Kind::Start {
            let plain = |byte: &u8| if *byte == b'\t' { b' ' } else { *byte };
            lines(STDERR_LINES).map(|line| line.iter().map(plain).collect()).collect()
        } else {
            lines(1).map(|line| line.trim_ascii().into()).collect()
        }
    }
}

impl Status {
    pub(super) fn new(ended: &Ended, flaky: bool) -> Self {
        let ending = &ended.ending;
        Self {
            kind: ending.name().to_owned(),
            code: if let Ending::Exited(code) = ending { Some(*code) } else { None },
            signal: if let Ending::Signal(name) = ending { Some(name.to_string()) } else { None },
            flaky,
            stderr_tail: Text(ended.stderr_tail.clone()),
        }
    }

    pub(super) const fn is_usual(&self) -> bool {
        matches!(self.code, Some(0 | 1))
    }

    pub(super) fn end(&self) -> String {
        match (self.code, &self.signal) {
            (Some(code), _) => format!("{} {code}", self.kind),
            (None, Some(signal)) => format!("{} {signal}", self.kind),
            (None, None) => self.kind.clone(),
        }
    }
}

impl From<Rule> for RuleText {
    fn from(rule: Rule) -> Self {
        let [id, text, settled, source] =
            [rule.id(), rule.sentence(), rule.settled().name(), rule.source()].map(str::to_owned);
        Self { id, section: rule.section(), text, settled, source }
    }
}

impl From<&Likeness> for LooksLike {
    fn from(Likeness { misreading, agree, of }: &Likeness) -> Self {
        Self {
            misreading: misreading.name().to_owned(),
            sentence: misreading.sentence().to_owned(),
            neighbours: [*agree, *of],
        }
    }
}

fn headline(found: &FailingCase) -> String {
    let Cause { kind, form, expected, got } = &found.difference.cause;
    let flaky = if found.is_flaky { ", but not each time (flaky)" } else { "" };
    let what = match (kind, found.habit()) {
        (Kind::Word, _) if found.is_at_every => {
            let word = form.split(' ').next().unwrap_or_default();
            return format!("does not know {word}{flaky}");
        }
        _ if found.difference.cause.is_of_status() => {
            return format!("has a wrong exit status: {got}, not {expected}{flaky}");
        }
        (Kind::Ai, _) => format!("{}: {got}", kind.words()),
        (_, Some(Habit::GoesOn)) if prints_parts_after_end(found) => {
            "prints PARTS REMAINING after the end of a run".to_owned()
        }
        (_, Some(habit)) => habit.name().to_owned(),
        (Kind::Picture, _) if form.is_empty() => format!("draws `{expected}` as `{got}`"),
        (Kind::Output, _) if *got == Ending::Output.to_string() => "prints too much".to_owned(),
        (Kind::Output, _) => "writes too many files".to_owned(),
        (Kind::Start, _) if *got == Ending::Exited(0).to_string() => "prints nothing".to_owned(),
        (Kind::Accepts, _) if found.has_other_line() => {
            "refuses for another reason, and repeats another command".to_owned()
        }
        (Kind::Echo, _) if found.has_other_command() => {
            "refuses for the right reason, but repeats another command".to_owned()
        }
        // Only the quotes or the blanks around the command and the reason differ.
        (Kind::Reason, _) if expected == got => {
            "refuses for the right reason, but prints the line in another form".to_owned()
        }
        (Kind::Crash, _) if matches!(found.case.ended.ending, Ending::Exited(_)) => {
            Kind::Word.words().to_owned()
        }
        _ if stops(found) => "prints nothing more".to_owned(),
        _ => kind.words().to_owned(),
    };
    let comma = if form.is_empty() { "" } else { ", " };
    format!("{what}{comma}{form}{flaky}")
}

/// Whether the program prints only the line `PARTS REMAINING` after the end of a run.
fn prints_parts_after_end(found: &FailingCase) -> bool {
    let rest = found.case.ended.stdout.strip_prefix(&found.case.answer.output[..]);
    let rest = rest.unwrap_or_default().trim_ascii();
    rest.starts_with(PARTS) && !rest.contains(&b'\n')
}

/// Whether the program's output is right, but ends in a picture or in other output of a command.
fn stops(found: &FailingCase) -> bool {
    let (ours, theirs) = (&found.case.answer.output, &found.case.ended.stdout);
    let is_cut = ours.len() > theirs.len() + 1 && ours.starts_with(theirs.trim_ascii_end());
    is_cut && matches!(found.difference.cause.kind, Kind::Picture | Kind::Save | Kind::Prints)
}

fn first_seen(origin: &Origin) -> String {
    match origin {
        Origin::Probe(name) => format!("the probe `{name}`"),
        Origin::Form(name, Form::Crlf) => {
            format!("the probe `{name}` with lines that end with CRLF")
        }
        Origin::Form(name, form) => format!("the probe `{name}`, {}", form.name()),
        Origin::Card(name) => format!("the card {name}"),
        Origin::Random(number) => format!("random script {number}"),
        Origin::Given => "the script".to_owned(),
    }
}
