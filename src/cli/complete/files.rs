//! Completes the paths of files and folders.

use super::Candidate;
use std::fs;
use std::path::Path;

/// Which files are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All files.
    Any,
    /// Files with this ending; all files if none has it.
    Ending(&'static str),
    /// Only folders.
    Folder,
}

impl Kind {
    fn admits(self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Ending(ending) => Path::new(name).extension().is_some_and(|its| its == ending),
            Self::Folder => false,
        }
    }
}

/// Returns the paths of files of `kind` and of folders that begin with `part`, in order of name.
pub(super) fn beginning_with(part: &str, kind: Kind) -> Vec<Candidate> {
    let (folder, start) = part.split_at(part.rfind('/').map_or(0, |at| at + 1));
    let found = entries(folder, start, kind);
    if found.is_empty() && matches!(kind, Kind::Ending(_)) {
        return entries(folder, start, Kind::Any);
    }
    found
}

fn entries(folder: &str, start: &str, kind: Kind) -> Vec<Candidate> {
    let path = if folder.is_empty() { "." } else { folder };
    // A folder that cannot be read gives no candidates.
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let found = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_wanted =
            name.starts_with(start) && (!name.starts_with('.') || start.starts_with('.'));
        let is_folder = is_wanted && entry.path().is_dir();
        let end = if is_folder { "/" } else { "" };
        (is_folder || is_wanted && kind.admits(&name))
            .then(|| Candidate::new(format!("{folder}{name}{end}"), None))
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}
