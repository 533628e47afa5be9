//! Lists the content of a folder, to see later whether a program has changed something in it. Also
//! copies folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, FileTimes, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const MOST_ENTRIES: usize = 50_000;

const MOST_BYTES: u64 = 1 << 30;

const DEEPEST: usize = 64;

/// The name of the folders in which Python keeps compiled files.
const COMPILED: &str = "__pycache__";

/// The properties of a folder and of all entries below it, by their paths in the folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing(BTreeMap<PathBuf, Properties>);

/// The properties of an entry. On Unix, each write, and each change of permissions or time, changes
/// one of them. On Windows, a write that keeps the length and sets the time back is not seen.
#[derive(Debug, PartialEq, Eq)]
struct Properties {
    is_folder: bool,
    permissions: Permissions,
    len: u64,
    modified: Option<SystemTime>,
    /// The inode number, and the time of the last status change in seconds and nanoseconds. A
    /// program cannot set this time back.
    #[cfg(unix)]
    node: (u64, i64, i64),
}

impl Properties {
    fn of(about: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        Self {
            is_folder: about.is_dir(),
            permissions: about.permissions(),
            len: about.len(),
            modified: about.modified().ok(),
            #[cfg(unix)]
            node: (about.ino(), about.ctime(), about.ctime_nsec()),
        }
    }

    /// Whether nothing has changed. Of two folders only the permissions are compared, because each
    /// new entry changes the time of its folder.
    fn is_kept_as(&self, now: &Self) -> bool {
        let are_folders = self.is_folder && now.is_folder;
        self == now || (are_folders && self.permissions == now.permissions)
    }
}

impl Listing {
    /// Lists a folder. Fails if there are too many entries, or entries are nested too deeply.
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let own = Properties::of(&fs::symlink_metadata(folder)?);
        let mut entries = BTreeMap::from([(PathBuf::new(), own)]);
        walk(folder, &mut |name, entry| {
            entries.insert(name.to_owned(), Properties::of(&entry.metadata()?));
            Ok(())
        })?;
        Ok(Self(entries))
    }

    /// Returns what a copy of the folder costs: 1 for each entry, and 1 for each 64 KiB of content.
    pub(super) fn cost(&self) -> usize {
        let bytes: u64 = self.0.values().map(|entry| entry.len).sum();
        self.0.len().saturating_add(usize::try_from(bytes >> 16).unwrap_or(usize::MAX))
    }

    pub(super) fn is_still_in(&self, folder: &Path) -> bool {
        Self::of(folder).is_ok_and(|now| now == *self)
    }

    /// Whether the only changes are new entries where Python keeps its compiled files.
    pub(super) fn is_compiled_in(&self, folder: &Path) -> bool {
        let Ok(now) = Self::of(folder) else { return false };
        // `grown` are the folders in which there are new entries.
        let new = now.0.keys().filter(|name| !self.0.contains_key(*name));
        let grown: BTreeSet<_> = new.filter_map(|name| name.parent()).collect();
        !grown.is_empty()
            && self.0.keys().all(|name| now.0.contains_key(name))
            && now.0.iter().all(|(name, entry)| match self.0.get(name) {
                Some(before) if grown.contains(name.as_path()) => before.is_kept_as(entry),
                Some(before) => before == entry,
                None => name.components().any(|part| part.as_os_str() == COMPILED),
            })
    }
}

/// Copies a folder with all permissions, and with the times of its files. Fails if the folder holds
/// too much.
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
        } else if about.is_symlink() {
            copy_link(&entry.path(), &to)
        } else {
            // A pipe or a socket that the build left is not copied.
            Ok(())
        }
    })?;
    // Folders get their permissions last, because some permissions forbid new entries in a folder.
    folders.iter().rev().try_for_each(|name| {
        fs::set_permissions(to.join(name), fs::metadata(from.join(name))?.permissions())
    })
}

/// Copies a file with the time of its last change. With a new time, a source could seem newer than
/// the program made from it, and would be compiled again.
fn copy_file(from: &Path, to: &Path, about: &Metadata) -> io::Result<()> {
    fs::copy(from, to)?;
    let Ok(modified) = about.modified() else { return Ok(()) };
    let written = fs::File::open(to)?;
    // Windows refuses to set the time of a file that is open for reading, but there `fs::copy`
    // keeps the time.
    drop(written.set_times(FileTimes::new().set_modified(modified)));
    Ok(())
}

fn too_much(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, what)
}

/// Whether the content of a folder caused an error. Otherwise this machine is at fault.
pub(super) fn is_fault_of_content(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, InvalidFilename, NotFound, PermissionDenied};
    matches!(error.kind(), FileTooLarge | InvalidFilename | NotFound | PermissionDenied)
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

/// Copies no link: on Windows, a program needs a privilege to make a link.
#[cfg(windows)]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn copy_link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Calls `see` for each entry below `folder`. An inner folder comes before its content.
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
