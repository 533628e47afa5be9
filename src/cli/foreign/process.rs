//! The interface that each operating system implements: [`Process`] starts a program within its limits, sends its
//! input, collects its output, and ends it with all processes that it started. `unix` and `windows` are the
//! implementations.

use super::sandbox::Sandbox;
use broadside::ports::programs::{Command, Ended, Ending, Run};
use std::env;
use std::fmt::Debug;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
#[cfg(any(target_os = "linux", windows))]
use std::{thread, time::Instant};

/// A run is abandoned this long after its limit of time, if the system has not ended it.
pub(super) const GRACE: Duration = Duration::from_millis(400);

/// How often memory and files are measured.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// The most bytes that all files of a run may hold together.
pub(super) const MOST_FILES: u64 = 512 << 20;

/// The most files and folders that a program may leave in its folders.
const MOST_ENTRIES: u64 = 20_000;

/// The most levels to which folders may be nested.
pub(super) const DEEPEST: usize = 100;

/// The most processes of a run. They are counted in bubblewrap and on Windows only.
#[cfg(any(target_os = "linux", windows))]
pub(super) const MOST_PROCESSES: usize = 64;

/// The size and number of files below some folders. Each system implements how a folder is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) bytes: u64,
    pub(super) entries: u64,
}

impl Usage {
    /// Counts a file or folder of this size. Returns `false` if there are more than [`MOST_ENTRIES`] now.
    pub(super) const fn count(&mut self, bytes: u64) -> bool {
        self.entries += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.entries <= MOST_ENTRIES
    }
}

/// Returns a time in seconds, rounded up.
pub(super) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Returns the folder in which the folder of a run is made: `TMPDIR`, if the command sets it.
pub(super) fn temporary(command: &Command) -> PathBuf {
    let mut own = command.environment.iter();
    let given = own.find(|(name, _)| name == "TMPDIR").map(|(_, folder)| folder.into());
    given.unwrap_or_else(env::temp_dir)
}

/// The standard input of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    /// These bytes, then the end.
    All(&'a [u8]),
    /// The bytes that [`Process::exchange`] sends.
    Sent,
}

/// Why a program was not started.
#[derive(Debug)]
pub(super) enum Unstarted {
    /// This program cannot be started.
    Program(io::Error),
    /// No program can be started here and now.
    Machine(io::Error),
}

/// Does `work` again and again, with this pause, until it returns `true` or `patience` is over.
#[cfg(any(target_os = "linux", windows))]
pub(super) fn retry(patience: Duration, pause: Duration, mut work: impl FnMut() -> bool) {
    let until = Instant::now() + patience;
    while !work() && Instant::now() < until {
        thread::sleep(pause);
    }
}

/// A program that was started.
pub(super) trait Process: Sized + Debug {
    /// The data that the runs of one caller share.
    type Host: Debug;

    /// Whether programs on this system write CR LF for a newline.
    const HAS_CR: bool;

    /// Starts a program. If this one program cannot be started, only [`end`](Self::end) reports that.
    ///
    /// # Errors
    /// When no program at all can be started here.
    fn start(
        host: &Arc<Self::Host>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        input: Input<'_>,
    ) -> io::Result<Self>;

    /// Sends as much of `unsent` as the program takes without waiting, and removes that from `unsent`.
    fn send(&mut self, unsent: &mut Vec<u8>) -> io::Result<()>;

    /// Waits, no longer than `most`, until something can be sent, something was printed, or the run is over. Sends a
    /// part of `unsent`, adds new output to `printed`, and returns whether the run is over: the program has ended or
    /// reached a limit.
    fn exchange(
        &mut self,
        unsent: &mut Vec<u8>,
        printed: &mut Vec<u8>,
        most: Duration,
    ) -> io::Result<bool>;

    /// Adds to `printed` a part of the output from before the end of the run, and returns its length: 0 if there is
    /// no more.
    fn rest(&mut self, printed: &mut Vec<u8>) -> io::Result<usize>;

    /// Takes the last bytes that were written to standard error until now. Bytes that are written later are returned by
    /// the next call, or at the end of the run.
    fn said(&mut self) -> Vec<u8>;

    /// Ends the run with all processes that the program started. `stopped` is the ending to report if the program still
    /// runs.
    fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Over>;

    /// Ends a run that still goes on [`GRACE`] after its limit of time.
    fn abandon(&mut self);
}

/// The result of a run that is over.
#[derive(Debug)]
pub(super) struct Over {
    pub(super) ended: Ended,
    /// Whether the supervisor was killed, by its program or by another one.
    pub(super) is_lost: bool,
}

impl From<Ended> for Over {
    fn from(ended: Ended) -> Self {
        Self { ended, is_lost: false }
    }
}
