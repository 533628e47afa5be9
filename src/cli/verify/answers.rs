//! The answers of the program under test, kept in a [journal](crate::cli::journal) of JSON. So the
//! program does not have to run again with the same script. Kept answers are judged like new ones.
//!
//! With `--shard`, a run only adds the answers for one part of the random scripts. The journals of
//! all parts together give the report later.

use super::Verify;
use crate::cli::digest::Digest;
use crate::cli::ended::{EndedLine, LONGEST_OUTPUT};
use crate::cli::exit::{Exit, Failure, Result};
use crate::cli::journal::{Object, Objects};
use crate::cli::lab;
use crate::cli::stop::Cancel;
use broadside::arena::tournament::Shard;
use broadside::arena::versus::words::count;
use broadside::lab::draft::Draft;
use broadside::lab::reference;
use broadside::lab::verify::{self, ProgramUnderTest};
use broadside::ports::Ports;
use broadside::ports::programs::{Ended, Ending, Programs, Run};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs a program, or takes its answers from the journal.
pub(super) struct Answers<'a> {
    programs: &'a dyn Programs,
    options: String,
    /// Whether new answers are added to the journal.
    adds: bool,
    state: Mutex<State>,
}

struct State {
    file: Objects,
    /// The kept answers, by the digests of their scripts. Each answer is used only once. So two
    /// runs of a script never get the same kept answer.
    known: HashMap<String, Vec<Known>>,
    count: usize,
}

/// A kept answer. A right answer has no output here, because our own program can print it again.
struct Known {
    is_right: bool,
    ended: Ended,
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    options: String,
    script: String,
    right: bool,
    #[serde(flatten)]
    ended: EndedLine,
}

impl Object for Line {
    fn options(&self) -> &str {
        &self.options
    }
}

impl<'a> Answers<'a> {
    /// Opens the journal that `--journal` names, or returns `None` without this option. New answers
    /// are added only with `--shard`.
    pub(super) fn open(given: &Verify, programs: &'a dyn Programs) -> Result<Option<Self>> {
        let Some(path) = &given.journal else { return Ok(None) };
        let options = digest(given).map_err(Failure::Run)?;
        let (file, lines) = Objects::open::<Line>(path, &options)?;
        let mut known: HashMap<_, Vec<_>> = HashMap::new();
        let mut count = 0;
        // `take` removes the last answer of a list. So the lines are added backwards, and the first
        // answer of the file is taken first.
        for line in lines.into_iter().rev() {
            if let Some(ended) = line.ended.ended() {
                count += 1;
                let answer = Known { is_right: line.right, ended };
                known.entry(line.script).or_default().push(answer);
            }
        }
        let state = Mutex::new(State { file, known, count });
        Ok(Some(Self { programs, options, adds: given.shard.is_some(), state }))
    }

    pub(super) fn count(&self) -> usize {
        self.state().count
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, digest: &str, script: &[u8]) -> Option<Ended> {
        let Known { is_right, mut ended } = self.state().known.get_mut(digest)?.pop()?;
        if is_right {
            ended.stdout = our_output(script)?;
        }
        Some(ended)
    }

    fn keep(&self, digest: &str, script: &[u8], ended: &Ended) -> Result<()> {
        let right = our_output(script).is_some_and(|output| output == ended.stdout);
        let is_long = !right && ended.stdout.len() > LONGEST_OUTPUT;
        // A failed start is not kept, because the program may start on another machine.
        if is_long || matches!(ended.ending, Ending::CannotStart(_)) {
            return Ok(());
        }
        let ended = EndedLine::new(ended, !right);
        let (options, script) = (self.options.clone(), digest.to_owned());
        let mut state = self.state();
        state.count += 1;
        state.file.add(&Line { options, script, right, ended })
    }
}

impl Programs for Answers<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let digest = Digest::of(run.input).to_string();
        if let Some(ended) = self.take(&digest, run.input) {
            return Ok(ended);
        }
        let ended = self.programs.run(run)?;
        if self.adds {
            self.keep(&digest, run.input, &ended).map_err(io::Error::other)?;
        }
        Ok(ended)
    }
}

fn our_output(script: &[u8]) -> Option<Vec<u8>> {
    Some(reference::run(&Draft::parse(script).ok()?).output)
}

/// Runs the program with one shard (a part) of the random scripts. Keeps the answers, and does not
/// judge them.
pub(super) fn run_shard(
    options: &Verify,
    shard: Shard,
    program: ProgramUnderTest<'_>,
    answers: &Answers<'_>,
    (stop, ports): (&Cancel, &mut Ports<'_>),
) -> Result<Exit> {
    let plan = options.plan();
    let holds = |number| shard.holds(number);
    match lab::on_threads(options.jobs, || verify::ask(&plan, program, &holds, answers))? {
        Ok(()) => {
            let answers = count(answers.count(), "answer");
            writeln!(
                ports.out,
                "Shard {shard} is done. The journal has {answers}. Concatenate the journals of all shards, \
                 and verify with --journal and without --shard for the report."
            )?;
            Ok(Exit::Done)
        }
        Err(verify::Failure::System(_)) if stop.is_set() => {
            let done = count(answers.count(), "answer");
            writeln!(
                ports.err,
                "broadside: interrupted; the journal has {done}; give the same command to continue"
            )?;
            Ok(Exit::Interrupted)
        }
        Err(failure) => Err(options.failure(failure)),
    }
}

fn digest(options: &Verify) -> io::Result<String> {
    let (plan, limits) = (options.plan(), options.limited.words());
    let mut digest = Digest::default();
    digest.add(env!("CARGO_PKG_VERSION").as_bytes());
    digest.add(format!("{:?}{:?}{limits}", plan.seed, plan.scope).as_bytes());
    for word in &options.command {
        digest.add(word.as_encoded_bytes());
        // Only regular files are read. Reading a pipe could wait for ever.
        if fs::metadata(word).is_ok_and(|about| about.is_file()) {
            digest.add_all(File::open(word)?)?;
        }
    }
    Ok(digest.to_string())
}
