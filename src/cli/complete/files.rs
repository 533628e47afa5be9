//! Finds the files and folders whose paths begin with a typed text. A name that begins with a dot
//! is found only if this dot is typed.

use super::Candidate;
use crate::cli::prompt::places;
use std::fs;
use std::path::{Path, PathBuf};

/// The kind of files to offer. Folders are always offered, because the file may lie below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    /// Files with this extension or, if nothing fits, files of any kind.
    Ending(&'static str),
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

pub(super) fn beginning_with(part: &str, kind: Kind) -> Vec<Candidate> {
    let mut found = entries(part, kind, Path::to_owned);
    if found.is_empty() && matches!(kind, Kind::Ending(_)) {
        found = entries(part, Kind::Any, Path::to_owned);
    }
    found.into_iter().map(|path| Candidate::new(path, None)).collect()
}

/// Returns the paths that begin with `part`. `~/` at the beginning is the home folder.
pub(in crate::cli) fn from_home(part: &str) -> Vec<String> {
    entries(part, Kind::Any, places::from_home)
}

fn entries(part: &str, kind: Kind, located: fn(&Path) -> PathBuf) -> Vec<String> {
    let (folder, start) = part.split_at(part.rfind('/').map_or(0, |at| at + 1));
    let place = located(Path::new(if folder.is_empty() { "." } else { folder }));
    // A folder that cannot be read gives no candidates.
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let found = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_wanted =
            name.starts_with(start) && (!name.starts_with('.') || start.starts_with('.'));
        let is_folder = is_wanted && entry.path().is_dir();
        let end = if is_folder { "/" } else { "" };
        (is_folder || is_wanted && kind.admits(&name)).then(|| format!("{folder}{name}{end}"))
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}
