//! Lets every run of a program begin with the files that the build left. So no run finds what
//! another run wrote.
//!
//! Most programs write nothing, so copying the files before each run would waste time. Instead
//! several runs share the folder, and the folder is checked after each run. If the check finds a
//! change, the answer of the run is dropped, because the run may have read what another run wrote.
//! Then the run is repeated alone, in the restored folder.
//!
//! The first compiled files that Python writes (in `__pycache__`) are kept. Otherwise Python would
//! compile its modules in every run.

use super::listing::{Listing, copy_folder};
use super::scratch::{is_full, needs_room};
use crate::cli::foreign::{private_folder, remove_folder};
use broadside::ports::programs::{Ended, Ending, Programs, Run};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// The exit code of shells for a command that exists but cannot be started.
const CANNOT_START: u8 = 126;

/// The largest total [cost](Listing::cost) of the copies that restore one program's files. Without
/// this limit, a program could delay the grading of all programs for hours.
const MOST_RESTORED: usize = 250_000;

/// If a run fails and the disk has less room than this many bytes, the run is repeated.
const ROOM: usize = 64 << 10;

pub(super) struct Fresh<'a> {
    programs: &'a dyn Programs,
    folder: PathBuf,
    /// Runs that share the folder hold this lock for reading.
    start: RwLock<Start>,
    /// Whether the latest run that ran alone has left changes. If so, the next run probably leaves
    /// changes too, so it runs alone at once.
    last_run_changed: AtomicBool,
    /// The folder of the copies. Without a sandbox, a program can find this folder.
    copies: PathBuf,
}

/// The files with which each run begins.
struct Start {
    files: Listing,
    copy: PathBuf,
    /// The properties of the files in `copy`, to see whether a program has changed the copy.
    files_of_copy: Listing,
    /// Whether files that Python compiled are kept already. Only the first such files are kept.
    is_compiled: bool,
    restored: usize,
}

impl<'a> Fresh<'a> {
    /// Copies `folder`. Each run begins with the content that the folder has now.
    pub(super) fn keep(programs: &'a dyn Programs, folder: &Path) -> io::Result<Self> {
        let copies = private_folder("", folder.parent().unwrap_or(folder))?;
        let (files, copy) = (Listing::of(folder)?, copies.path().join("built"));
        copy_folder(folder, &copy)?;
        let files_of_copy = Listing::of(&copy)?;
        let start =
            RwLock::new(Start { files, copy, files_of_copy, is_compiled: false, restored: 0 });
        let (folder, copies) = (folder.to_owned(), copies.keep());
        Ok(Self { programs, folder, start, last_run_changed: false.into(), copies })
    }

    fn run_alone(&self, run: &Run<'_>) -> io::Result<Ended> {
        let mut start = self.start.write().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = self.restore(&mut start) {
            return unrestorable(error);
        }
        let outcome = self.programs.run(run);
        let is_same = start.files.is_still_in(&self.folder) || self.keep_compiled(&mut start);
        self.last_run_changed.store(!is_same, Ordering::Relaxed);
        if !is_same {
            // Other programs may need the room on the disk. The next run tries again if this fails.
            drop(self.restore(&mut start));
        }
        outcome
    }

    fn restore(&self, start: &mut Start) -> io::Result<()> {
        if start.files.is_still_in(&self.folder) {
            return Ok(());
        }
        start.restored = start.restored.saturating_add(start.files.cost());
        if start.restored > MOST_RESTORED {
            return Err(io::Error::other("its runs have changed too many or too large files"));
        }
        if !start.files_of_copy.is_still_in(&start.copy) {
            return Err(io::Error::other("a run has changed the copy of its files"));
        }
        remove_folder(&self.folder);
        copy_folder(&start.copy, &self.folder)?;
        start.files = Listing::of(&self.folder)?;
        Ok(())
    }

    /// Keeps the first files that Python compiles. Returns whether the next run can begin with the
    /// folder as it is.
    fn keep_compiled(&self, start: &mut Start) -> bool {
        if start.is_compiled || !start.files.is_compiled_in(&self.folder) {
            return false;
        }
        start.is_compiled = true;
        let copy = self.copies.join("compiled");
        let Ok(()) = copy_folder(&self.folder, &copy) else { return false };
        let (Ok(files), Ok(files_of_copy)) = (Listing::of(&self.folder), Listing::of(&copy)) else {
            return false;
        };
        (start.files, start.copy, start.files_of_copy) = (files, copy, files_of_copy);
        true
    }
}

/// Returns the outcome of a run whose files cannot be restored. If the disk is full, this is an
/// error. Otherwise the program is at fault, and gets the exit code [`CANNOT_START`].
fn unrestorable(error: io::Error) -> io::Result<Ended> {
    if is_full(&error) {
        return Err(error);
    }
    let stderr_tail = format!("cannot start: {error}").into_bytes();
    Ok(Ended { stderr_tail, ..Ended::new(Ending::Exited(CANNOT_START), []) })
}

impl Programs for Fresh<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        if !self.last_run_changed.load(Ordering::Relaxed) {
            let start = self.start.read().unwrap_or_else(PoisonError::into_inner);
            let outcome = self.programs.run(run);
            if outcome.as_ref().is_ok_and(|ended| ended.ending != Ending::Exited(0)) {
                needs_room(&self.folder, ROOM)?;
            }
            // After an error the program runs again, because another run at the same time may have
            // locked a parent folder of `folder`.
            if outcome.is_ok() && start.files.is_still_in(&self.folder) {
                return outcome;
            }
        }
        self.run_alone(run)
    }
}

impl Drop for Fresh<'_> {
    fn drop(&mut self) {
        remove_folder(&self.copies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::ports::programs::{Command, InMemory, Limits};
    use std::fs;
    use tempfile::TempDir;

    fn built() -> (TempDir, PathBuf) {
        let scratch = TempDir::new().unwrap();
        let folder = scratch.path().join("0");
        fs::create_dir_all(folder.join("lib")).unwrap();
        fs::write(folder.join("lib/fleet.py"), "1").unwrap();
        (scratch, folder)
    }

    fn printed(folder: &Path, program: impl Fn() -> String + Sync) -> [String; 3] {
        let programs = InMemory(|_: &[u8]| Ended::exited(0, program()));
        let fresh = Fresh::keep(&programs, folder).unwrap();
        let command = Command::new(["ships"]);
        let run = Run { command: &command, input: b"", limits: Limits::default() };
        [(); 3].map(|()| {
            let ended = fresh.run(&run).unwrap();
            let text = [ended.stdout, ended.stderr_tail].concat();
            String::from_utf8(text).unwrap()
        })
    }

    #[cfg(unix)]
    #[test]
    fn no_run_finds_a_change_that_keeps_length_and_time() {
        let (_scratch, folder) = built();
        let file = folder.join("lib/fleet.py");
        let count = || {
            let before = fs::read_to_string(&file).unwrap();
            let modified = fs::metadata(&file).unwrap().modified().unwrap();
            fs::write(&file, "2").unwrap();
            fs::File::open(&file).unwrap().set_modified(modified).unwrap();
            before
        };
        assert_eq!(printed(&folder, count), ["1"; 3]);
    }

    /// Regression: what the last run had written stayed until the end of the grading, and could
    /// fill the disk.
    #[test]
    fn what_a_run_has_written_is_removed_at_once() {
        let (_scratch, folder) = built();
        let write = || fs::write(folder.join("large"), "").map(|()| String::new()).unwrap();
        let _ = printed(&folder, write);
        assert!(!folder.join("large").exists());
    }

    #[test]
    fn runs_that_write_nothing_are_not_repeated() {
        let (_scratch, folder) = built();
        let runs = std::sync::Mutex::new(0);
        let count = || {
            let mut runs = runs.lock().unwrap();
            *runs += 1;
            runs.to_string()
        };
        assert_eq!(printed(&folder, count), ["1", "2", "3"]);
    }

    #[test]
    fn what_python_compiles_in_the_first_run_stays() {
        let (_scratch, folder) = built();
        let cache = folder.join("lib/__pycache__");
        let compile = || {
            let is_there = cache.join("fleet.cpython-311.pyc").exists();
            fs::create_dir_all(&cache).unwrap();
            fs::write(cache.join("fleet.cpython-311.pyc"), "1").unwrap();
            is_there.to_string()
        };
        assert_eq!(printed(&folder, compile), ["false", "true", "true"]);
    }

    /// If later files were kept too, a program could use them to pass a message to its next run.
    #[test]
    fn only_the_first_files_that_python_compiles_are_kept() {
        let (_scratch, folder) = built();
        let cache = folder.join("lib/__pycache__");
        let remember = || {
            fs::create_dir_all(&cache).unwrap();
            let found = fs::read_dir(&cache).unwrap().count();
            fs::write(cache.join(format!("{found}.pyc")), "1").unwrap();
            found.to_string()
        };
        assert_eq!(printed(&folder, remember), ["0", "1", "1"]);
    }

    /// If the new time of a folder were kept, a program could use it to pass a message to its next
    /// run.
    #[cfg(unix)]
    #[test]
    fn a_folder_without_new_files_is_not_taken_for_compiled() {
        let (_scratch, folder) = built();
        let remember = || {
            let epoch = std::time::UNIX_EPOCH;
            let is_old = fs::metadata(&folder).unwrap().modified().unwrap() == epoch;
            fs::File::open(&folder).unwrap().set_modified(epoch).unwrap();
            is_old.to_string()
        };
        assert_eq!(printed(&folder, remember), ["false"; 3]);
    }

    /// If new permissions were kept, a run could lock the folder of the program.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_locked_is_not_taken_for_compiled() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_scratch, folder) = built();
        let mode = || fs::metadata(folder.join("lib")).unwrap().permissions().mode() & 0o777;
        let before = format!("{:o}", mode());
        let lock = || {
            let found = format!("{:o}", mode());
            fs::set_permissions(folder.join("lib"), fs::Permissions::from_mode(0o711)).unwrap();
            found
        };
        assert_eq!(printed(&folder, lock), [(); 3].map(|()| before.clone()));
    }

    /// A program in a folder `__pycache__` may remove itself.
    #[test]
    fn a_program_among_the_files_that_python_compiles_is_restored() {
        let (_scratch, folder) = built();
        let program = folder.join("__pycache__/ships");
        fs::create_dir(folder.join("__pycache__")).unwrap();
        fs::write(&program, "").unwrap();
        let remove = || fs::remove_file(&program).is_ok().to_string();
        assert_eq!(printed(&folder, remove), ["true"; 3]);
    }

    #[test]
    fn large_files_cost_more_than_small_ones() {
        let (_scratch, folder) = built();
        let before = Listing::of(&folder).unwrap().cost();
        fs::write(folder.join("large"), vec![0; 1 << 20]).unwrap();
        assert_eq!(Listing::of(&folder).unwrap().cost(), before + 17);
    }

    #[test]
    fn a_program_that_changes_too_much_is_not_run_for_ever() {
        let (_scratch, folder) = built();
        let programs = InMemory(|_: &[u8]| {
            fs::write(folder.join("log"), "").unwrap();
            Ended::exited(0, Vec::new())
        });
        let fresh = Fresh::keep(&programs, &folder).unwrap();
        fresh.start.write().unwrap().restored = MOST_RESTORED - 4;
        let command = Command::new(["ships"]);
        let run = Run { command: &command, input: b"", limits: Limits::default() };
        let endings = [(); 3].map(|()| fresh.run(&run).unwrap().ending);
        assert_eq!(endings, [0, CANNOT_START, CANNOT_START].map(Ending::Exited));
    }

    /// Without a sandbox, a run could once leave a message in the copy, and the next run found the
    /// message.
    #[test]
    fn nothing_is_restored_from_a_copy_that_is_gone_or_changed() {
        let remove: fn(&Path) -> _ = |copies| fs::remove_dir_all(copies);
        let change: fn(&Path) -> _ = |copies| fs::write(copies.join("built/message"), "");
        for spoil in [remove, change] {
            let (scratch, folder) = built();
            let run = || {
                let all = fs::read_dir(scratch.path()).unwrap().map(|entry| entry.unwrap().path());
                all.filter(|path| *path != folder).for_each(|copies| spoil(&copies).unwrap());
                fs::write(folder.join("log"), "").unwrap();
                String::new()
            };
            let [first, ..] = printed(&folder, run);
            assert!(first.starts_with("cannot start: "), "{first}");
        }
    }
}
