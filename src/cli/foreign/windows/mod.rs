//! Runs programs on Windows.
//!
//! Each program is put into a job object (a group of processes) before its first instruction runs.
//! All processes that the program starts belong to the same job. When the last handle of a job is
//! closed, Windows ends all processes of the job, even if `broadside` was killed.

mod files;
mod job;
mod report;
mod streams;

pub(crate) use files::remove_folder;
pub(crate) use job::spent;

use super::input::file_of;
use super::private_folder;
use super::process::{
    Clock, Finished, Input, MOST_FILE_BYTES, Unstarted, Usage, no_folder, temporary, whole_seconds,
};
use super::sandbox::{Hidden, Sandbox, no_landlock};
use broadside::ports::programs::{Ended, Ending, Limits, Run};
use job::Job;
use std::ffi::{OsStr, OsString};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use streams::{Output, Sender, Tail};
use tempfile::TempDir;

/// The words of a command that does nothing.
pub(super) const IDLE: [&str; 3] = ["cmd", "/c", "rem"];

/// Programs on Windows often end their lines with a carriage return and a newline.
pub(super) const HAS_CR: bool = true;

/// The pause between two checks of a program that still runs, but has closed its output.
const PAUSE: Duration = Duration::from_millis(1);

/// What all runs share. On Windows, this is nothing.
#[derive(Debug)]
pub(super) struct Host;

impl Host {
    pub(super) fn new(_: PathBuf, _: Hidden) -> Self {
        Self
    }
}

/// A run. `Started` of the module `unix` has the same methods and explains them.
pub(super) struct Started {
    job: Option<Job>,
    stdin: Option<Sender>,
    stdout: Output,
    stderr: Tail,
    /// The measured folders: the folder of the run, and the folder of the program if the command
    /// sets one.
    folders: Vec<PathBuf>,
    /// The folder of the run. `None` after the end of the run.
    run: Option<TempDir>,
    limits: Limits,
    clock: Clock,
    /// How the run ended, and its wall-clock time.
    end: Option<(Ending, Duration)>,
}

impl Started {
    pub(super) fn start(
        _: &Arc<Host>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        input: Input<'_>,
    ) -> io::Result<Self> {
        let folder = folder_of_run(run)?;
        let mut command = command(sandbox, run, folder.path())?;
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(match input {
            Input::All(bytes) => file_of(bytes)?.into(),
            Input::Sent => Stdio::piped(),
        });
        let own = run.command.folder.clone();
        let mut started = Self {
            job: None,
            stdin: None,
            stdout: Output::default(),
            stderr: Tail::default(),
            folders: [folder.path().to_owned()].into_iter().chain(own).collect(),
            run: Some(folder),
            limits: run.limits,
            clock: Clock::start(run.limits.time),
            end: None,
        };
        match Job::start(command) {
            Ok(mut job) => {
                let pipes = job.pipes();
                started.stdin = pipes.0.map(Sender::new).transpose()?;
                started.stdout = pipes.1.map(Output::new).transpose()?.unwrap_or_default();
                started.stderr = pipes.2.map(Tail::new).transpose()?.unwrap_or_default();
                started.job = Some(job);
            }
            Err(Unstarted::Program(error)) => {
                let why = Ending::CannotStart(report::reason(&error));
                started.end = Some((why, Duration::ZERO));
            }
            Err(Unstarted::Machine(error)) => return Err(error),
        }
        Ok(started)
    }

    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(super) fn send(&mut self, unsent: &mut Vec<u8>) -> io::Result<()> {
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !unsent.is_empty()) {
            stdin.send(mem::take(unsent));
        }
        Ok(())
    }

    pub(super) fn exchange(
        &mut self,
        unsent: &mut Vec<u8>,
        printed: &mut Vec<u8>,
        most: Duration,
    ) -> io::Result<bool> {
        self.send(unsent)?;
        if self.end.is_none() {
            let most = most.min(self.clock.patience());
            if self.stdout.is_closed() {
                thread::sleep(most.min(PAUSE));
            } else {
                self.stdout.read(printed, most);
            }
            self.end = self.ended()?.map(|ending| (ending, self.clock.elapsed()));
        }
        Ok(self.end.is_some())
    }

    /// Reads a part of the remaining output. First ends all processes, so that none writes more.
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(super) fn read_rest(&mut self, printed: &mut Vec<u8>) -> io::Result<usize> {
        if let Some(job) = &mut self.job {
            job.end();
        }
        Ok(self.stdout.read(printed, job::PATIENCE))
    }

    /// Does nothing: on Windows, programs keep running between their answers.
    #[expect(clippy::unused_self, reason = "it does something on other systems")]
    pub(super) const fn set_awaited(&self, _: bool) {}

    pub(super) fn take_stderr(&mut self) -> Vec<u8> {
        self.stderr.take()
    }

    pub(super) fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Finished> {
        if self.end.is_none() {
            let ending = self.exited()?.unwrap_or(stopped);
            self.end = Some((ending, self.clock.elapsed()));
        }
        let cpu = self.finish();
        let (ending, wall) = self.end.clone().unwrap_or((Ending::Timeout, Duration::ZERO));
        Ok(Ended { ending, stdout, stderr_tail: self.stderr.finish(), wall, cpu }.into())
    }

    pub(super) fn abandon(&mut self) {
        self.finish();
    }

    /// Returns how the run ended, or `None` if it goes on.
    fn ended(&mut self) -> io::Result<Option<Ending>> {
        if let Some(ending) = self.exited()? {
            return Ok(Some(ending));
        }
        if self.clock.is_over() {
            return Ok(Some(Ending::Timeout));
        }
        let Some(began) = self.clock.due() else { return Ok(None) };
        let exceeded = self.exceeded_limit();
        self.clock.checked(began);
        Ok(exceeded)
    }

    fn exited(&mut self) -> io::Result<Option<Ending>> {
        let Some(job) = &mut self.job else { return Ok(None) };
        Ok(job.exit_code()?.map(report::ending))
    }

    fn exceeded_limit(&mut self) -> Option<Ending> {
        let job = self.job.as_mut()?;
        let usage = job.measure();
        if usage.memory > self.limits.memory.unwrap_or(u64::MAX) {
            return Some(Ending::Memory);
        }
        let is_spent = |time| usage.longest.as_secs() >= whole_seconds(time);
        if self.limits.time.is_some_and(is_spent) {
            return Some(Ending::Timeout);
        }
        let mut files = Usage::default();
        let is_countable = self.folders.iter().all(|folder| files.add(folder));
        (!is_countable || files.bytes > MOST_FILE_BYTES).then_some(Ending::Files)
    }

    fn finish(&mut self) -> Duration {
        let cpu = self.job.take().map_or(Duration::ZERO, |mut job| job.end());
        self.stdin = None;
        if let Some(run) = self.run.take() {
            remove_folder(&run.keep());
        }
        cpu
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.finish();
    }
}

fn folder_of_run(run: &Run<'_>) -> io::Result<TempDir> {
    let parent = temporary(run.command);
    private_folder("broadside-", &parent)
        .map_err(|error| io::Error::other(no_folder(&parent, &report::reason(&error))))
}

fn command(sandbox: &Sandbox, run: &Run<'_>, folder: &Path) -> io::Result<Command> {
    let prefix = match sandbox {
        Sandbox::None => &[][..],
        Sandbox::Prefix(prefix) => prefix,
        Sandbox::Bubblewrap => return Err(io::Error::other("bubblewrap exists on Linux only")),
        Sandbox::Landlock => return Err(no_landlock()),
    };
    let mut words = prefix.iter().chain(&run.command.words);
    let program = words.next().map(OsString::as_os_str).unwrap_or_default();
    let mut command = Command::new(located(program, run.command.folder.as_deref()));
    command.args(words).env("TMP", folder).env("TEMP", folder);
    if let Some(folder) = &run.command.folder {
        command.current_dir(folder);
    }
    let own = run.command.environment.iter().filter(|(name, _)| name != "TMPDIR");
    command.envs(own.map(|(name, value)| (name, value)));
    Ok(command)
}

/// Returns the path of a program. A relative path of several parts is joined to `folder`, because
/// the system itself would look for the program below the current folder of `broadside`.
fn located(program: &OsStr, folder: Option<&Path>) -> PathBuf {
    let path = Path::new(program);
    let has_place = path.components().nth(1).is_some();
    folder.filter(|_| has_place).map_or_else(|| path.to_owned(), |folder| folder.join(path))
}
