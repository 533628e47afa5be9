//! Keeps the outcome of each test in a [journal](crate::cli::journal). If a run is killed, the next
//! run continues with the outcomes in the journal. The journals of shards (parts of the tests) may
//! be joined in one file.
//!
//! Each line has a digest of the options, and a digest of the submission and its commands. So a
//! submission that has changed is graded from the start.

use super::submission::Submission;
use crate::cli::ended::{EndedLine, LONGEST_OUTPUT};
use crate::cli::exit::Result;
use crate::cli::journal::{Object, Objects};
use broadside::lab::grade::{Exam, Outcome, Test, Wrong};
use broadside::lab::report::{Build, Finding};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) struct Journal {
    options: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    file: Option<Objects>,
    /// The key is the name of the submission and its digest.
    known: HashMap<(String, String), Known>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) start: Option<Start>,
    pub(super) tests: HashMap<String, Answered>,
    pub(super) own_tests: HashMap<String, bool>,
    pub(super) search: Search,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Search {
    pub(super) findings: Vec<Finding>,
    /// How many findings the largest search looked for. 0 before the first search.
    pub(super) most: u16,
}

impl Search {
    pub(super) fn first(mut self, most: u16) -> Vec<Finding> {
        if most < self.most {
            self.findings.truncate(usize::from(most));
        }
        self.findings
    }
}

impl Known {
    pub(super) fn outcomes(&self, exam: &Exam) -> Vec<Outcome> {
        let known = |test: &Test| self.tests.get(&test.name).map(|known| known.outcome.clone());
        exam.tests().iter().map(|test| known(test).unwrap_or(Outcome::NotTaken)).collect()
    }
}

/// The outcome of the build and of the first runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) build: Build,
    /// The name of the recipe (how the program is built and run), for example `Makefile`.
    #[serde(default)]
    pub(super) recipe: String,
    /// The time limit of each run, in milliseconds.
    pub(super) time_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AnsweredLine", into = "AnsweredLine")]
pub(super) struct Answered {
    pub(super) outcome: Outcome,
    /// Whether `outcome` has all output of the program. Long outputs are dropped.
    pub(super) is_whole: bool,
}

impl Answered {
    pub(super) fn new(outcome: Outcome) -> Self {
        let is_long =
            matches!(&outcome, Outcome::Wrong(_, ended) if ended.stdout.len() > LONGEST_OUTPUT);
        let mut answered = Self { outcome, is_whole: true };
        if is_long {
            answered.forget_output();
        }
        answered
    }

    fn forget_output(&mut self) {
        if let Outcome::Wrong(_, ended) = &mut self.outcome {
            ended.stdout = Vec::new();
            ended.stderr_tail = Vec::new();
            self.is_whole = false;
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "nearly all entries are tests")]
pub(super) enum Entry {
    Start {
        start: Start,
    },
    Test {
        test: String,
        #[serde(flatten)]
        answered: Answered,
    },
    /// The name of a teacher's test, and whether the submission passes the test.
    Own {
        own: (String, bool),
    },
    Findings(Search),
    /// A line of an unknown form. It is ignored.
    Unknown {},
}

impl Journal {
    /// Opens the journal at `path`. Without a path, results are kept in memory only. `options` is
    /// the digest of the options.
    pub(super) fn open(path: Option<&Path>, options: &str) -> Result<Self> {
        let mut state = State::default();
        if let Some(path) = path {
            let (file, lines) = Objects::open::<Line>(path, options)?;
            for Line { submission, source, entry, .. } in lines {
                state.note((submission, source), entry);
            }
            state.file = Some(file);
        }
        Ok(Self { options: options.to_owned(), state: Mutex::new(state) })
    }

    pub(super) fn known(&self, submission: &Submission) -> Known {
        let key = (submission.name.clone(), submission.digest());
        self.state().known.get(&key).cloned().unwrap_or_default()
    }

    pub(super) fn add(&self, submission: &Submission, entry: Entry) -> Result<()> {
        let mut state = self.state();
        // If this machine cannot build or run the submission, the file does not say so, because
        // another machine may be able to.
        let is_kept = !matches!(&entry, Entry::Start { start } if matches!(start.build, Build::Impossible(_)));
        let (options, submission, source) =
            (self.options.clone(), submission.name.clone(), submission.digest());
        let line = Line { options, submission, source, entry };
        if let Some(file) = state.file.as_mut().filter(|_| is_kept) {
            file.add(&line)?;
        }
        state.note((line.submission, line.source), line.entry);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Stores an entry. Keeps only the first start and the first result of each test, because later
    /// lines depend on them.
    fn note(&mut self, key: (String, String), entry: Entry) {
        let known = self.known.entry(key).or_default();
        match entry {
            // Replaces an earlier start: a later run may find that this machine has no room for the
            // submission.
            Entry::Start { start } if matches!(start.build, Build::Impossible(_)) => {
                known.start = Some(start);
            }
            Entry::Start { start } => _ = known.start.get_or_insert(start),
            Entry::Test { test, answered } => _ = known.tests.entry(test).or_insert(answered),
            Entry::Own { own: (name, is_right) } => {
                known.own_tests.entry(name).or_insert(is_right);
            }
            Entry::Findings(search) => {
                // After the search, outputs are rarely needed, and the outputs of a whole class
                // would fill the memory.
                known.tests.values_mut().for_each(Answered::forget_output);
                if search.most > known.search.most {
                    known.search = search;
                }
            }
            Entry::Unknown {} => {}
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    options: String,
    submission: String,
    source: String,
    #[serde(flatten)]
    entry: Entry,
}

impl Object for Line {
    fn options(&self) -> &str {
        &self.options
    }
}

/// The form of [`Answered`] in the journal. A right answer has no fields.
#[derive(Debug, Serialize, Deserialize)]
struct AnsweredLine {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    wrong: Option<WrongLine>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrongLine {
    #[serde(flatten)]
    wrong: Wrong,
    #[serde(flatten)]
    ended: EndedLine,
}

impl From<Answered> for AnsweredLine {
    fn from(answered: Answered) -> Self {
        let Outcome::Wrong(wrong, ended) = answered.outcome else { return Self { wrong: None } };
        let ended = EndedLine::new(&ended, answered.is_whole);
        Self { wrong: Some(WrongLine { wrong, ended }) }
    }
}

impl TryFrom<AnsweredLine> for Answered {
    type Error = &'static str;

    fn try_from(line: AnsweredLine) -> Result<Self, Self::Error> {
        let Some(WrongLine { wrong, ended }) = line.wrong else {
            return Ok(Self { outcome: Outcome::Same, is_whole: true });
        };
        let is_whole = ended.has_output();
        let ended = ended.ended().ok_or("unknown ending of the run")?;
        Ok(Self { outcome: Outcome::Wrong(wrong, ended), is_whole })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::lab::compare::Kind;
    use broadside::lab::habit::Habit;
    use broadside::lab::rules::Rule;
    use broadside::ports::programs::{Ended, Ending};

    fn wrong(stdout: Vec<u8>) -> Answered {
        let ended = Ended::new(Ending::Signal("SIGSEGV".into()), stdout);
        let wrong = Wrong {
            kind: Kind::Crash,
            line: Some(3),
            suspected: vec![Rule::PlaceSet],
            certain: Vec::new(),
            is_explained: true,
            leans: vec![Rule::PictureFields],
            shown: vec![Rule::TurnPasses],
            habits: vec![Habit::Echo],
            is_silent: false,
            printed: 0,
        };
        Answered::new(Outcome::Wrong(wrong, ended))
    }

    #[test]
    fn what_is_written_is_read_again() {
        let long = wrong(vec![b'x'; LONGEST_OUTPUT + 1]);
        assert!(!long.is_whole);
        let answers = [Answered::new(Outcome::Same), wrong(b"\xff\n\"x".to_vec()), long];
        let tests = answers.map(|answered| Entry::Test { test: "a".to_owned(), answered });
        for entry in tests.into_iter().chain([Entry::Own { own: ("07".to_owned(), false) }]) {
            let [options, submission, source] = ["1", "anna", "d"].map(str::to_owned);
            let line = Line { options, submission, source, entry };
            let read: Line = serde_json::from_str(&serde_json::to_string(&line).unwrap()).unwrap();
            assert_eq!(format!("{read:?}"), format!("{line:?}"));
        }
    }
}
