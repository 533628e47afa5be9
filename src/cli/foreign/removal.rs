//! Removes folders with all that a program left in them. It does not know whose they are.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Removes a folder, also where a program has locked some in it. There is nobody to tell of what stays.
pub(crate) fn remove_folder(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        unlock(folder);
        drop(fs::remove_dir_all(folder));
    }
}

fn unlock(folder: &Path) {
    drop(fs::set_permissions(folder, fs::Permissions::from_mode(0o700)));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        unlock(&entry.path());
    }
}

/// Removes the folders in `parent` whose names begin with `prefix`.
pub(super) fn remove_folders(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            remove_folder(&entry.path());
        }
    }
}
