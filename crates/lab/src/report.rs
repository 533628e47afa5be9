//! Findings and results as they are reported: one type behind the report, JSON, the journal, the page and
//! Gradescope (spec laboratory §7).
//!
//! Everything here is data: texts and numbers that serde reads and writes, with schemas that are made from
//! the types. A [`FailingCase`] is what the laboratory works with; [`FailingCase::finding`] makes a [`Finding`]
//! of it.

use crate::compare::{Difference, Kind, Lenience};
use crate::grade::{Marks, Status as MarkStatus};
use crate::rules::{Level, Rule};
use crate::verify::{FailingCase, Form, Likeness, Origin, Verdict};
use broadside_core::ports::programs::{Ended, Ending};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Deref;

/// What is wrong with a program, with the smallest script that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// `broadside.finding/1`
    pub schema: FindingSchema,
    /// The program, as it was typed, or the name of a submission.
    pub program: String,
    /// The seed of the random scripts.
    pub seed: String,
    /// The level of the course at which all that the script holds is known.
    pub level: Level,
    /// What the program does wrong.
    pub kind: Kind,
    /// What the program does wrong, in a line.
    #[serde(default)]
    pub headline: String,
    /// The broken rule, as far as it is known.
    pub rule: Option<RuleText>,
    /// The script.
    pub script: Text,
    /// The line of the script where the outputs part; `null` where nothing is printed.
    pub place: Option<Place>,
    /// The right output. Of the machine's own turn there is none: any legal one will do.
    pub expected: Text,
    /// The output of the program.
    pub got: Text,
    /// Where in the right output the first difference is.
    pub first_difference: Position,
    /// How the run ended.
    pub status: Status,
    /// The misreadings that explain it, the best first.
    pub looks_like: Vec<LooksLike>,
    /// Whether the best of them explains nearly all, and no other nearly as much.
    #[serde(default)]
    pub is_named: bool,
    /// In how many scripts it was seen.
    pub seen: u64,
    /// The script in which it was seen first.
    #[serde(default)]
    pub first_seen: String,
    /// What later comparisons leave out because of this finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_past: Option<String>,
    /// How the script was made smaller.
    pub shrink: Shrink,
}

/// The name of the form of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum FindingSchema {
    /// The first form. Additions keep its number.
    #[serde(rename = "broadside.finding/1")]
    Finding1,
}

/// A rule in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleText {
    /// Its name: `place.too-close`.
    pub id: String,
    /// The section of the language's page.
    pub section: u8,
    /// The rule in a sentence.
    pub text: String,
    /// Who settles it: `tests`, `text` or `ours`.
    #[serde(default)]
    pub settled: String,
    /// The assignment's words for it; empty where it has none.
    #[serde(default)]
    pub source: String,
}

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Its number, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What stands there.
    pub command: Text,
}

/// A place in an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// The byte, from 0.
    pub byte: usize,
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// `exited`, `signal`, `timeout`, `output`, `memory` or `cannot start`.
    pub kind: String,
    /// The status of a program that exited.
    pub code: Option<u8>,
    /// The name of the signal.
    pub signal: Option<String>,
    /// Whether the program does not do the same each time.
    pub flaky: bool,
    /// The end of standard error.
    pub stderr_tail: Text,
}

/// A misreading that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LooksLike {
    /// Its name, as `--accept` takes it.
    pub misreading: String,
    /// What a program with it does.
    pub sentence: String,
    /// How many of the program's answers to similar scripts it gives, and how many there are.
    pub neighbours: [u32; 2],
}

/// How a script was made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shrink {
    /// The number of lines before.
    pub from_lines: usize,
    /// The number of lines now.
    pub to_lines: usize,
    /// How many runs of the program it took.
    pub runs: u32,
}

/// Bytes that are mostly text. In JSON those that are not UTF-8 are written as `\u{xx}`, and stay so when
/// they are read back.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String")]
pub struct Text(pub Vec<u8>);

impl Text {
    /// The text as JSON has it.
    pub fn escaped(&self) -> Cow<'_, str> {
        if let Ok(text) = std::str::from_utf8(&self.0) {
            return text.into();
        }
        let mut text = String::with_capacity(self.0.len());
        for chunk in self.0.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| format!("\\u{{{byte:x}}}")));
        }
        text.into()
    }

    /// The last line that is not blank.
    pub fn last_line(&self) -> Option<&[u8]> {
        let last = self.0.trim_ascii().rsplit(|byte| *byte == b'\n').next();
        last.filter(|line| !line.is_empty())
    }
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.escaped())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(text.into_bytes()))
    }
}

/// All that was found out about a program: `broadside verify --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// `broadside.verify/1`
    pub schema: ReportSchema,
    /// The program, as it was typed.
    pub program: String,
    /// The seed of the random scripts.
    pub seed: String,
    /// How many random scripts were tried.
    pub scripts: u64,
    /// In how many scripts of all kinds the outputs differed.
    pub differing: u64,
    /// The findings, the simplest first.
    pub findings: Vec<Finding>,
    /// How often each rule was reached before a difference.
    pub rules: Vec<Reached>,
    /// The last level up to which no answer differed.
    #[serde(default)]
    pub right_up_to: Option<Level>,
    /// The first level at which some answer differed.
    #[serde(default)]
    pub next_level: Option<Level>,
}

/// The name of the form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ReportSchema {
    /// The first form. Additions keep its number.
    #[serde(rename = "broadside.verify/1")]
    Verify1,
}

/// How often a rule was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reached {
    /// The rule's name.
    pub id: String,
    /// In how many scripts.
    pub reached: u64,
}

impl Verdict {
    /// The report on the program that was typed as `program`, or handed in under that name.
    pub fn report(&self, program: &str, seed: &str) -> Report {
        let reached = |rule| self.reached.get(&rule).copied().unwrap_or_default();
        let (right_up_to, next_level) = self.right_up_to();
        Report {
            right_up_to,
            next_level,
            schema: ReportSchema::Verify1,
            program: program.to_owned(),
            seed: seed.to_owned(),
            scripts: self.scripts,
            differing: self.differing,
            findings: self.findings.iter().map(|found| found.finding(program, seed)).collect(),
            rules: Rule::ALL
                .into_iter()
                .map(|rule| Reached { id: rule.id().to_owned(), reached: reached(rule) })
                .collect(),
        }
    }
}

impl FailingCase {
    /// The finding that it is reported as.
    pub fn finding(&self, program: &str, seed: &str) -> Finding {
        let (case, Difference { byte, line, column, at, cause }) = (&self.case, &self.difference);
        let looked_past = self.habit().and_then(|habit| habit.looked_past(Lenience::default()));
        Finding {
            schema: FindingSchema::Finding1,
            program: program.to_owned(),
            seed: seed.to_owned(),
            level: self.level(),
            kind: cause.kind,
            headline: headline(self),
            rule: self.rule.map(RuleText::from),
            script: case.script.as_slice().into(),
            place: at.map(|at| Place {
                line: case.draft.line_number(at),
                column: 1,
                command: Text(case.draft.text(at)),
            }),
            expected: case.answer.output.as_slice().into(),
            got: case.ended.stdout.as_slice().into(),
            first_difference: Position { byte: *byte, line: *line, column: *column },
            status: Status::new(&case.ended, self.is_flaky),
            looks_like: self.looks_like.iter().map(LooksLike::from).collect(),
            is_named: self.is_named(),
            seen: self.seen,
            first_seen: first_seen(&case.origin),
            looked_past: looked_past
                .map(|_| "all other scripts are compared without that".to_owned()),
            shrink: Shrink {
                from_lines: self.from_lines,
                to_lines: case.draft.lines(),
                runs: self.runs,
            },
        }
    }
}

impl Status {
    fn new(ended: &Ended, flaky: bool) -> Self {
        let (code, signal) = match &ended.ending {
            Ending::Exited(code) => (Some(*code), None),
            Ending::Signal(name) => (None, Some(name.clone().into_owned())),
            Ending::Timeout | Ending::Output | Ending::Memory | Ending::CannotStart(_) => {
                (None, None)
            }
        };
        let (kind, stderr_tail) = (ended.ending.name().to_owned(), Text(ended.stderr_tail.clone()));
        Self { kind, code, signal, flaky, stderr_tail }
    }

    /// How it ended, where that is not the way of a right program: `exited 3`, `signal SIGSEGV`.
    pub fn unusual_end(&self) -> Option<String> {
        match (self.code, &self.signal) {
            (Some(0 | 1), _) => None,
            (Some(code), _) => Some(format!("{} {code}", self.kind)),
            (None, Some(signal)) => Some(format!("{} {signal}", self.kind)),
            (None, None) => Some(self.kind.clone()),
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

impl Kind {
    /// What a program does whose answers differ in this way.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rejects => "refuses what is legal",
            Self::Accepts => "accepts what is not legal",
            Self::Reason => "gives another reason",
            Self::Echo => "refuses for the right reason, but repeats the command otherwise",
            Self::Picture => "prints another picture",
            Self::Save => "saves something else",
            Self::Victory => "sees a victory otherwise",
            Self::Prints => "prints something else",
            Self::Crash => "crashes",
            Self::Timeout => "does not end in time",
            Self::Output => "prints too much",
            Self::Memory => "takes too much memory",
            Self::Ai => "answers wrongly as an AI",
            Self::Start => "does not run",
            Self::Word => "fails and prints nothing more",
        }
    }
}

/// What is wrong, in a line.
fn headline(found: &FailingCase) -> String {
    let cause = &found.difference.cause;
    let flaky = if found.is_flaky { ", but not each time (flaky)" } else { "" };
    let comma = if cause.form.is_empty() { "" } else { ", " };
    let what = if cause.kind == Kind::Ai {
        format!("{}: {}", cause.kind.words(), cause.got)
    } else if cause.kind == Kind::Word && !cause.form.is_empty() {
        let word = cause.form.split(' ').next().unwrap_or_default();
        return format!("does not know {word}{flaky}");
    } else if let Some(habit) = found.habit() {
        return format!("{}{flaky}", habit.words());
    } else if cause.kind == Kind::Picture && cause.form.is_empty() {
        return format!("draws `{}` as `{}`{flaky}", cause.expected, cause.got);
    } else if stops(found) {
        "prints nothing more".to_owned()
    } else {
        cause.kind.words().to_owned()
    };
    format!("{what}{comma}{}{flaky}", cause.form)
}

/// Whether the program is right until it prints nothing more.
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

/// A submission's result: `broadside grade --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Grade {
    /// `broadside.grade/1`
    pub schema: GradeSchema,
    /// The name of the submission.
    pub submission: String,
    /// How it was made ready.
    pub build: Build,
    /// Its points.
    pub score: f64,
    /// The points of a program that has everything right.
    pub max_score: f64,
    /// A mark for each rule, in the order of the table.
    pub rules: Vec<RuleResult>,
    /// A mark for each level, the first lesson first.
    pub levels: Vec<LevelResult>,
    /// The findings, the simplest first.
    pub findings: Vec<Finding>,
}

/// The name of the form of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum GradeSchema {
    /// The first form. Additions keep its number.
    #[serde(rename = "broadside.grade/1")]
    Grade1,
}

/// What came of a build, with its messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", content = "message", rename_all = "lowercase")]
pub enum Build {
    /// There is a program.
    Ready(String),
    /// There is none, and that is the submission's fault.
    Failed(String),
    /// It cannot be told how to build or run it.
    Impossible(String),
}

impl Build {
    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ready(_) => "ready",
            Self::Failed(_) => "failed",
            Self::Impossible(_) => "impossible",
        }
    }

    /// The message of a build that gave no program.
    pub fn trouble(&self) -> Option<&str> {
        match self {
            Self::Ready(_) => None,
            Self::Failed(message) | Self::Impossible(message) => Some(message),
        }
    }
}

/// The mark for a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleResult {
    /// The rule's name.
    pub id: String,
    /// The section of the language's page.
    pub section: u8,
    /// What it comes to.
    pub status: MarkStatus,
    /// How many tests have it right.
    pub right: u32,
    /// How many tests there are.
    pub of: u32,
}

/// The mark for a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LevelResult {
    /// The level.
    pub level: Level,
    /// How many of its scripts are answered right.
    pub same: u32,
    /// How many there are.
    pub of: u32,
}

impl Marks {
    /// The marks of rules and of levels, as they are reported.
    pub fn results(&self) -> (Vec<RuleResult>, Vec<LevelResult>) {
        let rules = self.rules.iter().map(|mark| RuleResult {
            id: mark.rule.id().to_owned(),
            section: mark.rule.section(),
            status: mark.status,
            right: mark.right,
            of: mark.of,
        });
        let levels = self.levels.iter();
        let levels =
            levels.map(|mark| LevelResult { level: mark.level, same: mark.same, of: mark.of });
        (rules.collect(), levels.collect())
    }
}

/// Writes and reads a closed set by the names of its members.
macro_rules! by_name {
    ($type:ty, $all:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = Cow::<str>::deserialize(deserializer)?;
                let found = $all.into_iter().find(|one: &Self| one.name() == name);
                found.ok_or_else(|| serde::de::Error::custom(format!("`{name}` is unknown")))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let names: Vec<_> = $all.into_iter().map(|one: Self| one.name()).collect();
                schemars::json_schema!({ "type": "string", "enum": names })
            }
        }
    };
}

by_name!(Kind, Kind::ALL);
by_name!(Level, Level::ALL.into_iter().chain([Level::Ai]));
by_name!(MarkStatus, MarkStatus::ALL);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_written_by_their_number() {
        let text = Text(b"a\n\xff\x1b\xc3\xa9".to_vec());
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(json, r#""a\n\\u{ff}\u001bé""#);
        let read: Text = serde_json::from_str(&json).unwrap();
        assert_eq!(read.0, "a\n\\u{ff}\u{1b}é".as_bytes());
    }

    #[test]
    fn each_kind_has_words_of_its_own() {
        let words: std::collections::BTreeSet<_> = Kind::ALL.map(Kind::words).into();
        assert_eq!(words.len(), Kind::ALL.len());
    }
}
