//! The common parts of the modules `unix` and `windows`: limits, the clock of a run, and messages.
//!
//! Each run has a new folder for temporary files. On Unix each run also has a supervisor: another
//! process of `broadside` that watches the program.

use broadside::ports::programs::{Command, Ended};
use std::env;
use std::io;
use std::path::{Path, PathBuf};
#[cfg(any(target_os = "linux", windows))]
use std::thread;
use std::time::{Duration, Instant};

/// The time between the time limit of a run and the moment at which the run is given up. Also the
/// longest wait for most answers of a supervisor.
pub(super) const GRACE: Duration = Duration::from_millis(400);

/// The shortest pause between two checks of the limits of a run.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// How many bytes the files of a run may have together.
pub(super) const MOST_FILE_BYTES: u64 = 512 << 20;

/// How many files and folders a run may have.
const MOST_ENTRIES: u64 = 20_000;

/// How deeply the folders of a run may be nested.
pub(super) const DEEPEST: usize = 100;

/// How many processes a run may have. The number is limited only in bubblewrap (a sandbox) and on
/// Windows. In bubblewrap, each thread counts as a process, and the superuser has no limit.
#[cfg(any(target_os = "linux", windows))]
pub(super) const MOST_PROCESSES: usize = 64;

/// The size and number of the files below some folders. `unix` and `windows` each define a method
/// `add`, which measures a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) bytes: u64,
    pub(super) entries: u64,
}

impl Usage {
    /// Adds a file or folder of `bytes` bytes. Returns `false` if there are more than
    /// [`MOST_ENTRIES`].
    pub(super) const fn count(&mut self, bytes: u64) -> bool {
        self.entries += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.entries <= MOST_ENTRIES
    }
}

/// Rounds up to whole seconds.
pub(super) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Returns the parent of the folder of a run: `TMPDIR` if the command sets this variable, otherwise
/// the system's folder for temporary files.
pub(super) fn temporary(command: &Command) -> PathBuf {
    let mut own = command.environment.iter();
    let given = own.find(|(name, _)| name == "TMPDIR").map(|(_, folder)| folder.into());
    given.unwrap_or_else(env::temp_dir)
}

/// Returns the text of an error of the system in lower case, without its number.
pub(super) fn words_of(error: &io::Error) -> String {
    error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase()
}

pub(super) fn no_folder(parent: &Path, reason: &str) -> String {
    format!("no folder can be made in `{}`: {reason}", parent.display())
}

/// The time limit of a run, and when its other limits are checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    start: Instant,
    limit: Option<Duration>,
    next_check: Instant,
}

impl Clock {
    pub(super) fn start(limit: Option<Duration>) -> Self {
        let start = Instant::now();
        Self { start, limit, next_check: start + LOOK }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(super) fn is_over(&self) -> bool {
        self.limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Returns the current time if the limits must be checked now.
    pub(super) fn due(&self) -> Option<Instant> {
        Some(Instant::now()).filter(|now| *now >= self.next_check)
    }

    /// Sets the next check, after a check that began at `began`. After a slow check the pause is
    /// longer, so checks take only a small part of the time.
    pub(super) fn checked(&mut self, began: Instant) {
        self.next_check = Instant::now() + LOOK.max(began.elapsed() * 10);
    }

    /// Makes the next check come soon, even if the last one was slow.
    #[cfg(unix)]
    pub(super) fn check_soon(&mut self) {
        self.next_check = self.next_check.min(Instant::now() + LOOK);
    }

    /// Returns how long to wait at most: until the time limit or the next check, and never longer
    /// than [`LOOK`].
    pub(super) fn patience(&self) -> Duration {
        let left = self.limit.map_or(LOOK, |limit| limit.saturating_sub(self.elapsed()));
        self.next_check.saturating_duration_since(Instant::now()).min(left).min(LOOK)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    All(&'a [u8]),
    /// A pipe. The methods `send` and `exchange` of `Started` write to it.
    Sent,
}

#[derive(Debug)]
pub(super) enum Unstarted {
    /// This program cannot be started.
    Program(io::Error),
    /// No program can be started on this machine at this time.
    Machine(io::Error),
}

/// Calls `work` until it returns true or `patience` has passed, with a pause between the calls.
#[cfg(any(target_os = "linux", windows))]
pub(super) fn retry(patience: Duration, pause: Duration, mut work: impl FnMut() -> bool) {
    let until = Instant::now() + patience;
    while !work() && Instant::now() < until {
        thread::sleep(pause);
    }
}

#[derive(Debug)]
pub(super) struct Finished {
    pub(super) ended: Ended,
    /// Whether the supervisor ended before the run, for example because a program killed the
    /// supervisor. Then `ended` does not say how the program ended.
    pub(super) is_lost: bool,
}

impl From<Ended> for Finished {
    fn from(ended: Ended) -> Self {
        Self { ended, is_lost: false }
    }
}
