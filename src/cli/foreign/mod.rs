//! Starts foreign programs, holds them to their limits, and leaves nothing of them running: the real
//! twin of [`broadside::ports::programs`].
//!
//! Each run has a supervisor, a process of ours that starts the program, watches it, and kills and
//! reaps all that it started. A supervisor does one run after the other. We hold one end of a socket to
//! it: when that closes, because we are done or because we were killed, the supervisor ends everything.
//! A parent-death signal would not do: it is bound to the thread that started the supervisor.
//!
//! On Linux the supervisor is a subreaper, so that even a daemon that forked twice stays below it.
//! macOS and other systems have none: there only the program's process group is ended, and memory and
//! processor time are not looked at.
//!
//! This module knows nothing of the command line, and of the binary only its file, which it starts
//! again: `Foreign::new(exe, stop).run(&run)`.

mod bubblewrap;
#[cfg(target_os = "linux")]
mod cgroup;
mod control;
mod dialogue;
#[cfg_attr(not(target_os = "linux"), path = "no_landlock.rs")]
mod landlock;
mod message;
#[cfg_attr(target_os = "linux", path = "processes.rs")]
#[cfg_attr(not(target_os = "linux"), path = "group.rs")]
mod processes;
mod removal;
mod report;
mod sandbox;
mod stderr;
mod supervisor;
mod waiting;
mod watch;

pub(crate) use removal::remove_folder;
pub(crate) use sandbox::Sandbox;
pub(crate) use supervisor::supervise_if_asked;

use broadside::Cancel;
use broadside::ports::programs::{
    Command, Dialogue, Dialogues, Ended, Ending, Limits, Programs, Run,
};
use control::{Control, Over, Pool};
use dialogue::Conversation;
use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use waiting::{Source, wait};

/// How often the stop flag is looked at while a program runs.
const TICK: Duration = Duration::from_millis(50);

/// How much later than its limit a run is given up whose supervisor does not answer.
const GRACE: Duration = Duration::from_millis(400);

/// How long a sandbox may take to start a program that does nothing.
const TRIAL: Duration = Duration::from_secs(10);

/// Runs foreign programs.
#[derive(Clone, Debug)]
pub(crate) struct Foreign {
    pool: Arc<Pool>,
    sandbox: Sandbox,
    stop: Cancel,
}

impl Foreign {
    /// Runs programs under supervisors that are started from the file `exe`, which must call
    /// [`supervise_if_asked`] before all else. Once `stop` is set, all runs end at once.
    pub(crate) fn new(exe: PathBuf, stop: Cancel) -> Self {
        processes::adopt_lost_orphans();
        Self { pool: Arc::new(Pool::new(exe)), sandbox: Sandbox::None, stop }
    }

    /// Runs programs in a sandbox.
    pub(crate) fn inside(self, sandbox: Sandbox) -> Self {
        Self { sandbox, ..self }
    }

    /// Tries whether programs can be run in the sandbox, with one that does nothing.
    ///
    /// # Errors
    /// When they cannot, with the reason.
    pub(crate) fn try_sandbox(&self) -> io::Result<()> {
        if matches!(self.sandbox, Sandbox::None) {
            return Ok(());
        }
        let folder = tempfile::tempdir()?;
        let command = Command { folder: Some(folder.path().to_owned()), ..Command::new(["true"]) };
        let limits = Limits { time: Some(TRIAL), ..Limits::default() };
        let ended = self.run(&Run { command: &command, input: b"", limits })?;
        if ended.ending == Ending::Exited(0) {
            return Ok(());
        }
        Err(io::Error::other(format!("a program that does nothing ended: {}", ended.ending)))
    }

    /// # Errors
    /// When runs are to stop.
    fn go_on(&self) -> io::Result<()> {
        if self.stop.is_set() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }
}

impl Programs for Foreign {
    /// A run whose supervisor was killed is repeated once: another program may have done it.
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        match self.run_once(run)? {
            Over::Ended(ended) => Ok(ended),
            Over::Lost(_) => Ok(self.run_once(run)?.ended()),
        }
    }
}

impl Foreign {
    fn run_once(&self, run: &Run<'_>) -> io::Result<Over> {
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
/// a program that never reads delays nothing. It cannot be written.
#[cfg(target_os = "linux")]
fn input_file(bytes: &[u8]) -> io::Result<File> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("input", flags)?);
    file.write_all(bytes)?;
    fcntl_add_seals(
        &file,
        SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL,
    )?;
    file.rewind()?;
    Ok(file)
}

#[cfg(not(target_os = "linux"))]
fn input_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// A run on its way.
struct Running {
    control: Control,
    stdout: Source,
    printed: Vec<u8>,
    limits: Limits,
}

impl Running {
    fn finish(mut self, foreign: &Foreign) -> io::Result<Over> {
        let hangs_from = self
            .limits
            .time
            .and_then(|time| Instant::now().checked_add(time.saturating_add(GRACE)));
        while !self.listen()? {
            foreign.go_on()?;
            if hangs_from.is_some_and(|from| Instant::now() >= from) {
                self.control.abandon();
                return Ok(Over::Ended(Ended::new(Ending::Timeout, self.printed)));
            }
        }
        // What stands in the pipe still belongs to the program's output.
        while !self.is_too_much() && self.stdout.read(&mut self.printed)? > 0 {}
        let most = self.limits.output;
        Ok(match self.control.end(Ending::Output, mem::take(&mut self.printed))? {
            Over::Ended(ended) => Over::Ended(cut(ended, most)),
            Over::Lost(ended) => Over::Lost(cut(ended, most)),
        })
    }

    /// Waits a little for output, reads it, and tells whether the run is over.
    fn listen(&mut self) -> io::Result<bool> {
        let [can_read, is_over] = wait([self.stdout.readable(), self.control.readable()], TICK)?;
        if can_read {
            self.stdout.read(&mut self.printed)?;
        }
        Ok(is_over || self.is_too_much())
    }

    const fn is_too_much(&self) -> bool {
        self.printed.len() > self.limits.output
    }
}

/// Cuts the output of a run at the limit.
fn cut(mut ended: Ended, most: usize) -> Ended {
    if ended.stdout.len() > most {
        ended.stdout.truncate(most);
        ended.ending = Ending::Output;
    }
    ended
}
