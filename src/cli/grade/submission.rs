//! What was handed in: folders and files, and the kind of program that each holds.

use super::digest::Digest;
use crate::cli::exit::Failure;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What one person or group handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Submission {
    /// The name of its folder or file.
    pub(super) name: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// Its files, relative to its folder, in order of name. Those with a dot before their names are not
    /// among them.
    pub(super) files: Vec<PathBuf>,
    /// A digest of what is in it.
    pub(super) digest: String,
}

/// What a file of a submission may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Cpp,
    C,
    Python,
    Executable,
}

impl Kind {
    /// The kind's name for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cpp => "C++",
            Self::C => "C",
            Self::Python => "Python",
            Self::Executable => "executables",
        }
    }
}

/// The submissions that `paths` name, in order of name, or why there are none. A single folder holds
/// them, unless it `is_single`, one itself.
pub(super) fn find(
    paths: &[PathBuf],
    is_single: bool,
) -> Result<Result<Vec<Submission>, String>, Failure> {
    let paths = match paths {
        [folder] if folder.is_dir() && !is_single => {
            let failed = |error| Failure::Input { path: folder.clone(), error };
            let mut entries = visible_entries(folder).map_err(failed)?;
            // Opening a pipe would wait for its other end.
            entries.retain(|path| path.is_dir() || path.is_file());
            entries
        }
        _ => paths.to_vec(),
    };
    let mut found = Vec::new();
    for path in paths {
        let failed = |error| Failure::Input { path: path.clone(), error };
        found.push(Submission::read(&path).map_err(failed)?);
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(twice) = found.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Ok(Err(format!("there are two submissions `{}`", twice[0].name)));
    }
    Ok(if found.is_empty() { Err("there are no submissions".to_owned()) } else { Ok(found) })
}

impl Submission {
    fn read(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let files = if path.is_dir() {
            let mut files = Vec::new();
            files_below(&path, Path::new(""), &mut files)?;
            files
        } else if !path.is_file() {
            return Err(io::Error::other("it is neither a file nor a folder"));
        } else {
            vec![path.file_name().map(PathBuf::from).unwrap_or_default()]
        };
        let mut submission = Self { name, path, files, digest: String::new() };
        submission.digest = submission.take_digest()?;
        Ok(submission)
    }

    /// The folder that its files are relative to.
    pub(super) fn folder(&self) -> &Path {
        if self.path.is_dir() { &self.path } else { self.path.parent().unwrap_or(Path::new("/")) }
    }

    /// The files of a kind.
    pub(super) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().map(PathBuf::as_path);
        files.filter(move |file| kind_of(&self.folder().join(file)) == Some(kind))
    }

    /// The kinds of sources in it; executables only where there are no sources.
    pub(super) fn kinds(&self) -> BTreeSet<Kind> {
        let kinds = self.files.iter().filter_map(|file| kind_of(&self.folder().join(file)));
        let mut kinds: BTreeSet<_> = kinds.collect();
        if kinds.len() > 1 {
            kinds.remove(&Kind::Executable);
        }
        kinds
    }

    /// What `{src}` stands for: the file, or the source files of a folder.
    pub(super) fn sources(&self) -> Vec<&Path> {
        if !self.path.is_dir() {
            return self.files.iter().map(PathBuf::as_path).collect();
        }
        self.kinds().into_iter().flat_map(|kind| self.of_kind(kind)).collect()
    }

    fn take_digest(&self) -> io::Result<String> {
        let mut digest = Digest::default();
        for file in &self.files {
            digest.add(file.as_os_str().as_encoded_bytes());
            digest.add_all(File::open(self.folder().join(file))?)?;
        }
        Ok(digest.to_string())
    }
}

fn kind_of(path: &Path) -> Option<Kind> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("cpp" | "cc" | "cxx" | "c++") => Some(Kind::Cpp),
        Some("c") => Some(Kind::C),
        Some("py") => Some(Kind::Python),
        Some("h" | "hh" | "hpp" | "hxx") => None,
        _ => is_executable(path).then_some(Kind::Executable),
    }
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// What stands in a folder, in order of name, but for names that begin with a dot.
fn visible_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// The files in and below a folder. Links are files if they lead to one, and lead nowhere else: a link
/// to a folder could make a circle.
fn files_below(folder: &Path, prefix: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in visible_entries(folder)? {
        let name = prefix.join(path.file_name().unwrap_or_default());
        if path.is_dir() && !path.is_symlink() {
            files_below(&path, &name, files)?;
        } else if path.is_file() {
            files.push(name);
        }
    }
    Ok(())
}
