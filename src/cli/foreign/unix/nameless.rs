//! Measures nameless files: open files that were removed or never had a name. They use memory or
//! disk until they are closed. A socket counts too, because text that waits in it uses memory.

use super::limits::{BLOCK, Held};
use super::stat::fields_in;
use rustix::fs::statfs;
use rustix::process::geteuid;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

/// How many bytes usually fit into a socket. The system does not tell how many are in it.
const SOCKET: u64 = 208 << 10;

/// The number of the device, and the number of the file on it.
pub(super) type Identity = (u64, u64);

pub(super) fn identity(about: &Metadata) -> Identity {
    (about.dev(), about.ino())
}

/// Measures the nameless files and the sockets of some threads, each file once. Leaves out our own
/// file `input`. `threads` are the folders of the threads in `/proc`. Threads of one process may
/// have different open files. A thread that hides its open files exceeds every memory limit.
pub(super) fn held<'t>(
    threads: impl Iterator<Item = &'t PathBuf>,
    input: Option<Identity>,
) -> Held {
    let mut seen: BTreeSet<_> = input.into_iter().collect();
    let mut held = Held::default();
    for thread in threads {
        let Ok(files) = open_files(thread) else {
            if is_alive(thread) {
                held.memory = u64::MAX;
            }
            continue;
        };
        for (file, about) in files {
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

/// Returns the open files of a thread. Fails if this user may not see them. On Linux a program can
/// arrange this, for example with `prctl(PR_SET_DUMPABLE, 0)`.
fn open_files(thread: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
    let is_denied = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    let files = match fs::read_dir(thread.join("fd")) {
        Err(error) if is_denied(&error) => return Err(error),
        files => files.into_iter().flatten().flatten().map(|file| file.path()),
    };
    let about = files.map(|file| fs::metadata(&file).map(|about| (file, about)));
    // A file that is closed meanwhile is no error.
    about.filter(|about| about.as_ref().err().is_none_or(is_denied)).collect()
}

/// Whether a thread still runs, with the rights of this user. Linux also hides the open files of
/// threads that are ending, and of programs that run with the rights of another user, such as
/// `sudo`.
fn is_alive(thread: &Path) -> bool {
    let is_ours = fs::metadata(thread).is_ok_and(|about| about.uid() == geteuid().as_raw());
    is_ours && fields_in(thread).is_some_and(|fields| fields.pages > 0)
}

/// Whether the file `place`, or each file in the folder `place`, is held in memory.
pub(super) fn is_in_memory(place: &Path) -> bool {
    /// The number with which Linux marks a `tmpfs`, a file system in memory.
    const TMPFS: u64 = 0x0102_1994;
    statfs(place).is_ok_and(|about| u64::try_from(about.f_type) == Ok(TMPFS))
}
