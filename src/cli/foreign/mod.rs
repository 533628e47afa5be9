//! Starts foreign programs, holds them to their limits, and leaves nothing of them running: the real
//! twin of [`broadside::ports::programs`].
//!
//! Each run has a supervisor, a process of ours that starts the program, watches it, and kills and
//! reaps all that it started. We hold one end of a socket to it: when that closes, because we want the
//! run stopped or because we were killed, the supervisor ends everything. A parent-death signal would
//! not do: it is bound to the thread that started the supervisor.
//!
//! On Linux the supervisor is a subreaper, so that even a daemon that forked twice stays below it.
//! macOS and other systems have none: there only the program's process group is ended, and memory is
//! not looked at.
//!
//! This module knows nothing of the command line, and of the binary only its file, which it starts
//! again: `Foreign::new(exe, stop).run(&run)`.

mod control;
mod dialogue;
#[cfg_attr(target_os = "linux", path = "processes.rs")]
#[cfg_attr(not(target_os = "linux"), path = "group.rs")]
mod processes;
mod removal;
mod report;
mod sandbox;
mod stderr;
mod supervisor;
mod waiting;

pub(crate) use removal::remove_folder;
pub(crate) use sandbox::Sandbox;
pub(crate) use supervisor::supervise_if_told;

use broadside::ports::programs::{
    Command, Dialogue, Dialogues, Ended, Ending, Limits, Programs, Run,
};
use control::Control;
use dialogue::Conversation;
use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use waiting::{Source, wait};

/// How often the wish to stop is looked at while a program runs.
const TICK: Duration = Duration::from_millis(50);

/// How much later than its limit a run is given up, should its supervisor hang.
const GRACE: Duration = Duration::from_millis(400);

/// Runs foreign programs.
#[derive(Clone, Debug)]
pub(crate) struct Foreign {
    exe: PathBuf,
    sandbox: Sandbox,
    stop: Arc<AtomicBool>,
}

impl Foreign {
    /// Runs programs under supervisors that are started from the file `exe`, which must call
    /// [`supervise_if_told`] before all else. Once `stop` is true, all runs end at once.
    pub(crate) const fn new(exe: PathBuf, stop: Arc<AtomicBool>) -> Self {
        Self { exe, sandbox: Sandbox::None, stop }
    }

    /// The same, in a sandbox.
    pub(crate) fn inside(self, sandbox: Sandbox) -> Self {
        Self { sandbox, ..self }
    }

    /// # Errors
    /// When runs are to stop.
    fn go_on(&self) -> io::Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }
}

impl Programs for Foreign {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        self.go_on()?;
        let (stdout, theirs) = io::pipe()?;
        let control = Control::start(self, run, input_file(run.input)?.into(), theirs.into())?;
        let running = Running {
            control,
            stdout: Source::new(stdout)?,
            printed: Vec::new(),
            limits: run.limits,
        };
        running.finish(self)
    }
}

impl Dialogues for Foreign {
    fn open(&self, command: &Command, limits: Limits) -> io::Result<Box<dyn Dialogue>> {
        Ok(Box::new(Conversation::open(self.clone(), command, limits)?))
    }
}

/// A file that holds `bytes`, has no name, and is read from its beginning. With a file for its input,
/// a program that never reads delays nobody.
fn input_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = nameless_file()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

#[cfg(target_os = "linux")]
fn nameless_file() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(File::from(memfd_create("input", MemfdFlags::CLOEXEC)?))
}

#[cfg(not(target_os = "linux"))]
fn nameless_file() -> io::Result<File> {
    tempfile::tempfile()
}

/// A run on its way.
struct Running {
    control: Control,
    stdout: Source,
    printed: Vec<u8>,
    limits: Limits,
}

impl Running {
    fn finish(mut self, foreign: &Foreign) -> io::Result<Ended> {
        let hangs_from = self
            .limits
            .time
            .and_then(|time| Instant::now().checked_add(time.saturating_add(GRACE)));
        while !self.listen()? {
            foreign.go_on()?;
            if hangs_from.is_some_and(|from| Instant::now() >= from) {
                self.control.abandon();
                return Ok(Ended::new(Ending::Timeout, self.printed));
            }
        }
        // What stands in the pipe still belongs to the program's output.
        while !self.is_too_much() && self.stdout.read(&mut self.printed)? > 0 {}
        let mut ended = self.control.end(mem::take(&mut self.printed))?;
        if ended.stdout.len() > self.limits.output {
            ended.stdout.truncate(self.limits.output);
            ended.ending = Ending::Output;
        }
        Ok(ended)
    }

    /// Waits a little for output, reads it, and tells whether the run is over.
    fn listen(&mut self) -> io::Result<bool> {
        let [can_read, is_over] =
            wait([self.stdout.readable(), Some(self.control.readable())], TICK)?;
        if can_read {
            self.stdout.read(&mut self.printed)?;
        }
        Ok(is_over || self.is_too_much())
    }

    const fn is_too_much(&self) -> bool {
        self.printed.len() > self.limits.output
    }
}
