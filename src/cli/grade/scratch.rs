//! The folder in which submissions are copied and built. It goes with the run; what a killed run has
//! left, the next one removes.
//!
//! A run locks a file in its folder. The system gives the lock back when the run ends, however that
//! happens, so a folder whose lock is free belongs to no run. Numbers of processes would not tell: two
//! containers can share `/tmp`.

use crate::cli::cleanup::{self, Cleanup};
use crate::cli::foreign::{private_folder, remove_folder};
use std::env;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// How the names of all such folders begin.
const PREFIX: &str = "broadside-grade-";

/// The name of the file that is locked.
const LOCK: &str = "lock";

/// A folder, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
    /// Until the folder is removed: Windows keeps a file that is open.
    lock: Option<File>,
    _cleanup: Cleanup,
}

impl Scratch {
    /// A new folder. Those of dead runs are removed.
    ///
    /// # Errors
    /// When the system fails.
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

    /// A new folder in it. Behind Landlock a program can change the permissions of files whose names it knows.
    ///
    /// # Errors
    /// When the system fails.
    pub(super) fn room(&self) -> io::Result<PathBuf> {
        Ok(private_folder("", &self.path)?.keep())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.lock = None;
        remove_folder(&self.path);
    }
}

/// The file gets its name once it is locked: no other run finds it free while this one lives.
fn make(parent: &Path) -> io::Result<(PathBuf, File)> {
    let folder = private_folder(PREFIX, parent)?;
    let new = folder.path().join("new");
    let lock = File::create_new(&new)?;
    lock.lock()?;
    fs::rename(new, folder.path().join(LOCK))?;
    Ok((folder.keep(), lock))
}

/// Removes the folders of dead runs. Where that fails, a later run may do it.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_named = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
        if is_named && is_abandoned(&entry.path()).unwrap_or(false) {
            remove_folder(&entry.path());
        }
    }
}

/// Whether `folder` is one of our user's whose lock is free.
fn is_abandoned(folder: &Path) -> io::Result<bool> {
    let (about, lock) = (fs::symlink_metadata(folder)?, folder.join(LOCK));
    let is_ours = about.is_dir() && is_our_users(&about);
    if !is_ours || !fs::symlink_metadata(&lock)?.is_file() {
        return Ok(false);
    }
    Ok(File::open(lock)?.try_lock().is_ok())
}

/// Whether what `about` is about belongs to our user.
#[cfg(unix)]
fn is_our_users(about: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(about) == rustix::process::geteuid().as_raw()
}

/// On Windows each user has temporary files of their own.
#[cfg(windows)]
fn is_our_users(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn only_folders_whose_owner_is_gone_are_removed() {
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
