//! Measures nameless files: open files that were removed or never had a name. They use memory or
//! disk until they are closed.

use super::limits::{BLOCK, Held};
use rustix::fs::statfs;
use rustix::process::Pid;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// The number of the device, and the number of the file on it.
pub(super) type Identity = (u64, u64);

pub(super) fn identity(about: &Metadata) -> Identity {
    (about.dev(), about.ino())
}

/// Measures the nameless files of `processes`, each file once. Leaves out our own file `input`.
pub(super) fn held(processes: impl Iterator<Item = Pid>, input: Option<Identity>) -> Held {
    let mut seen: BTreeSet<_> = input.into_iter().collect();
    let mut held = Held::default();
    for pid in processes {
        let open = fs::read_dir(format!("/proc/{}/fd", pid.as_raw_pid()));
        for file in open.into_iter().flatten().flatten().map(|entry| entry.path()) {
            let Ok(about) = fs::metadata(&file) else { continue };
            if about.is_file() && about.nlink() == 0 && seen.insert(identity(&about)) {
                let kind = if is_in_memory(&file) { &mut held.memory } else { &mut held.files };
                *kind = kind.saturating_add(about.blocks().saturating_mul(BLOCK));
            }
        }
    }
    held
}

/// Whether the file `place`, or each file in the folder `place`, is held in memory.
pub(super) fn is_in_memory(place: &Path) -> bool {
    /// The number with which Linux marks a `tmpfs`, a file system in memory.
    const TMPFS: u64 = 0x0102_1994;
    statfs(place).is_ok_and(|about| u64::try_from(about.f_type) == Ok(TMPFS))
}
