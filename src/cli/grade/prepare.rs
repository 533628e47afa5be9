//! Makes the program of a submission: builds its copy, and says how it is run.

use super::Grade;
use super::copy::{Copy, visible_entries};
use super::fresh::Fresh;
use super::listing;
use super::recipe::{self, Recipe, Run, fill, out};
use super::submission::Submission;
use broadside::lab::report::Build;
use broadside::ports::programs::{self, Command, Ended, Ending, Limits, Programs};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long a build may take.
const BUILD_TIME: Duration = Duration::from_mins(2);

/// The longest message of a build that is kept, in bytes.
const LONGEST_MESSAGE: usize = 4000;

/// A built submission.
pub(super) struct Prepared<'a> {
    pub(super) build: Build,
    pub(super) run: Command,
    /// What runs it; `None` where no program was made.
    pub(super) programs: Option<Fresh<'a>>,
    /// What was chosen, in words.
    pub(super) recipe: String,
}

/// Builds a copy and says how it is run, or why it cannot be.
pub(super) fn build<'a>(
    told: &Grade,
    submission: &Submission,
    copy: &Copy,
    programs: &'a dyn Programs,
) -> io::Result<Prepared<'a>> {
    let recipe = match Recipe::of(told, submission, copy) {
        Ok(recipe) => recipe,
        Err(message) => {
            let (build, run) = (Build::Impossible(message), Command::default());
            return Ok(Prepared { build, run, programs: None, recipe: String::new() });
        }
    };
    let made = match &recipe.run {
        Run::Made(folder) => Some(copy.folder.join(folder)),
        Run::Words(_) => None,
    };
    let there = made.as_deref().map(visible_entries).and_then(Result::ok).unwrap_or_default();
    let mut build = carry_out(told, &recipe, copy, programs)?;
    let mut run = Command { folder: Some(copy.folder.clone()), ..Command::default() };
    match (&recipe.run, made) {
        (Run::Words(words), _) => run = fill(words, copy),
        (Run::Made(_), Some(folder)) if matches!(build, Build::Ready(_)) => {
            match recipe::made(&folder, &there, Path::new(&submission.name)) {
                Ok(program) => run.words = vec![program.into()],
                Err(message) => build = Build::Failed(message),
            }
        }
        (Run::Made(_), _) => {}
    }
    let programs = keep(&mut build, copy, programs)?;
    Ok(Prepared { build, run, programs, recipe: recipe.name })
}

/// Keeps what a build has left for all runs. That it is too much or locked is the submission's fault.
fn keep<'a>(
    build: &mut Build,
    copy: &Copy,
    programs: &'a dyn Programs,
) -> io::Result<Option<Fresh<'a>>> {
    if !matches!(build, Build::Ready(_)) {
        return Ok(None);
    }
    match Fresh::keep(programs, &copy.folder) {
        Ok(fresh) => Ok(Some(fresh)),
        Err(error) if listing::is_its_fault(&error) => {
            *build = Build::Failed(format!("what the build left cannot be copied: {error}"));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Runs the commands of a build until one fails. The message is what the build printed.
fn carry_out(
    told: &Grade,
    recipe: &Recipe,
    copy: &Copy,
    programs: &dyn Programs,
) -> io::Result<Build> {
    let limits = Limits { time: Some(BUILD_TIME), memory: None, ..told.limited.first() };
    let mut printed = String::new();
    if let Some(parent) = out(&copy.folder).parent() {
        fs::create_dir_all(parent)?;
    }
    for line in &recipe.build {
        let line = fill(line, copy);
        let ended = programs.run(&programs::Run { command: &line, input: b"", limits })?;
        match judge(&line, &ended, &copy.folder) {
            Build::Ready(message) => printed.push_str(&message),
            other @ (Build::Failed(_) | Build::Endless(_) | Build::Impossible(_)) => {
                return Ok(other);
            }
        }
    }
    Ok(Build::Ready(printed))
}

/// What came of a command of a build.
fn judge(line: &Command, ended: &Ended, folder: &Path) -> Build {
    let program = line.words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let printed = printed(ended, folder);
    match &ended.ending {
        Ending::Exited(0) if out(folder).exists() || !makes_out(line, folder) => {
            Build::Ready(printed)
        }
        Ending::Exited(0) => Build::Failed(format!("the build made no program\n{printed}")),
        Ending::CannotStart(reason) => {
            Build::Impossible(format!("cannot start `{program}`: {reason}"))
        }
        other @ (Ending::Exited(_)
        | Ending::Signal(_)
        | Ending::Timeout
        | Ending::Output
        | Ending::Memory) => {
            Build::Failed(format!("{printed}\n{program}: {other}").trim_start().to_owned())
        }
    }
}

fn makes_out(line: &Command, folder: &Path) -> bool {
    let out = out(folder);
    let out = out.to_string_lossy();
    line.words.iter().any(|word| word.to_string_lossy().contains(&*out))
}

/// What a build printed, without the name of a folder that is gone afterwards.
fn printed(ended: &Ended, folder: &Path) -> String {
    let [out, err] = [&ended.stdout, &ended.stderr_tail].map(|text| String::from_utf8_lossy(text));
    let text = format!("{out}{err}").replace(&*folder.to_string_lossy(), ".");
    let text = text.trim_end();
    let start = text.len().saturating_sub(LONGEST_MESSAGE);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[start..].to_owned()
}
