//! Programs that spoil themselves: what one has made of its own file or folder is its own fault, and no
//! failure of this machine, which would end the class.

use broadside::lab::patience::Patient;
use broadside::ports::programs::{Ended, Ending, Programs, Run};
use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a file cannot be started that could be before. What the machine lacks is not among them.
const REASONS: [&str; 7] = [
    "exec format error",
    "is a directory",
    "no such file or directory",
    "not a directory",
    "permission denied",
    "text file busy",
    "too many levels of symbolic links",
];

/// How shells end for a command that they find and cannot start.
const CANNOT_START: u8 = 126;

/// Runs a program in its folder, which all its runs share.
pub(super) struct Sparing<'a> {
    programs: Patient<'a>,
    folder: PathBuf,
    permissions: Option<Permissions>,
    /// Whether the program has been started at all.
    has_started: AtomicBool,
    /// Whether the program has changed the permissions of its folder.
    has_locked: AtomicBool,
}

impl<'a> Sparing<'a> {
    /// Runs the program that was made in `folder`; `has_started` if it ran in an earlier run of ours.
    pub(super) fn new(programs: Patient<'a>, folder: &Path, has_started: bool) -> Self {
        Self {
            programs,
            permissions: permissions(folder),
            folder: folder.to_owned(),
            has_started: has_started.into(),
            has_locked: false.into(),
        }
    }

    /// Gives the folder its permissions back, and tells whether it had others.
    fn unlock(&self) -> bool {
        let Some(permissions) = &self.permissions else { return false };
        if self::permissions(&self.folder).as_ref() == Some(permissions) {
            return false;
        }
        self.has_locked.store(true, Ordering::Relaxed);
        fs::set_permissions(&self.folder, permissions.clone()).is_ok()
    }

    /// Why a run was not possible through a fault of the program, if that is so.
    fn fault(&self, run: &Run<'_>, outcome: &io::Result<Ended>) -> Option<String> {
        let has_locked = self.has_locked.load(Ordering::Relaxed);
        match outcome {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                has_locked.then(|| error.to_string())
            }
            Ok(Ended { ending: Ending::CannotStart(reason), .. }) => {
                let has_started = self.has_started.load(Ordering::Relaxed);
                let is_own = run.command.words.first().is_some_and(|word| {
                    Path::new(word).starts_with(&self.folder) && REASONS.contains(&&**reason)
                });
                (has_started && (has_locked || is_own)).then(|| reason.clone())
            }
            _ => None,
        }
    }
}

impl Programs for Sparing<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        self.unlock();
        let mut outcome = self.programs.run(run);
        // Another run of it may have locked the folder meanwhile.
        if self.unlock() && self.fault(run, &outcome).is_some() {
            outcome = self.programs.run(run);
        }
        if let Some(reason) = self.fault(run, &outcome) {
            let said = format!("cannot start: {reason}").into_bytes();
            let ended = Ended::new(Ending::Exited(CANNOT_START), []);
            return Ok(Ended { stderr_tail: said, ..ended });
        }
        let has_started =
            outcome.as_ref().is_ok_and(|ended| !matches!(ended.ending, Ending::CannotStart(_)));
        self.has_started.fetch_or(has_started, Ordering::Relaxed);
        outcome
    }
}

fn permissions(folder: &Path) -> Option<Permissions> {
    fs::metadata(folder).map(|about| about.permissions()).ok()
}
