//! Makes a submission ready to run: a private copy, and the program built there.

use super::Grade;
use super::submission::{Kind, Submission};
use crate::cli::foreign::remove_folder;
use broadside::lab::report::Build;
use broadside::ports::programs::{Command, Ended, Ending, Limits, Programs, Run};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a build may take.
const BUILD_TIME: Duration = Duration::from_mins(2);

/// The longest message of a build that is kept, in bytes.
const LONGEST_MESSAGE: usize = 4000;

/// A copy of a submission, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Copy {
    folder: PathBuf,
}

impl Drop for Copy {
    fn drop(&mut self) {
        remove_folder(&self.folder);
    }
}

/// How a submission is built and run, in words that may hold places in braces.
struct Lines {
    build: Option<Command>,
    run: Command,
}

/// Copies a submission to the new folder `folder`.
pub(super) fn copy(submission: &Submission, folder: PathBuf) -> io::Result<Copy> {
    fs::create_dir_all(&folder)?;
    let copy = Copy { folder };
    for file in &submission.files {
        let (from, to) = (submission.folder().join(file), copy.folder.join(file));
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::copy(from, to)?;
    }
    Ok(copy)
}

/// Builds a copy and tells how it is run, or why it cannot be. The message is what the build had to say.
pub(super) fn build(
    told: &Grade,
    submission: &Submission,
    copy: &Copy,
    programs: &dyn Programs,
) -> io::Result<(Build, Command)> {
    let lines = match lines(told, submission) {
        Ok(lines) => lines,
        Err(message) => return Ok((Build::Impossible(message), Command::default())),
    };
    let filled = |command: &Command| fill(command, submission, &copy.folder);
    let run = filled(&lines.run);
    let Some(line) = &lines.build else { return Ok((Build::Ready(String::new()), run)) };
    let (line, limits) = (filled(line), Limits { time: Some(BUILD_TIME), ..told.limited.first() });
    if let Some(parent) = out(&copy.folder).parent() {
        fs::create_dir_all(parent)?;
    }
    let ended = programs.run(&Run { command: &line, input: b"", limits })?;
    Ok((judge(&line, &ended, &copy.folder), run))
}

/// What came of a build.
fn judge(line: &Command, ended: &Ended, folder: &Path) -> Build {
    let program = line.words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let said = said(ended, folder);
    match &ended.ending {
        Ending::Exited(0) if out(folder).exists() || !makes_out(line, folder) => Build::Ready(said),
        Ending::Exited(0) => Build::Failed(format!("the build made no program\n{said}")),
        Ending::CannotStart(reason) => {
            Build::Impossible(format!("cannot start `{program}`: {reason}"))
        }
        other @ (Ending::Exited(_)
        | Ending::Signal(_)
        | Ending::Timeout
        | Ending::Output
        | Ending::Memory) => {
            Build::Failed(format!("{said}\n{program}: {other}").trim_start().to_owned())
        }
    }
}

fn makes_out(line: &Command, folder: &Path) -> bool {
    let out = out(folder);
    let out = out.to_string_lossy();
    line.words.iter().any(|word| word.to_string_lossy().contains(&*out))
}

/// What a build printed, without the name of a folder that is gone afterwards.
fn said(ended: &Ended, folder: &Path) -> String {
    let [out, err] = [&ended.stdout, &ended.stderr_tail].map(|text| String::from_utf8_lossy(text));
    let text = format!("{out}{err}").replace(&*folder.to_string_lossy(), ".");
    let text = text.trim_end();
    let start = text.len().saturating_sub(LONGEST_MESSAGE);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[start..].to_owned()
}

fn out(folder: &Path) -> PathBuf {
    folder.join(".broadside").join("program")
}

/// How the submission is built and run: as told, or as its kind asks for.
fn lines(told: &Grade, submission: &Submission) -> Result<Lines, String> {
    let words = |line: &[&str]| Command::new(line.iter().copied());
    match (&told.build, &told.run) {
        (None, Some(run)) => return Ok(Lines { build: None, run: run.clone() }),
        (Some(build), run) => {
            let run = run.clone().unwrap_or_else(|| words(&["{out}"]));
            return Ok(Lines { build: Some(build.clone()), run });
        }
        (None, None) => {}
    }
    let compiled = |line: &[&str]| Lines { build: Some(words(line)), run: words(&["{out}"]) };
    match only_kind(submission)? {
        Kind::Cpp => Ok(compiled(&["g++", "-std=c++17", "-O1", "-o", "{out}", "{src}"])),
        Kind::C => Ok(compiled(&["cc", "-O1", "-o", "{out}", "{src}", "-lm"])),
        Kind::Python => {
            let main = only_file(submission, Kind::Python, "main.py")?;
            Ok(Lines { build: None, run: words(&["python3", main]) })
        }
        Kind::Executable => {
            let main = format!("{{dir}}/{}", only_file(submission, Kind::Executable, "main")?);
            Ok(Lines { build: None, run: words(&[&main]) })
        }
    }
}

fn only_kind(submission: &Submission) -> Result<Kind, String> {
    let kinds = submission.kinds();
    let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
    match (kinds.first(), kinds.len()) {
        (Some(kind), 1) => Ok(*kind),
        (None, _) => {
            Err("it holds no program that is known: say how with --build and --run".to_owned())
        }
        _ => Err(format!("it holds {}: say how with --build and --run", names.join(" and "))),
    }
}

/// The only file of a kind, or the one called `main`.
fn only_file<'s>(submission: &'s Submission, kind: Kind, main: &str) -> Result<&'s str, String> {
    let files: Vec<_> = submission.of_kind(kind).filter_map(Path::to_str).collect();
    match files.as_slice() {
        [file] => Ok(file),
        _ => files.into_iter().find(|file| *file == main).ok_or_else(|| {
            format!("it holds several {} files and no {main}: say which with --run", kind.name())
        }),
    }
}

/// Puts names in the place of `{out}`, `{src}` and `{dir}`. A word that is `{src}` becomes a word for
/// each file.
fn fill(command: &Command, submission: &Submission, folder: &Path) -> Command {
    let sources: Vec<OsString> =
        submission.sources().into_iter().map(|path| path.as_os_str().to_owned()).collect();
    let words = command.words.iter().flat_map(|word| match word.to_str() {
        Some("{src}") => sources.clone(),
        Some(text) => vec![fill_word(text, &sources, folder)],
        None => vec![word.clone()],
    });
    Command { words: words.collect(), folder: Some(folder.to_owned()), ..command.clone() }
}

fn fill_word(text: &str, sources: &[OsString], folder: &Path) -> OsString {
    let places = [
        ("{out}", out(folder).into_os_string()),
        ("{dir}", folder.as_os_str().to_owned()),
        ("{src}", sources.join(" ".as_ref())),
    ];
    let mut word = OsString::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let place = places.iter().find(|(place, _)| rest.starts_with(place));
        let length = if let Some((place, name)) = place {
            word.push(name);
            place.len()
        } else {
            word.push(&rest[..c.len_utf8()]);
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    word
}
