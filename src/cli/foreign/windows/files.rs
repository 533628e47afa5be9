//! Measures and removes folders of programs.

use super::super::process::{DEEPEST, Usage, retry};
use super::super::real;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long to try to remove a folder. A process that has just ended, or a virus scanner, may still
/// have files open.
const PATIENCE: Duration = Duration::from_secs(2);

const PAUSE: Duration = Duration::from_millis(5);

/// Removes a folder. Files that cannot be removed stay, and no error is returned.
pub(crate) fn remove_folder(folder: &Path) {
    // The real path has the prefix `\\?\`, which allows long paths.
    let folder = real(folder);
    retry(PATIENCE, PAUSE, || match fs::remove_dir_all(&folder) {
        Ok(()) => true,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    });
}

impl Usage {
    /// Adds the content of a folder. Returns `false` for too many files or too deep folders.
    pub(super) fn add(&mut self, folder: &Path) -> bool {
        fs::canonicalize(folder).map_or(true, |folder| self.add_below(&folder, DEEPEST))
    }

    fn add_below(&mut self, folder: &Path, depth: usize) -> bool {
        let Ok(entries) = fs::read_dir(folder) else { return true };
        for entry in entries.flatten() {
            // `metadata` does not follow links.
            let Ok(about) = entry.metadata() else { continue };
            if !self.count(about.len()) || depth == 0 {
                return false;
            }
            if about.is_dir() && !self.add_below(&entry.path(), depth - 1) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_inner_folders_are_measured_and_removed() {
        let folder = tempfile::tempdir().unwrap().keep();
        fs::create_dir_all(folder.join("a/b/c")).unwrap();
        fs::write(folder.join("a/large"), vec![1; 100_000]).unwrap();
        let mut usage = Usage::default();
        assert!(usage.add(&folder));
        assert!(usage.bytes >= 100_000 && usage.entries == 4, "{usage:?}");
        remove_folder(&folder);
        assert!(!folder.exists());
    }
}
