//! Changes the limits of this process: lowers them, or raises the limit for open files. All
//! processes that it starts inherit these limits.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// Lowers a limit of this process to `to`. A limit that is already lower stays.
pub(super) fn lower(resource: Resource, to: u64) -> io::Result<()> {
    Ok(setrlimit(resource, least(resource, to, to))?)
}

/// The largest number of files that a process of a program may hold open.
const MOST_FILES: u64 = 1024;

/// Lowers the limit for open files to [`MOST_FILES`], or to a quarter of the old limit if that is
/// less. Linux counts the files that a user has sent through sockets and that wait there. A process
/// may send a file only if this count is not above the limit of this process. The main process has
/// a higher limit than programs. So no program can keep the main process from sending files to its
/// supervisors (the processes that run programs).
pub(super) fn lower_files() -> io::Result<()> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    lower(Resource::Nofile, maximum.map_or(MOST_FILES, |maximum| MOST_FILES.min(maximum / 4)))
}

/// Lets this process hold open as many files as the system permits.
pub(super) fn raise_files() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    // If this fails, programs still run, but may disturb this process: see `lower_files`.
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).ok();
}

/// Returns `current` and `maximum`, or the limits of this process where these are lower.
pub(super) fn least(resource: Resource, current: u64, maximum: u64) -> Rlimit {
    let old = getrlimit(resource);
    let least = |old: Option<u64>, new: u64| Some(old.map_or(new, |old| old.min(new)));
    Rlimit { current: least(old.current, current), maximum: least(old.maximum, maximum) }
}

/// The system counts the space of a file in blocks of this many bytes.
pub(super) const BLOCK: u64 = 512;

/// What all processes of a run hold at one moment. A nameless file is an open file in no folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// Resident memory, page tables, sockets, and nameless files in memory, in bytes.
    pub(super) memory: u64,
    /// Nameless files on disk, in bytes.
    pub(super) files: u64,
    pub(super) threads: u64,
}
