//! Measures nameless files: open files that were removed or never had a name. They use memory or
//! disk until they are closed. A socket counts too, because text that waits in it uses memory.

use super::limits::{BLOCK, Held};
use rustix::fs::statfs;
use rustix::process::Pid;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::Path;

/// How many bytes usually fit into a socket. The system does not tell how many are in it.
const SOCKET: u64 = 208 << 10;

/// The number of the device, and the number of the file on it.
pub(super) type Identity = (u64, u64);

pub(super) fn identity(about: &Metadata) -> Identity {
    (about.dev(), about.ino())
}

/// Measures the nameless files and the sockets of `processes`, each once. Leaves out our own file
/// `input`.
pub(super) fn held(processes: impl Iterator<Item = Pid>, input: Option<Identity>) -> Held {
    let mut seen: BTreeSet<_> = input.into_iter().collect();
    let mut held = Held::default();
    for pid in processes {
        let open = fs::read_dir(format!("/proc/{}/fd", pid.as_raw_pid()));
        for file in open.into_iter().flatten().flatten().map(|entry| entry.path()) {
            let Ok(about) = fs::metadata(&file) else { continue };
            let is_socket = about.file_type().is_socket();
            let is_counted = is_socket || about.is_file() && about.nlink() == 0;
            if is_counted && seen.insert(identity(&about)) {
                let in_memory = is_socket || is_in_memory(&file);
                let kind = if in_memory { &mut held.memory } else { &mut held.files };
                let bytes = if is_socket { SOCKET } else { about.blocks().saturating_mul(BLOCK) };
                *kind = kind.saturating_add(bytes);
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
