//! The outcome of each test, kept in a [journal](crate::cli::journal) of JSON.
//!
//! The next run reads it and does the rest. Journals of shards may be concatenated. Each line has a digest
//! of the options, and one of the submission: a submission that has changed is graded from the start.

use super::submission::Submission;
use crate::cli::ended::EndedLine;
use crate::cli::exit::Failure;
use crate::cli::journal::{Object, Objects};
use broadside::lab::compare::Kind;
use broadside::lab::grade::{Exam, Outcome, Test, Wrong};
use broadside::lab::habit::Habit;
use broadside::lab::report::{Build, Finding};
use broadside::lab::rules::Rule;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest output that is kept with a wrong answer, in bytes. A longer one is asked for again.
const LONGEST_OUTPUT: usize = 16 << 10;

/// All that is known, in memory and perhaps in a file.
#[derive(Debug)]
pub(super) struct Journal {
    options: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    file: Option<Objects>,
    /// By name and digest of a submission.
    known: HashMap<(String, String), Known>,
}

/// What is known of a submission.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// How it was built, and the limit of time of its runs in milliseconds.
    pub(super) start: Option<Start>,
    /// What came of each test, by its name.
    pub(super) tests: HashMap<String, Answered>,
    /// Whether each of the teacher's tests is right, by its name.
    pub(super) own_tests: HashMap<String, bool>,
    /// Its findings, once they have been looked for.
    pub(super) looked: Looked,
}

/// What was found when so many findings were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Looked {
    /// How many; 0 before they are looked for.
    pub(super) most: u16,
    pub(super) findings: Vec<Finding>,
}

impl Looked {
    /// The first findings, where fewer are asked for now.
    pub(super) fn first(mut self, most: u16) -> Vec<Finding> {
        if most < self.most {
            self.findings.truncate(usize::from(most));
        }
        self.findings
    }
}

impl Known {
    /// What came of all tests, in their order.
    pub(super) fn outcomes(&self, exam: &Exam) -> Vec<Outcome> {
        let known = |test: &Test| self.tests.get(&test.name).map(|known| known.outcome.clone());
        exam.tests().iter().map(|test| known(test).unwrap_or(Outcome::NotTaken)).collect()
    }
}

/// How a submission was made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) build: Build,
    /// What was chosen to build and run it, in words.
    #[serde(default)]
    pub(super) recipe: String,
    pub(super) time_ms: u64,
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answered {
    pub(super) outcome: Outcome,
    /// Whether all that the program printed is kept.
    pub(super) is_whole: bool,
}

impl Answered {
    /// An outcome with as much of its output as is kept.
    pub(super) fn new(outcome: Outcome) -> Self {
        let mut answered = Self { outcome, is_whole: true };
        if matches!(&answered.outcome, Outcome::Wrong(wrong) if wrong.ended.stdout.len() > LONGEST_OUTPUT)
        {
            answered.forget_output();
        }
        answered
    }

    /// Keeps nothing of a wrong answer.
    fn forget_output(&mut self) {
        if let Outcome::Wrong(wrong) = &mut self.outcome {
            wrong.ended.stdout = Vec::new();
            wrong.ended.stderr_tail = Vec::new();
            self.is_whole = false;
        }
    }
}

/// What a line tells.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Start(Start),
    Test(String, Answered),
    Own(String, bool),
    Findings(Looked),
}

impl Journal {
    /// Opens a journal, which is made if need be, or says why it cannot be gone on with. Without a path
    /// everything is kept in memory only.
    pub(super) fn open(
        path: Option<&Path>,
        options: &str,
    ) -> Result<Result<Self, String>, Failure> {
        let mut state = State::default();
        if let Some(path) = path {
            let (file, lines) = match Objects::open::<Line<'_>>(path, options)? {
                Ok(opened) => opened,
                Err(message) => return Ok(Err(message)),
            };
            for line in lines {
                state.note_line(line);
            }
            state.file = Some(file);
        }
        Ok(Ok(Self { options: options.to_owned(), state: Mutex::new(state) }))
    }

    /// What is known of a submission now.
    pub(super) fn known(&self, submission: &Submission) -> Known {
        let key = (submission.name.clone(), submission.digest().to_owned());
        self.state().known.get(&key).cloned().unwrap_or_default()
    }

    /// Keeps what was found out.
    pub(super) fn add(&self, submission: &Submission, entry: Entry) -> Result<(), Failure> {
        let mut state = self.state();
        // That a machine cannot build or run something is not kept: another one may.
        let is_kept =
            !matches!(&entry, Entry::Start(start) if matches!(start.build, Build::Impossible(_)));
        if let Some(file) = state.file.as_mut().filter(|_| is_kept) {
            file.add(&Line::new(&self.options, submission, &entry))?;
        }
        state.note((submission.name.clone(), submission.digest().to_owned()), entry);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn note_line(&mut self, line: Line<'_>) {
        let key = (line.submission.clone().into_owned(), line.source.clone().into_owned());
        if let Some(entry) = line.entry() {
            self.note(key, entry);
        }
    }

    /// What was known first stays: it is what later lines were made with. Only where more findings are looked for, the
    /// new ones stand.
    fn note(&mut self, key: (String, String), entry: Entry) {
        let known = self.known.entry(key).or_default();
        match entry {
            Entry::Start(start) => _ = known.start.get_or_insert(start),
            Entry::Test(name, answered) => _ = known.tests.entry(name).or_insert(answered),
            Entry::Own(name, is_right) => _ = known.own_tests.entry(name).or_insert(is_right),
            Entry::Findings(looked) => {
                // What was printed is not needed any more: a class would fill the memory.
                known.tests.values_mut().for_each(Answered::forget_output);
                if looked.most > known.looked.most {
                    known.looked = looked;
                }
            }
        }
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line<'a> {
    options: Cow<'a, str>,
    submission: Cow<'a, str>,
    source: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    start: Option<Start>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    test: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    wrong: Option<WrongLine>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    own: Option<(String, bool)>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    findings: Option<Vec<Finding>>,
    /// How many findings were looked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    most: Option<u16>,
}

/// A wrong answer in a line.
#[derive(Debug, Serialize, Deserialize)]
struct WrongLine {
    kind: String,
    line: Option<usize>,
    suspected: Vec<String>,
    explained: bool,
    leans: String,
    shown: Vec<String>,
    habits: Vec<String>,
    #[serde(flatten)]
    ended: EndedLine,
}

impl Object for Line<'_> {
    fn options(&self) -> &str {
        &self.options
    }
}

impl<'a> Line<'a> {
    fn new(options: &'a str, submission: &'a Submission, entry: &Entry) -> Self {
        let [options, name, source] =
            [options, submission.name.as_str(), submission.digest()].map(Cow::from);
        let mut line = Self {
            options,
            submission: name,
            source,
            start: None,
            test: None,
            wrong: None,
            own: None,
            findings: None,
            most: None,
        };
        match entry {
            Entry::Start(start) => line.start = Some(start.clone()),
            Entry::Findings(Looked { most, findings }) => {
                (line.most, line.findings) = (Some(*most), Some(findings.clone()));
            }
            Entry::Own(name, is_right) => line.own = Some((name.clone(), *is_right)),
            Entry::Test(name, answered) => {
                line.test = Some(name.clone());
                if let Outcome::Wrong(wrong) = &answered.outcome {
                    line.wrong = Some(WrongLine::new(wrong, answered.is_whole));
                }
            }
        }
        line
    }

    /// What it tells; nothing if that makes no sense.
    fn entry(self) -> Option<Entry> {
        let right = Answered { outcome: Outcome::Same, is_whole: true };
        if let Some((name, is_right)) = self.own {
            return Some(Entry::Own(name, is_right));
        }
        match (self.start, self.test, self.wrong, self.findings) {
            (Some(start), None, None, None) => Some(Entry::Start(start)),
            (None, Some(test), None, None) => Some(Entry::Test(test, right)),
            (None, Some(test), Some(wrong), None) => Some(Entry::Test(test, wrong.answered()?)),
            (None, None, None, Some(findings)) => {
                Some(Entry::Findings(Looked { most: self.most?, findings }))
            }
            _ => None,
        }
    }
}

impl WrongLine {
    fn new(wrong: &Wrong, is_whole: bool) -> Self {
        let Wrong { kind, line, ended, .. } = wrong;
        let ids = |rules: &[Rule]| rules.iter().map(|rule| rule.id().to_owned()).collect();
        Self {
            kind: kind.name().to_owned(),
            line: *line,
            suspected: ids(&wrong.suspected),
            explained: wrong.is_explained,
            leans: wrong.leans.id().to_owned(),
            shown: ids(&wrong.shown),
            habits: wrong.habits.iter().map(|habit| habit.words().to_owned()).collect(),
            ended: EndedLine::new(ended, is_whole),
        }
    }

    fn answered(self) -> Option<Answered> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == self.kind)?;
        let rules = |ids: &[String]| ids.iter().map(|id| Rule::from_id(id)).collect::<Option<_>>();
        let habit = |words: &String| Habit::ALL.into_iter().find(|habit| habit.words() == words);
        let habits = self.habits.iter().map(habit).collect::<Option<_>>()?;
        let is_whole = self.ended.has_output();
        let outcome = Outcome::Wrong(Wrong {
            kind,
            line: self.line,
            suspected: rules(&self.suspected)?,
            is_explained: self.explained,
            leans: Rule::from_id(&self.leans)?,
            shown: rules(&self.shown)?,
            habits,
            ended: self.ended.ended()?,
        });
        Some(Answered { outcome, is_whole })
    }
}

#[cfg(test)]
mod tests {
    use super::super::copy::Copy;
    use super::*;
    use broadside::ports::programs::{Ended, Ending};

    fn submission(digest: &str) -> Submission {
        let (folder, digest) = (std::path::PathBuf::from("/nowhere"), digest.to_owned());
        Submission {
            name: "anna".to_owned(),
            path: std::path::PathBuf::new(),
            about: super::super::class_file::Entry::default(),
            copy: Ok(Copy { folder, files: Vec::new(), digest }),
            ours: None,
        }
    }

    fn wrong(stdout: Vec<u8>) -> Answered {
        let ended = Ended::new(Ending::Signal("SIGSEGV".into()), stdout);
        Answered::new(Outcome::Wrong(Wrong {
            kind: Kind::Crash,
            line: Some(3),
            suspected: vec![Rule::PlaceSet],
            is_explained: true,
            leans: Rule::PictureFields,
            shown: vec![Rule::TurnPasses],
            habits: vec![Habit::Echo],
            ended,
        }))
    }

    fn entries() -> Vec<Entry> {
        let build = Build::Ready(String::new());
        let right = Answered { outcome: Outcome::Same, is_whole: true };
        vec![
            Entry::Start(Start { build, recipe: "C".to_owned(), time_ms: 500 }),
            Entry::Test("a".to_owned(), right),
            Entry::Test("b".to_owned(), wrong(b"\xff\n\"x".to_vec())),
            Entry::Test("c".to_owned(), wrong(vec![b'x'; LONGEST_OUTPUT + 1])),
            Entry::Own("07".to_owned(), false),
            Entry::Findings(Looked { most: 2, findings: vec![finding()] }),
        ]
    }

    fn finding() -> Finding {
        serde_json::from_value(serde_json::json!({
            "schema": "broadside.finding/1", "program": "anna", "seed": "1", "level": "place",
            "kind": "crash", "rule": null, "script": "", "place": null, "expected": "", "got": "",
            "first_difference": { "byte": 0, "line": 1, "column": 1 },
            "status": { "kind": "signal", "code": null, "signal": "SIGSEGV", "flaky": false, "stderr_tail": "" },
            "looks_like": [], "seen": 1, "shrink": { "from_lines": 0, "to_lines": 0, "runs": 0 },
        }))
        .unwrap()
    }

    fn written(path: &Path) {
        let journal = Journal::open(Some(path), "1").unwrap().unwrap();
        for entry in entries() {
            journal.add(&submission("d"), entry).unwrap();
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        written(&path);
        let known = Journal::open(Some(&path), "1").unwrap().unwrap().known(&submission("d"));
        let memory = Journal::open(None, "1").unwrap().unwrap();
        for entry in entries() {
            memory.add(&submission("d"), entry).unwrap();
        }
        assert_eq!(
            format!("{:?}", known.start),
            format!("{:?}", memory.known(&submission("d")).start)
        );
        assert_eq!(known.tests, memory.known(&submission("d")).tests);
        assert!(!known.own_tests["07"]);
        assert_eq!(known.looked, Looked { most: 2, findings: vec![finding()] });
        assert!(!known.tests["c"].is_whole);
        let other = submission("e");
        assert!(Journal::open(Some(&path), "1").unwrap().unwrap().known(&other).start.is_none());
    }
}
