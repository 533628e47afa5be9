//! Removes and measures the folders of programs. Such folders may be nested deeply, or locked by
//! their permissions.
//!
//! If the standard library cannot remove a folder, deeper folders are first moved directly into it.
//! So no path gets too long, and at most three folders are open at a time.

use super::super::process::{DEEPEST, Usage};
use super::limits::BLOCK;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, chmodat, fstat, openat, renameat, statat, unlinkat,
};
use std::ffi::CString;
use std::fs;
use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::AsRawFd as _;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, absolute};

/// Removes a folder. Files that cannot be removed stay, and no error is returned.
pub(crate) fn remove_folder(folder: &Path) {
    // For the files of most programs, this is enough.
    if fs::remove_dir_all(folder).is_err() {
        drop(clear(folder));
        drop(fs::remove_dir(folder));
    }
}

pub(super) fn remove_folders(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            remove_folder(&entry.path());
        }
    }
}

/// Gives the owner all rights to the folders above `folder`, from `temporary` down. A program in
/// the Landlock sandbox can take these rights away, and then later runs would fail.
pub(super) fn unlock_parents(folder: &Path, temporary: &Path) {
    let (Ok(folder), Ok(temporary)) = (absolute(folder), absolute(temporary)) else { return };
    let parents = folder.ancestors().skip(1).take_while(|parent| parent.starts_with(&temporary));
    for parent in parents.collect::<Vec<_>>().into_iter().rev() {
        let Ok(about) = parent.metadata() else { continue };
        let mut rights = about.permissions();
        let is_ours = about.uid() == rustix::process::geteuid().as_raw();
        if is_ours && rights.mode() & 0o700 != 0o700 {
            rights.set_mode(rights.mode() | 0o700);
            drop(fs::set_permissions(parent, rights));
        }
    }
}

/// Empties `folder`. Each round removes the files of its inner folders, and moves the folders
/// inside these directly into `folder`.
fn clear(folder: &Path) -> io::Result<()> {
    chmodat(CWD, folder, Mode::RWXU, AtFlags::empty()).ok();
    let top = open(CWD, folder)?;
    let mut moved = 0_u64;
    loop {
        let inner = remove_files(top.as_fd())?;
        if inner.is_empty() {
            return Ok(());
        }
        let mut has_progress = false;
        for name in inner {
            let Ok(inner) = unlock(top.as_fd(), &name) else { continue };
            for name in remove_files(inner.as_fd())? {
                drop(unlock(inner.as_fd(), &name));
                has_progress |= move_up(inner.as_fd(), &name, top.as_fd(), &mut moved);
            }
            has_progress |= unlinkat(&top, &*name, AtFlags::REMOVEDIR).is_ok();
        }
        if !has_progress {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
    }
}

/// Removes the files of a folder, and returns the names of the inner folders.
fn remove_files(folder: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    let mut inner = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let kind = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
        if kind.is_ok_and(|about| FileType::from_raw_mode(about.st_mode) == FileType::Directory) {
            inner.push(name.to_owned());
        } else {
            unlinkat(folder, name, AtFlags::empty()).ok();
        }
    }
    Ok(inner)
}

fn unlock(parent: BorrowedFd<'_>, name: &CString) -> io::Result<OwnedFd> {
    chmodat(parent, &**name, Mode::RWXU, AtFlags::empty()).ok();
    open(parent, &**name)
}

fn open(parent: impl AsFd, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

fn move_up(from: BorrowedFd<'_>, name: &CString, top: BorrowedFd<'_>, moved: &mut u64) -> bool {
    loop {
        *moved += 1;
        let free = format!(".moved-{moved}");
        if statat(top, &*free, AtFlags::SYMLINK_NOFOLLOW).is_err() {
            return renameat(from, &**name, top, &*free).is_ok();
        }
    }
}

impl Usage {
    /// Adds the content of a folder. Returns `false` if there are too many files, or if folders are
    /// nested too deeply. Also returns `false` if a folder stays locked, because its content cannot
    /// be measured.
    pub(super) fn add(&mut self, folder: &Path) -> bool {
        look_into(CWD, folder)
            .map_or_else(|error| !is_locked(&error), |folder| self.add_below(&folder, DEEPEST))
    }

    fn add_below(&mut self, folder: &OwnedFd, depth: usize) -> bool {
        let Ok(entries) = Dir::read_from(folder) else { return true };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let Ok(about) = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let bytes = u64::try_from(about.st_blocks).unwrap_or(0).saturating_mul(BLOCK);
            if !self.count(bytes) || depth == 0 {
                return false;
            }
            let is_folder = FileType::from_raw_mode(about.st_mode) == FileType::Directory;
            let inner = is_folder.then(|| look_into(folder, name)).transpose();
            if inner.as_ref().is_err_and(is_locked) {
                return false;
            }
            // A mounted file system does not belong to the program, so it is not measured.
            let is_here =
                |inner: &OwnedFd| fstat(inner).is_ok_and(|inner| inner.st_dev == about.st_dev);
            if let Some(inner) = inner.ok().flatten().filter(is_here)
                && !self.add_below(&inner, depth - 1)
            {
                return false;
            }
        }
        true
    }
}

/// Opens a folder. On Linux, a locked folder is unlocked first, so the measured size does not
/// depend on what the program has locked.
fn look_into(parent: impl AsFd, name: impl rustix::path::Arg + Copy) -> io::Result<OwnedFd> {
    match open(&parent, name) {
        Err(error) if is_locked(&error) => unlock_itself(parent, name),
        opened => opened,
    }
}

/// Unlocks a folder and opens it. Both steps act on the same folder, even if the program meanwhile
/// puts a link or another folder in its place.
#[cfg(target_os = "linux")]
fn unlock_itself(parent: impl AsFd, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(parent, name, flags, Mode::empty())?;
    let itself = format!("/proc/self/fd/{}", folder.as_raw_fd());
    chmodat(CWD, &*itself, Mode::RWXU, AtFlags::empty())?;
    open(folder, ".")
}

#[cfg(not(target_os = "linux"))]
fn unlock_itself(_: impl AsFd, _: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    Err(io::ErrorKind::PermissionDenied.into())
}

fn is_locked(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_above_a_folder_are_unlocked() {
        let temporary = tempfile::tempdir().unwrap();
        let (above, folder) =
            (temporary.path().join("above"), temporary.path().join("above/folder"));
        fs::create_dir_all(&folder).unwrap();
        for folder in [&above, temporary.path()] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o000)).unwrap();
        }
        unlock_parents(&folder, temporary.path());
        let mode = |folder: &Path| fs::metadata(folder).unwrap().permissions().mode() & 0o777;
        assert_eq!([mode(temporary.path()), mode(&above)], [0o700; 2]);
    }

    fn nest(folder: &Path, depth: usize) {
        let mut inner = open(CWD, folder).unwrap();
        for _ in 0..depth {
            rustix::fs::mkdirat(&inner, "folder", Mode::RWXU).unwrap();
            inner = open(&inner, "folder").unwrap();
        }
        let flags = OFlags::CREATE | OFlags::WRONLY;
        openat(&inner, "file", flags, Mode::RUSR).unwrap();
    }

    #[test]
    fn locked_folders_are_removed_and_links_are_not_followed() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("kept"), "").unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("run/a/b/c")).unwrap();
        std::os::unix::fs::symlink(other.path(), at("run/a/link")).unwrap();
        for name in ["run/a/b", "run/a", "run"] {
            fs::set_permissions(at(name), fs::Permissions::from_mode(0o000)).unwrap();
        }
        clear(&at("run")).unwrap();
        remove_folders(folder.path(), "ru");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(other.path().join("kept").exists());
    }

    /// This test uses errors, not locked folders: root may run it, and no folder is locked for
    /// root.
    #[test]
    fn a_folder_that_is_gone_is_not_locked() {
        assert!(is_locked(&io::ErrorKind::PermissionDenied.into()));
        assert!(!is_locked(&io::ErrorKind::NotFound.into()));
    }

    #[test]
    fn files_in_inner_folders_are_measured() {
        let folder = tempfile::tempdir().unwrap();
        nest(folder.path(), 3);
        fs::write(folder.path().join("folder/large"), vec![1; 100_000]).unwrap();
        let mut usage = Usage::default();
        assert!(usage.add(folder.path()));
        assert!(usage.bytes >= 100_000 && usage.entries == 5, "{usage:?}");
        nest(&folder.path().join("folder/folder/folder"), DEEPEST);
        assert!(!usage.add(folder.path()));
    }
}
