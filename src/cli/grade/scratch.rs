//! Makes a folder for the copies of the submissions. The copies are built in this folder. The
//! folder is removed when the run ends. If a run is killed, the next run removes the old folder.
//!
//! A run locks a file in its folder, and the system releases the lock when the run ends. So a
//! folder with a free lock is abandoned. Process numbers cannot replace the lock: two containers
//! can share `/tmp` and use the same numbers.

use crate::cli::cleanup::{self, Cleanup};
use crate::cli::foreign::{private_folder, remove_folder};
use std::env;
use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

const PREFIX: &str = "broadside-grade-";

const LOCK: &str = "lock";

pub(super) struct Scratch {
    path: PathBuf,
    /// The locked file. It is closed before the folder is removed, because Windows does not remove
    /// open files.
    lock: Option<File>,
    _cleanup: Cleanup,
}

impl Scratch {
    pub(super) fn new() -> io::Result<Self> {
        let parent = env::temp_dir();
        remove_abandoned(&parent);
        let ((path, lock), cleanup) = cleanup::guarded(
            || make(&parent),
            |(path, _)| {
                let path = path.clone();
                Box::new(move || remove_folder(&path))
            },
        )?;
        Ok(Self { path, lock: Some(lock), _cleanup: cleanup })
    }

    /// Makes a folder whose name cannot be guessed. A program that knew the name could change the
    /// permissions of the folder, even in the Landlock sandbox.
    pub(super) fn new_folder(&self) -> io::Result<PathBuf> {
        Ok(private_folder("", &self.path)?.keep())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.lock = None;
        remove_folder(&self.path);
    }
}

/// Makes a folder with a locked file. The file gets its name last, so no run finds it unlocked.
fn make(parent: &Path) -> io::Result<(PathBuf, File)> {
    let folder = private_folder(PREFIX, parent)?;
    let new = folder.path().join("new");
    let lock = File::create_new(&new)?;
    lock.lock()?;
    fs::rename(new, folder.path().join(LOCK))?;
    Ok((folder.keep(), lock))
}

fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_named = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
        if is_named && is_abandoned(&entry.path()).unwrap_or(false) {
            remove_folder(&entry.path());
        }
    }
}

fn is_abandoned(folder: &Path) -> io::Result<bool> {
    let (about, lock) = (fs::symlink_metadata(folder)?, folder.join(LOCK));
    let is_ours = about.is_dir() && is_of_current_user(&about);
    if !is_ours || !fs::symlink_metadata(&lock)?.is_file() {
        return Ok(false);
    }
    Ok(File::open(lock)?.try_lock().is_ok())
}

pub(super) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Fails if the disk of `folder` has no room for this many bytes. To find out, writes a file
/// without a name, because a named file could be a link to another disk.
pub(super) fn needs_room(folder: &Path, bytes: usize) -> io::Result<()> {
    let written =
        tempfile::tempfile_in(folder).and_then(|mut file| file.write_all(&vec![0; bytes]));
    written.or_else(|error| if is_full(&error) { Err(error) } else { Ok(()) })
}

pub(super) fn no_room() -> String {
    let folder = env::temp_dir();
    format!("no space is left in `{}`, the folder for temporary files", folder.display())
}

#[cfg(unix)]
fn is_of_current_user(about: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(about) == rustix::process::geteuid().as_raw()
}

/// Returns true, because on Windows each user has a separate folder for temporary files.
#[cfg(windows)]
fn is_of_current_user(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn only_folders_of_dead_runs_are_removed() {
        let parent = TempDir::new().unwrap();
        let (alive, lock) = make(parent.path()).unwrap();
        let (dead, _) = make(parent.path()).unwrap();
        let (new, other) = (parent.path().join("broadside-grade-new"), parent.path().join("other"));
        fs::create_dir(&new).unwrap();
        fs::create_dir(&other).unwrap();
        File::create(other.join(LOCK)).unwrap();
        remove_abandoned(parent.path());
        assert_eq!(
            [&alive, &dead, &new, &other].map(|folder| folder.exists()),
            [true, false, true, true]
        );
        drop(lock);
        remove_abandoned(parent.path());
        assert!(!alive.exists() && new.exists());
    }
}
