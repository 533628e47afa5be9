//! What lies in a folder: enough of each file to tell whether a program has touched it.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry, FileTimes, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many files and folders a build may leave.
const MOST_ENTRIES: usize = 50_000;

/// How many bytes they may hold together.
const MOST_BYTES: u64 = 1 << 30;

/// How deep they may lie in each other.
const DEEPEST: usize = 64;

/// The largest file that Python may leave in its cache, in bytes.
const LARGEST_COMPILED: u64 = 1 << 20;

/// The files and folders below a folder, by their paths in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    folder: Mark,
    entries: BTreeMap<PathBuf, Mark>,
}

/// What changes when a file or folder is written, replaced, locked or given another time.
#[derive(Debug, PartialEq, Eq)]
struct Mark {
    permissions: Permissions,
    /// `None` for a folder: what is in it has marks of its own.
    file: Option<FileMark>,
}

#[derive(Debug, PartialEq, Eq)]
struct FileMark {
    len: u64,
    modified: Option<SystemTime>,
    /// The number of the file, and when the system last saw it change: a program cannot set that back.
    #[cfg(unix)]
    node: (u64, i64, i64),
}

impl Mark {
    fn of(about: &Metadata) -> Self {
        let file = (!about.is_dir()).then(|| FileMark::of(about));
        Self { permissions: about.permissions(), file }
    }
}

impl FileMark {
    fn of(about: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        Self {
            len: about.len(),
            modified: about.modified().ok(),
            #[cfg(unix)]
            node: (about.ino(), about.ctime(), about.ctime_nsec()),
        }
    }
}

impl Listing {
    /// What lies in `folder`.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let mut entries = BTreeMap::new();
        walk(folder, &mut |name, entry| {
            entries.insert(name.to_owned(), Mark::of(&entry.metadata()?));
            Ok(())
        })?;
        Ok(Self { folder: Mark::of(&fs::symlink_metadata(folder)?), entries })
    }

    /// Whether the same lies in `folder` now, but for what Python has compiled.
    pub(super) fn is_still_in(&self, folder: &Path) -> bool {
        self.compare(folder).unwrap_or(false)
    }

    /// Stops with an error at the first entry that was not there.
    fn compare(&self, folder: &Path) -> io::Result<bool> {
        let (mut found, mut compiled) = (0, 0);
        walk(folder, &mut |name, entry| {
            let about = entry.metadata()?;
            match self.entries.get(name) {
                Some(mark) if *mark == Mark::of(&about) => found += 1,
                None if compiled < self.entries.len() && is_compiled(name, &about) => compiled += 1,
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
            Ok(())
        })?;
        let is_same_folder = Mark::of(&fs::symlink_metadata(folder)?) == self.folder;
        Ok(is_same_folder && found == self.entries.len())
    }
}

/// Whether Python has left this: a program that was not changed runs as before with it.
fn is_compiled(name: &Path, about: &Metadata) -> bool {
    const CACHE: &str = "__pycache__";
    if about.is_dir() {
        return name.ends_with(CACHE);
    }
    let is_in_cache = name.parent().is_some_and(|parent| parent.ends_with(CACHE));
    let is_usual = name.extension().is_some_and(|ending| ending == "pyc");
    is_in_cache && is_usual && about.is_file() && about.len() <= LARGEST_COMPILED
}

/// Copies the folder `from` to the new folder `to`, with permissions and times.
///
/// # Errors
/// When reading or writing fails, or when it is too much.
pub(super) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    let (mut bytes, mut folders) = (0, vec![PathBuf::new()]);
    walk(from, &mut |name, entry| {
        let about = entry.metadata()?;
        bytes += about.len();
        if bytes > MOST_BYTES {
            return Err(too_much(format!("more than {} MiB", MOST_BYTES >> 20)));
        }
        let to = to.join(name);
        if about.is_dir() {
            folders.push(name.to_owned());
            fs::create_dir(to)
        } else if about.is_file() {
            copy_file(&entry.path(), &to, &about)
        } else {
            copy_link(&entry.path(), &to)
        }
    })?;
    // A folder that nothing may be written to gets its permissions when all is in it.
    folders.iter().rev().try_for_each(|name| {
        fs::set_permissions(to.join(name), fs::metadata(from.join(name))?.permissions())
    })
}

/// Files that are older than what was made of them would be compiled again.
fn copy_file(from: &Path, to: &Path, about: &Metadata) -> io::Result<()> {
    fs::copy(from, to)?;
    let Ok(modified) = about.modified() else { return Ok(()) };
    let written = fs::File::open(to)?;
    // A file that may not be written keeps the time of its copy on some systems.
    drop(written.set_times(FileTimes::new().set_modified(modified)));
    Ok(())
}

fn too_much(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, what)
}

/// Whether a folder cannot be copied because of what lies in it.
pub(super) fn is_too_much(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::FileTooLarge && error.raw_os_error().is_none()
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

/// A build on Windows needs no links, and making one needs a right.
#[cfg(windows)]
fn copy_link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Shows all entries below a folder, a folder before what is in it, until there are too many.
fn walk(folder: &Path, see: &mut dyn FnMut(&Path, &DirEntry) -> io::Result<()>) -> io::Result<()> {
    let (mut open, mut seen) = (vec![PathBuf::new()], 0);
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let name = inner.join(entry.file_name());
            seen += 1;
            if seen > MOST_ENTRIES || name.components().count() > DEEPEST {
                return Err(too_much(format!(
                    "more than {MOST_ENTRIES} files, or folders more than {DEEPEST} deep"
                )));
            }
            see(&name, &entry)?;
            if entry.file_type()?.is_dir() {
                open.push(name);
            }
        }
    }
    Ok(())
}
