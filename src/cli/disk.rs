//! Opens and replaces files on the disk.
//!
//! To replace a file, [`Disk`] writes a new file in the same folder, and renames the new file at
//! the end. On Unix, the new file has the owner of the old file. Until the new file is complete,
//! only this owner can read it. Then it gets the mode of the old file. On Linux, it also gets the
//! extended attributes of the old file, if possible.
//!
//! If the folder permits no new file, or the old file is a mount point, the old file is
//! overwritten. Then a crash can leave a part of the new content.

use super::cleanup::{self, Cleanup};
use super::system::{call, write_all};
use broadside::ports::{Draft, Files};
#[cfg(test)]
use broadside::ports::{Ports, Terminals};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

#[derive(Clone, Copy, Debug)]
pub(super) struct Disk;

impl Files for Disk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        match File::open(path) {
            // On Unix, a folder can be opened, and only reading it fails. `Folder` does the same on
            // Windows.
            Err(_) if cfg!(windows) && path.is_dir() => Ok(Box::new(Folder)),
            opened => Ok(Box::new(opened?)),
        }
    }

    /// Begins the new content of a file. Replaces the target of a link, and writes directly to a
    /// device or a pipe. Fails for a file that may not be written.
    fn draft(&self, path: &Path) -> io::Result<Box<dyn Draft>> {
        let old = match call(|| File::options().write(true).open(path)) {
            Ok(old) => old,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // The file is not private, because there is no old content to protect.
                return Ok(Box::new(NewFile::make(destination(path), 0o666)?));
            }
            Err(error) => return Err(error),
        };
        let about = call(|| old.metadata())?;
        if !about.is_file() {
            return Ok(Box::new(Direct(old)));
        }
        let target = destination(path);
        // `path` may be a link in `/dev/fd` to a deleted file that is still open. Only this open
        // file can be written.
        if !target.exists() {
            return Ok(Box::new(Overwrite { old, bytes: Vec::new() }));
        }
        match NewFile::of_old(target, &old, &about) {
            Ok(new) => Ok(Box::new(new)),
            Err(error) if forbids_new_file(&error) => {
                Ok(Box::new(Overwrite { old, bytes: Vec::new() }))
            }
            Err(error) => Err(error),
        }
    }
}

#[derive(Debug)]
struct Folder;

impl Read for Folder {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(ErrorKind::IsADirectory.into())
    }
}

/// Follows the links of `path` to the last target, which need not exist.
pub(super) fn destination(path: &Path) -> PathBuf {
    // This is the limit of Linux. If links form a circle, the returned path cannot be opened.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    path
}

pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether the error means that the folder permits no new file, or no new file with the owner of
/// the old file. Linux answers [`ErrorKind::InvalidInput`] for an owner outside our user namespace,
/// and [`ErrorKind::NotFound`] for a new file in `/proc`.
fn forbids_new_file(error: &io::Error) -> bool {
    use ErrorKind::{InvalidInput, NotFound, PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | NotFound | ReadOnlyFilesystem | InvalidInput)
}

/// A temporary file. It gets the name of `target` when it is complete.
#[derive(Debug)]
struct NewFile {
    file: File,
    path: TempPath,
    target: PathBuf,
    old: Option<(File, fs::Permissions)>,
    _cleanup: Cleanup,
}

impl NewFile {
    fn of_old(target: PathBuf, old: &File, about: &Metadata) -> io::Result<Self> {
        let mut new = Self::make(target, 0o600)?;
        keep_owner(&new.file, about)?;
        new.old = Some((old.try_clone()?, about.permissions()));
        Ok(new)
    }

    /// Makes an empty file with the permissions `mode`. The mask of the process (`umask`) removes
    /// bits of `mode`.
    fn make(target: PathBuf, mode: u32) -> io::Result<Self> {
        let folder = folder_of(&target);
        let guarded = cleanup::guarded(
            || call(|| new_file_in(folder, mode)),
            |file| {
                let path = file.path().to_owned();
                Box::new(move || drop(fs::remove_file(&path)))
            },
        );
        // The original error names the temporary file, which the user does not know.
        let plain = |error: io::Error| fs::metadata(folder).err().unwrap_or(error.kind().into());
        let (file, cleanup) = guarded.map_err(plain)?;
        let (file, path) = file.into_parts();
        Ok(Self { file, path, target, old: None, _cleanup: cleanup })
    }
}

#[cfg(unix)]
fn new_file_in(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    let permissions = fs::Permissions::from_mode(mode);
    tempfile::Builder::new().permissions(permissions).tempfile_in(folder)
}

/// Makes a temporary file. On Windows the file inherits the permissions of the folder.
#[cfg(not(unix))]
fn new_file_in(folder: &Path, _: u32) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

#[cfg(unix)]
fn keep_owner(file: &File, about: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let ours = file.metadata()?;
    let changed = |new: u32, old: u32| (new != old).then_some(new);
    let (user, group) = (changed(about.uid(), ours.uid()), changed(about.gid(), ours.gid()));
    if (user, group) == (None, None) { Ok(()) } else { call(|| fchown(file, user, group)) }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
fn keep_attributes(file: &File, old: &File) {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    // On Linux, no list of attribute names and no attribute value is longer than this.
    const LONGEST: usize = 1 << 16;
    let mut names = vec![0; LONGEST];
    let Ok(length) = flistxattr(old, &mut names) else { return };
    if length == 0 {
        return;
    }
    let mut value = vec![0; LONGEST];
    for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        if let Ok(length) = fgetxattr(old, name, &mut value) {
            let _ = fsetxattr(file, name, &value[..length], XattrFlags::empty());
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn keep_attributes(_: &File, _: &File) {}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_all(&self.file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Draft for NewFile {
    /// Renames the new file to `target`. If `target` is a mount point, it cannot be replaced. Then
    /// the new content is copied into `target`.
    fn finish(self: Box<Self>) -> io::Result<()> {
        let Self { file, path, target, old, _cleanup } = *self;
        call(|| file.sync_all())?;
        if let Some((old, permissions)) = old {
            // An access list can let others read the file, so only a complete file gets it.
            keep_attributes(&file, &old);
            call(|| file.set_permissions(permissions))?;
        }
        match call(|| Ok(path.persist(&target)?)) {
            Err(error) if error.kind() == ErrorKind::ResourceBusy => overwrite(&target, &file),
            renamed => renamed,
        }
    }
}

/// An old file that is overwritten when the new content is complete. If the new content is longer
/// than the old content, the part after the old end is written first. If there is no space for
/// this part, the file stays as it was.
#[derive(Debug)]
struct Overwrite {
    old: File,
    bytes: Vec<u8>,
}

impl Write for Overwrite {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn overwrite(target: &Path, mut new: &File) -> io::Result<()> {
    let mut bytes = Vec::new();
    new.rewind()?;
    new.read_to_end(&mut bytes)?;
    let old = call(|| File::options().write(true).open(target))?;
    Box::new(Overwrite { old, bytes }).finish()
}

impl Draft for Overwrite {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let old_length = call(|| self.old.metadata())?.len();
        let shared = usize::try_from(old_length).unwrap_or(usize::MAX).min(self.bytes.len());
        let (over, after) = self.bytes.split_at(shared);
        if !after.is_empty() {
            self.old.seek(SeekFrom::Start(old_length))?;
            let written = write_all(&self.old, after);
            written.inspect_err(|_| drop(self.old.set_len(old_length)))?;
        }
        self.old.rewind()?;
        self.old.write_all(over)?;
        self.old.set_len(self.bytes.len() as u64)
    }
}

/// A device or a pipe.
#[derive(Debug)]
struct Direct(File);

impl Write for Direct {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Draft for Direct {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

/// Runs `work` with files on the disk. Returns the result of `work`, and the texts that `work`
/// wrote to standard output and standard error.
#[cfg(test)]
pub(super) fn on_disk<T>(work: impl FnOnce(&mut Ports<'_>) -> T) -> (T, [String; 2]) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let (input, terminals) = (&mut io::empty(), Terminals::default());
    let mut ports = Ports { input, out: &mut out, err: &mut err, files: &Disk, terminals };
    let outcome = work(&mut ports);
    (outcome, [out, err].map(|text| String::from_utf8(text).expect("text")))
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
