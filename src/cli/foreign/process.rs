//! The interface that each operating system implements, in `unix` or `windows`: [`Process`].
//!
//! Each run has a new folder for the temporary files of the program: the folder of the run. On Unix
//! each run also has a supervisor: another process of `broadside` that watches the program.

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

/// The time that a run gets after its time limit before it is abandoned. Also the longest wait for
/// most answers of a supervisor.
pub(super) const GRACE: Duration = Duration::from_millis(400);

/// The shortest pause between two measurements of memory and files.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// The most bytes that all files of a run may hold together.
pub(super) const MOST_FILE_BYTES: u64 = 512 << 20;

/// The most files and folders that a program may have in its folders.
const MOST_ENTRIES: u64 = 20_000;

/// The largest depth of files and folders below the folders of a program.
pub(super) const DEEPEST: usize = 100;

/// The most processes of a run. The limit applies only in bubblewrap and on Windows.
#[cfg(any(target_os = "linux", windows))]
pub(super) const MOST_PROCESSES: usize = 64;

/// The total size of the files below some folders, and the number of files and folders. Each system
/// has its own method `add`, which adds the content of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) bytes: u64,
    pub(super) entries: u64,
}

impl Usage {
    /// Counts a file or folder of this size. Returns `false` if more than [`MOST_ENTRIES`] have
    /// been counted.
    pub(super) const fn count(&mut self, bytes: u64) -> bool {
        self.entries += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.entries <= MOST_ENTRIES
    }
}

/// Returns `time` in seconds, rounded up.
pub(super) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Returns where the folder of a run is made: `TMPDIR` if the command sets this variable, otherwise
/// the system's folder for temporary files.
pub(super) fn temporary(command: &Command) -> PathBuf {
    let mut own = command.environment.iter();
    let given = own.find(|(name, _)| name == "TMPDIR").map(|(_, folder)| folder.into());
    given.unwrap_or_else(env::temp_dir)
}

/// The standard input of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    /// These bytes, and then the end of the input.
    All(&'a [u8]),
    /// A pipe. [`Process::send`] and [`Process::exchange`] write to it.
    Sent,
}

/// Why a program was not started.
#[derive(Debug)]
pub(super) enum Unstarted {
    /// This program cannot be started.
    Program(io::Error),
    /// No program can be started on this machine at this time.
    Machine(io::Error),
}

/// Repeats `work`, with a `pause` in between, until it returns `true` or `patience` is over.
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

    /// Whether programs on this system end lines with CR LF.
    const HAS_CR: bool;

    /// Starts a program. If only this program cannot be started, returns no error: then
    /// [`end`](Self::end) reports the reason.
    ///
    /// # Errors
    /// When no program at all can be started here.
    fn start(
        host: &Arc<Self::Host>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        input: Input<'_>,
    ) -> io::Result<Self>;

    /// Sends as much of `unsent` as possible without waiting, and removes the sent bytes from
    /// `unsent`.
    fn send(&mut self, unsent: &mut Vec<u8>) -> io::Result<()>;

    /// Sends a part of `unsent`, and adds new output to `printed`. First waits until one of these
    /// is possible or the run is over, but no longer than `most`.
    ///
    /// Returns whether the run is over: the program has ended or has reached a limit.
    fn exchange(
        &mut self,
        unsent: &mut Vec<u8>,
        printed: &mut Vec<u8>,
        most: Duration,
    ) -> io::Result<bool>;

    /// Adds to `printed` a part of the output that was written before the end of the run. Returns
    /// the length of this part, or 0 if nothing is left.
    fn read_rest(&mut self, printed: &mut Vec<u8>) -> io::Result<usize>;

    /// Takes the text that the program has written to standard error since the previous call. If
    /// the text is long, takes only its end.
    fn take_stderr(&mut self) -> Vec<u8>;

    /// Ends the run, and all its processes that can be found. `stopped` is the ending to report if
    /// the program still runs, and `stdout` is the output to report.
    fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Finished>;

    /// Ends a run that has not ended [`GRACE`] after its time limit.
    fn abandon(&mut self);
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) ended: Ended,
    /// Whether the supervisor ended before the run, for example because a program killed it. Always
    /// `false` on Windows.
    pub(super) is_lost: bool,
}

impl From<Ended> for Finished {
    fn from(ended: Ended) -> Self {
        Self { ended, is_lost: false }
    }
}
