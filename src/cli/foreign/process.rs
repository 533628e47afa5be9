//! What each system must do for a program: it starts the
//! program within its limits, feeds it, collects what it prints, and ends it with all that it started.
//! `unix` and `windows` implement it.

use super::sandbox::Sandbox;
use broadside::ports::programs::{Ended, Ending, Run};
use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How much later than its limit a run is given up that its system does not end.
pub(super) const GRACE: Duration = Duration::from_millis(400);

/// How often memory and files are looked at.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// What the files of a run may take up together, in bytes.
pub(super) const MOST_FILES: u64 = 512 << 20;

/// The most files and folders that a program may leave in its folders.
const MOST_ENTRIES: u64 = 20_000;

/// How deep folders may be nested.
pub(super) const DEEPEST: usize = 100;

/// The most processes of a run where they are counted: in bubblewrap, and on Windows.
#[cfg(any(target_os = "linux", windows))]
pub(super) const MOST_PROCESSES: usize = 64;

/// What the files below some folders take up, until that is too much. Each system adds what lies in a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) bytes: u64,
    pub(super) entries: u64,
}

impl Usage {
    /// Counts a file or folder of so many bytes; `false` once there are too many.
    pub(super) const fn count(&mut self, bytes: u64) -> bool {
        self.entries += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.entries <= MOST_ENTRIES
    }
}

/// A time in seconds, rounded up.
pub(super) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// What a program gets on its standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    /// These bytes, then the end.
    All(&'a [u8]),
    /// What [`Process::exchange`] sends.
    Sent,
}

/// A program that was started.
pub(super) trait Process: Sized + Debug {
    /// What the runs of one caller share.
    type Host: Debug;

    /// Whether a CR before an LF belongs to the newline that programs write here.
    const HAS_CR: bool;

    /// Starts a program. That the program itself cannot be started comes out when it is ended.
    ///
    /// # Errors
    /// When no program can be started here.
    fn start(
        host: &Arc<Self::Host>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        input: Input<'_>,
    ) -> io::Result<Self>;

    /// Sends what the program takes at once, and removes it from `unsent`.
    fn send(&mut self, unsent: &mut Vec<u8>) -> io::Result<()>;

    /// Waits until something can be sent or was printed, or the run is over, but not longer than `most`.
    /// Sends of `unsent`, adds to `printed`, and returns whether the run is over: the program has ended,
    /// or it has reached a limit.
    fn exchange(
        &mut self,
        unsent: &mut Vec<u8>,
        printed: &mut Vec<u8>,
        most: Duration,
    ) -> io::Result<bool>;

    /// Adds to `printed` a part of what was printed before the run was over, and returns how much that
    /// is: 0 when there is no more.
    fn rest(&mut self, printed: &mut Vec<u8>) -> io::Result<usize>;

    /// Takes the end of what was written to standard error until now; what is written later comes with the
    /// next call, or with the end.
    fn said(&mut self) -> Vec<u8>;

    /// Ends the run with all that the program started. A program that still runs ends as `stopped`.
    fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Over>;

    /// Ends a run that has outlived its limits by [`GRACE`].
    fn abandon(&mut self);
}

/// What is known of a run that is over.
#[derive(Debug)]
pub(super) enum Over {
    Ended(Ended),
    /// The supervisor was killed, by its program or by another one.
    Lost(Ended),
}

impl Over {
    pub(super) fn ended(self) -> Ended {
        match self {
            Self::Ended(ended) | Self::Lost(ended) => ended,
        }
    }

    /// Changes what is known.
    pub(super) fn map(self, change: impl FnOnce(Ended) -> Ended) -> Self {
        match self {
            Self::Ended(ended) => Self::Ended(change(ended)),
            Self::Lost(ended) => Self::Lost(change(ended)),
        }
    }
}
