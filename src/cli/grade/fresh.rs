//! Every run of a program begins with the same files, those that its build left: what one run writes, another
//! does not find.
//!
//! Most programs write nothing, so copying the files before each run would be waste. Instead the folder is
//! looked at after each run. If the run has changed it, its answer is dropped, the folder is put back, and
//! the program runs again, alone: other runs in the folder might have met the change, and they drop their
//! answers too. What Python compiles in the first run stays; else it would compile in every run.

use super::listing::{Listing, copy_folder};
use crate::cli::foreign::{private_folder, remove_folder};
use broadside::ports::programs::{Ended, Ending, Programs, Run};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// How shells end for a command that they find and cannot start.
const CANNOT_START: u8 = 126;

/// How many files and folders are put back for a program, in all its runs together. Else a program with
/// thousands of files would keep its class busy for hours.
const MOST_PUT_BACK: usize = 250_000;

/// Runs the program of a folder.
pub(super) struct Fresh<'a> {
    programs: &'a dyn Programs,
    folder: PathBuf,
    /// What each run begins with. Runs that share the folder hold it for reading.
    start: RwLock<Start>,
    /// Whether the last run alone has changed the folder: the next one will do so too.
    changes: AtomicBool,
    /// Where the copies are kept, out of the program's reach.
    kept: PathBuf,
}

/// What each run begins with.
struct Start {
    files: Listing,
    copy: PathBuf,
    /// Whether what Python compiles is in it.
    is_compiled: bool,
    /// How many files and folders were put back.
    put_back: usize,
}

impl<'a> Fresh<'a> {
    /// Keeps what lies in `folder` now.
    ///
    /// # Errors
    /// When that cannot be copied.
    pub(super) fn keep(programs: &'a dyn Programs, folder: &Path) -> io::Result<Self> {
        let kept = private_folder("", folder.parent().unwrap_or(folder))?.keep();
        let (files, copy) = (Listing::of(folder)?, kept.join("built"));
        let start = Start { files, copy: copy.clone(), is_compiled: false, put_back: 0 };
        let (folder, start) = (folder.to_owned(), RwLock::new(start));
        let fresh = Self { programs, folder, start, changes: false.into(), kept };
        copy_folder(&fresh.folder, &copy)?;
        Ok(fresh)
    }

    /// Runs the program while no other run uses its folder.
    fn run_alone(&self, run: &Run<'_>) -> io::Result<Ended> {
        let mut start = self.start.write().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = self.put_back(&mut start) {
            return spoilt(error);
        }
        let outcome = self.programs.run(run);
        let is_same = start.files.is_still_in(&self.folder) || self.has_compiled(&mut start);
        self.changes.store(!is_same, Ordering::Relaxed);
        outcome
    }

    /// Makes the folder what it was.
    fn put_back(&self, start: &mut Start) -> io::Result<()> {
        if start.files.is_still_in(&self.folder) {
            return Ok(());
        }
        start.put_back += start.files.count();
        if start.put_back > MOST_PUT_BACK {
            return Err(io::Error::other("its runs have changed too many files"));
        }
        remove_folder(&self.folder);
        copy_folder(&start.copy, &self.folder)?;
        start.files = Listing::of(&self.folder)?;
        Ok(())
    }

    /// Takes over what Python has compiled, once.
    fn has_compiled(&self, start: &mut Start) -> bool {
        if start.is_compiled || !start.files.is_compiled_in(&self.folder) {
            return false;
        }
        start.is_compiled = true;
        let copy = self.kept.join("compiled");
        let Ok(()) = copy_folder(&self.folder, &copy) else { return false };
        let Ok(files) = Listing::of(&self.folder) else { return false };
        (start.files, start.copy) = (files, copy);
        true
    }
}

/// A program whose folder cannot be put back has spoilt it. A full disk may be the work of others.
fn spoilt(error: io::Error) -> io::Result<Ended> {
    if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        return Err(error);
    }
    let stderr_tail = format!("cannot start: {error}").into_bytes();
    Ok(Ended { stderr_tail, ..Ended::new(Ending::Exited(CANNOT_START), []) })
}

impl Programs for Fresh<'_> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        if !self.changes.load(Ordering::Relaxed) {
            let start = self.start.read().unwrap_or_else(PoisonError::into_inner);
            let outcome = self.programs.run(run);
            if start.files.is_still_in(&self.folder) {
                return outcome;
            }
        }
        self.run_alone(run)
    }
}

impl Drop for Fresh<'_> {
    fn drop(&mut self) {
        remove_folder(&self.kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::ports::programs::{Command, InMemory, Limits};
    use std::fs;
    use tempfile::TempDir;

    /// A built program: a folder with a file in a folder.
    fn built() -> (TempDir, PathBuf) {
        let scratch = TempDir::new().unwrap();
        let folder = scratch.path().join("0");
        fs::create_dir_all(folder.join("lib")).unwrap();
        fs::write(folder.join("lib/fleet.py"), "1").unwrap();
        (scratch, folder)
    }

    /// Runs `program` three times and gives what it printed.
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

    #[test]
    fn no_run_finds_what_another_wrote() {
        let (_scratch, folder) = built();
        let added = folder.join("log");
        let append = || {
            let before = fs::read_to_string(&added).unwrap_or_default();
            fs::write(&added, format!("{before}x")).unwrap();
            fs::read_to_string(&added).unwrap()
        };
        assert_eq!(printed(&folder, append), ["x"; 3]);
    }

    /// Windows shows no more of a file than its length and its time.
    #[cfg(unix)]
    #[test]
    fn no_run_finds_a_file_that_looks_as_before() {
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

    #[test]
    fn what_a_run_removes_is_there_again() {
        let (_scratch, folder) = built();
        let remove = || {
            let found = fs::read_to_string(folder.join("lib/fleet.py")).unwrap();
            fs::remove_dir_all(&folder).unwrap();
            found
        };
        assert_eq!(printed(&folder, remove), ["1"; 3]);
    }

    #[test]
    fn a_program_that_writes_nothing_runs_once() {
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

    /// What passed for compiled was once read by the next run.
    #[test]
    fn nothing_is_remembered_among_what_python_compiled() {
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

    /// So were the times of folders.
    #[cfg(unix)]
    #[test]
    fn nothing_is_remembered_in_the_time_of_a_folder() {
        let (_scratch, folder) = built();
        let remember = || {
            let epoch = std::time::UNIX_EPOCH;
            let old = fs::metadata(&folder).unwrap().modified().unwrap() == epoch;
            fs::File::open(&folder).unwrap().set_modified(epoch).unwrap();
            old.to_string()
        };
        assert_eq!(printed(&folder, remember), ["false"; 3]);
    }

    /// Nor their permissions: a folder that was locked so stayed locked, and the program in it did not start again.
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

    /// A program that a build had put there could remove itself, and did not start again.
    #[test]
    fn what_a_build_put_among_what_python_compiles_stays() {
        let (_scratch, folder) = built();
        let program = folder.join("__pycache__/ships");
        fs::create_dir(folder.join("__pycache__")).unwrap();
        fs::write(&program, "").unwrap();
        let remove = || fs::remove_file(&program).is_ok().to_string();
        assert_eq!(printed(&folder, remove), ["true"; 3]);
    }

    #[test]
    fn a_program_that_changes_too_much_is_not_run_for_ever() {
        let (_scratch, folder) = built();
        let programs = InMemory(|_: &[u8]| {
            fs::write(folder.join("log"), "").unwrap();
            Ended::exited(0, Vec::new())
        });
        let fresh = Fresh::keep(&programs, &folder).unwrap();
        fresh.start.write().unwrap().put_back = MOST_PUT_BACK - 4;
        let command = Command::new(["ships"]);
        let run = Run { command: &command, input: b"", limits: Limits::default() };
        let endings = [(); 3].map(|()| fresh.run(&run).unwrap().ending);
        assert_eq!(endings, [0, CANNOT_START, CANNOT_START].map(Ending::Exited));
    }

    #[test]
    fn a_folder_that_cannot_be_put_back_is_the_programs_fault() {
        let (scratch, folder) = built();
        let spoil = || {
            for entry in fs::read_dir(scratch.path()).unwrap() {
                let path = entry.unwrap().path();
                if path != folder {
                    fs::remove_dir_all(path).unwrap();
                }
            }
            fs::write(folder.join("log"), "").unwrap();
            "ran".to_owned()
        };
        let [first, ..] = printed(&folder, spoil);
        assert!(first.starts_with("cannot start: "), "{first}");
    }
}
