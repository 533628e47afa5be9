//! Builds the program of a submission, and finds out how to run this program.

use super::Grade;
use super::copy::Copy;
use super::fresh::Fresh;
use super::listing;
use super::recipe::{self, Dated, Recipe, Run, fill, out};
use super::scratch::needs_room;
use super::submission::Submission;
use broadside::lab::patience::Machine;
use broadside::lab::report::Build;
use broadside::ports::programs::{self, Command, Ended, Ending, Limits, Programs};
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

const BUILD_TIME: Duration = Duration::from_mins(2);

/// The disk counts as full if it has less room than this many bytes after a command of a build.
pub(super) const ROOM: usize = 4 << 20;

/// How many of the last bytes of output are kept for each command of a build.
const LONGEST_MESSAGE: usize = 4000;

pub(super) struct Prepared<'a> {
    pub(super) build: Build,
    /// The command of the program, and the [`Fresh`] that runs the command, each time with the
    /// files of the build. `None` if there is no program.
    pub(super) ready: Option<(Command, Fresh<'a>)>,
    pub(super) recipe: String,
}

pub(super) fn build<'a>(
    options: &Grade,
    submission: &Submission,
    copy: &Copy,
    (programs, machine): (&'a dyn Programs, &Machine),
) -> io::Result<Prepared<'a>> {
    let unready = |build, recipe| Ok(Prepared { build, ready: None, recipe });
    let recipe = match Recipe::of(options, submission, copy) {
        Ok(recipe) => recipe,
        Err(message) => return unready(Build::Impossible(message), String::new()),
    };
    let before = match &recipe.run {
        Run::Made(folder) => recipe::programs(&copy.folder.join(folder)),
        Run::Words(_) | Run::Archive(_) => Vec::new(),
    };
    let is_repeatable = Cell::new(options.jobs() > 1);
    let build = machine.again_alone(|| {
        run_build(options, &recipe, copy, programs, is_repeatable.replace(false))
    })?;
    if !matches!(build, Build::Ready(_)) {
        return unready(build, recipe.name);
    }
    let run = match command(&recipe.run, &submission.name, copy, &before) {
        Ok(run) => Command { folder: Some(copy.folder.clone()), ..run },
        Err(message) => return unready(Build::Failed(message), recipe.name),
    };
    match machine.again_alone(|| Fresh::keep(programs, &copy.folder)) {
        Ok(fresh) => Ok(Prepared { build, ready: Some((run, fresh)), recipe: recipe.name }),
        Err(error) if listing::is_fault_of_content(&error) => {
            let message = format!("what the build left cannot be copied: {error}");
            unready(Build::Failed(message), recipe.name)
        }
        Err(error) => Err(error),
    }
}

/// Returns the command that runs the program, or a message if the build left no program. `before`
/// has the programs that were there before the build.
fn command(run: &Run, name: &str, copy: &Copy, before: &[Dated]) -> Result<Command, String> {
    match run {
        Run::Words(words) => Ok(fill(words, copy)),
        Run::Made(folder) => {
            let program = recipe::made(&copy.folder.join(folder), before, Path::new(name));
            program.map(|program| Command::new([program]))
        }
        Run::Archive(folder) => recipe::archive(&copy.folder.join(folder)),
    }
}

/// Runs the build. The result has the output of all commands, or of the command that failed. Fails
/// if the disk is full. Also fails if a command fails by itself (no limit stopped it) and
/// `is_repeatable` is set: other programs may have taken the room that the build needed.
fn run_build(
    options: &Grade,
    recipe: &Recipe,
    copy: &Copy,
    programs: &dyn Programs,
    is_repeatable: bool,
) -> io::Result<Build> {
    let limits = Limits { time: Some(BUILD_TIME), memory: None, ..options.limited.first() };
    let mut printed = String::new();
    if let Some(parent) = out(&copy.folder).parent() {
        fs::create_dir_all(parent)?;
    }
    for line in &recipe.build {
        let line = fill(line, copy);
        let ended = programs.run(&programs::Run { command: &line, input: b"", limits })?;
        // A command may seem to succeed although it could not write a file.
        needs_room(&copy.folder, ROOM)?;
        let outcome = judge(&line, &ended, &copy.folder);
        let Build::Ready(message) = &outcome else {
            if is_repeatable && matches!(ended.ending, Ending::Exited(_) | Ending::Signal(_)) {
                return Err(io::Error::other("the build failed while other programs ran"));
            }
            return Ok(outcome);
        };
        printed = joined(&printed, message);
    }
    Ok(Build::Ready(printed))
}

fn judge(line: &Command, ended: &Ended, folder: &Path) -> Build {
    let program = program_of(line);
    if let Ending::CannotStart(reason) = &ended.ending {
        return Build::Impossible(format!("cannot start `{program}`: {reason}"));
    }
    let printed = printed(ended, folder);
    if let Some(why) = why_stopped(&ended.ending) {
        // The reason comes first: the output may be long. The table shows a line with the word
        // `error`, or else the first line.
        return Build::Failed(format!("{program}: stopped because it {why}\n{printed}"));
    }
    if ended.ending != Ending::Exited(0) {
        let message = format!("{printed}\n{program}: {}", ended.ending);
        return Build::Failed(message.trim_start().to_owned());
    }
    let out = out(folder);
    let is_out = |word: &OsString| word.to_string_lossy().contains(&*out.to_string_lossy());
    if line.words.iter().any(is_out) && !out.exists() {
        return Build::Failed(format!("the build made no program\n{printed}"));
    }
    Build::Ready(printed)
}

fn why_stopped(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Timeout => Some(format!("did not end within {} s", BUILD_TIME.as_secs())),
        Ending::Output => Some("printed too much".to_owned()),
        Ending::Files => Some("wrote too many or too large files".to_owned()),
        Ending::Memory => Some("used too much memory".to_owned()),
        Ending::Exited(_) | Ending::Signal(_) | Ending::CannotStart(_) => None,
    }
}

pub(super) fn program_of(command: &Command) -> Cow<'_, str> {
    command.words.first().map(|word| word.to_string_lossy()).unwrap_or_default()
}

fn printed(ended: &Ended, folder: &Path) -> String {
    let [out, err] = [&ended.stdout, &ended.stderr_tail].map(|text| String::from_utf8_lossy(text));
    let text = joined(&out, &err).replace(&*folder.to_string_lossy(), ".");
    let text = text.trim_end();
    let start = text.len().saturating_sub(LONGEST_MESSAGE);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[start..].to_owned()
}

fn joined(first: &str, second: &str) -> String {
    let lacks_line_end = !first.is_empty() && !first.ends_with('\n') && !second.is_empty();
    format!("{first}{}{second}", if lacks_line_end { "\n" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text on standard error was once joined to the last line of standard output.
    #[test]
    fn standard_error_begins_on_a_line_of_its_own() {
        let printed = |out: &str, err: &[u8]| {
            let ended = Ended { stderr_tail: err.to_vec(), ..Ended::exited(0, out) };
            printed(&ended, Path::new("/folder"))
        };
        assert_eq!(printed("out", b"err"), "out\nerr");
        assert_eq!(printed("out\n", b"err\n"), "out\nerr");
        assert_eq!([printed("", b"err"), printed("out", b"")], ["err", "out"]);
    }
}
