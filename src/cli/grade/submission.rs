//! Finds submissions among the folders and files that were handed in, and copies them.

use super::class_file::{self, ClassFile, Entry};
use super::copy::{self, Copy, NoCopy, visible_entries};
use super::ending;
use super::scratch::{is_full, no_room};
use crate::cli::digest::Digest;
use crate::cli::exit::{Failure, Result};
use crate::cli::files::read;
use broadside::ports::Ports;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub(super) struct Submission {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) about: Entry,
    pub(super) copy: Result<Copy, String>,
    /// A file of the submission that has the word `broadside` or is a copy of this program.
    pub(super) file_naming_broadside: Option<PathBuf>,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) submissions: Vec<Submission>,
    pub(super) skipped: Vec<String>,
    /// The patterns of `class.toml` that match no submission.
    pub(super) unmatched: Vec<String>,
}

/// The extensions of archives and documents, which are not submissions.
const DOCUMENTS: [&str; 26] = [
    "zip", "tar", "gz", "tgz", "bz2", "xz", "7z", "rar", "pdf", "doc", "docx", "odt", "rtf", "txt",
    "md", "rst", "htm", "html", "csv", "json", "jsonl", "toml", "png", "jpg", "jpeg", "log",
];

/// Finds the submissions. Usually each of `paths` is a submission. But if `paths` is one folder and
/// `is_single` is not set, the entries of the folder are the submissions. Then the paths in
/// `others` are left out, and archives and documents are skipped.
pub(super) fn find(
    paths: &[PathBuf],
    is_single: bool,
    others: &[&Path],
    ports: &mut Ports<'_>,
) -> Result<Found> {
    let mut found = Found::default();
    let (mut class, mut paths) = (ClassFile::default(), paths.to_vec());
    if let [folder] = &paths[..]
        && folder.is_dir()
        && !is_single
    {
        class = class_file(folder, ports)?;
        let mut entries = visible_entries(folder).map_err(Failure::input(folder))?;
        let others: Vec<_> = others.iter().filter_map(|path| path.canonicalize().ok()).collect();
        entries.retain(|path| path.canonicalize().map_or(true, |path| !others.contains(&path)));
        (paths, found.skipped) = sorted_out(entries);
    }
    let mut seen = Vec::new();
    for named in paths {
        let failed = Failure::input(&named);
        let path = fs::canonicalize(&named).map_err(&failed)?;
        if !path.is_dir() && !path.is_file() {
            return Err(failed(io::Error::other("it is neither a file nor a folder")));
        }
        // A link keeps its own name and does not get the name of its target. A path such as `.` has
        // no name, so the submission gets the name of the real folder.
        let name = name(if named.file_name().is_some() { &named } else { &path });
        let about = class.about(&name);
        seen.push(name.clone());
        if about.skip {
            found.skipped.push(name);
        } else {
            let (copy, file_naming_broadside) = (Err("it was not copied".to_owned()), None);
            found.submissions.push(Submission { name, path, about, copy, file_naming_broadside });
        }
    }
    found.unmatched = class.unmatched(&seen);
    found.submissions.sort_by(|a, b| a.name.cmp(&b.name));
    check_names(&found.submissions)?;
    Ok(found)
}

/// Fails if there are no submissions, or if two have the same name. The submissions must be sorted
/// by name.
fn check_names(submissions: &[Submission]) -> Result<()> {
    if submissions.is_empty() {
        return Err(Failure::Refused("there are no submissions".to_owned()));
    }
    if let Some(pair) = submissions.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(Failure::Refused(format!("there are two submissions `{}`", pair[0].name)));
    }
    Ok(())
}

fn class_file(folder: &Path, ports: &mut Ports<'_>) -> Result<ClassFile> {
    let path = folder.join(class_file::NAME);
    if !path.is_file() {
        return Ok(ClassFile::default());
    }
    let bytes = read(&path, ports)?;
    ClassFile::parse(&String::from_utf8_lossy(&bytes))
        .map_err(|error| Failure::Refused(format!("in `{}`: {error}", path.to_string_lossy())))
}

fn sorted_out(entries: Vec<PathBuf>) -> (Vec<PathBuf>, Vec<String>) {
    let (mut paths, mut skipped) = (Vec::new(), Vec::new());
    for path in entries {
        let is_document = DOCUMENTS.contains(&&*ending(&path));
        if path.is_dir() || (path.is_file() && !is_document) {
            paths.push(path);
        } else {
            skipped.push(name(&path));
        }
    }
    (paths, skipped)
}

/// Returns the last part of a path. Bytes that are not UTF-8 become escapes such as `\u{ff}`, and
/// each backslash becomes two. So different names stay different.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', r"\\"));
        text.extend(chunk.invalid().iter().map(|byte| format!("\\u{{{byte:x}}}")));
    }
    text
}

impl Submission {
    /// Copies the submission to the empty folder `to`. If the submission is refused or the disk is
    /// full, stores the reason in `copy`. Fails if the copy cannot be made for another reason.
    pub(super) fn take(&mut self, to: PathBuf) -> Result<()> {
        self.copy = match copy::copy(&self.path, to) {
            Ok(copy) => {
                self.file_naming_broadside = file_naming_broadside(&copy);
                Ok(copy)
            }
            Err(NoCopy::Refused(message)) => Err(message),
            Err(NoCopy::Failed(error)) if is_full(&error) => Err(no_room()),
            Err(NoCopy::Failed(error)) => return Err(Failure::input(&self.path)(error)),
        };
        Ok(())
    }

    pub(super) fn digest(&self) -> String {
        let Ok(copy) = &self.copy else { return String::new() };
        let mut digest = Digest::of(copy.digest.as_bytes());
        digest.add(format!("{:?}{:?}", self.about.build, self.about.run).as_bytes());
        digest.to_string()
    }
}

/// Returns the first file that is a copy of this program or contains the word `broadside`. The word
/// is searched only in files of at most 1 MiB. Must run before any program: a program could replace
/// a file by a pipe or a link.
fn file_naming_broadside(copy: &Copy) -> Option<PathBuf> {
    const LONGEST: u64 = 1 << 20;
    let own_path = std::env::current_exe().ok()?;
    let length = |path: &Path| fs::metadata(path).map(|about| about.len()).unwrap_or_default();
    let (read, own_length) = (|path: &Path| fs::read(path).unwrap_or_default(), length(&own_path));
    let names = |path: &&PathBuf| {
        let path = copy.folder.join(path);
        match length(&path) {
            0..=LONGEST => memchr::memmem::find(&read(&path), b"broadside").is_some(),
            length if length > own_length / 2 => is_copy(&read(&path), &read(&own_path)),
            _ => false,
        }
    };
    copy.files.iter().find(names).cloned()
}

/// Takes some pieces of `program`, and returns whether `file` has more than half of these pieces.
/// So a copy with a few changes is found too. Pieces that repeat one byte do not count, because
/// every program has them.
fn is_copy(file: &[u8], program: &[u8]) -> bool {
    const PIECES: usize = 16;
    let pieces = program.chunks((program.len() / PIECES).max(1));
    let pieces = pieces.map(|chunk| &chunk[..chunk.len().min(256)]);
    let telling: Vec<_> =
        pieces.filter(|piece| piece.iter().any(|byte| *byte != piece[0])).collect();
    let is_in_file = |piece: &&&[u8]| memchr::memmem::find(file, piece).is_some();
    2 * telling.iter().filter(is_in_file).count() > telling.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_known_by_its_pieces() {
        let program: Vec<u8> =
            (0..40_000_u32).flat_map(|n| n.wrapping_mul(n).to_be_bytes()).collect();
        let longer = [b"x", &*program, b"y"].concat();
        let mut changed = program.clone();
        changed[70_000..90_000].fill(0);
        assert!([&program, &longer, &changed].into_iter().all(|file| is_copy(file, &program)));
        assert!(!is_copy(&program[..60_000], &program) && !is_copy(&[0; 9_000], &program));
    }

    #[cfg(unix)]
    #[test]
    fn a_byte_and_its_escape_are_different_names() {
        use std::os::unix::ffi::OsStrExt as _;
        let name = |bytes: &[u8]| name(Path::new(std::ffi::OsStr::from_bytes(bytes)));
        assert_eq!([name(b"\xff"), name(br"\u{ff}")], [r"\u{ff}", r"\\u{ff}"]);
    }

    /// A link once had the name of its target. Here both targets have the same name.
    #[cfg(unix)]
    #[test]
    fn a_link_has_its_own_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("class")).unwrap();
        for name in ["anna", "ben"] {
            fs::create_dir_all(at(name).join("src")).unwrap();
            std::os::unix::fs::symlink(at(name).join("src"), at("class").join(name)).unwrap();
        }
        let mut memory = broadside::ports::Memory::default();
        let found = memory.run(|ports| find(&[at("class")], false, &[], ports)).unwrap();
        let names: Vec<_> = found.submissions.iter().map(|found| &*found.name).collect();
        assert_eq!(names, ["anna", "ben"]);
    }

    /// Regression: the second run of a command took the results of the first run for a submission.
    #[test]
    fn folders_that_other_options_name_are_not_submissions() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["anna", "results"] {
            fs::create_dir(at(name)).unwrap();
        }
        let mut memory = broadside::ports::Memory::default();
        let others = [at("results").join("../results"), at("missing")];
        let others = others.each_ref().map(PathBuf::as_path);
        let class = [folder.path().to_owned()];
        let found = memory.run(|ports| find(&class, false, &others, ports)).unwrap();
        let names: Vec<_> = found.submissions.iter().map(|found| &*found.name).collect();
        assert_eq!((&names[..], found.skipped.len()), (&["anna"][..], 0));
    }

    #[test]
    fn archives_and_documents_are_not_submissions() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("anna")).unwrap();
        for name in ["ben.py", "all.zip", "Notes.TXT", "carl"] {
            fs::write(at(name), "").unwrap();
        }
        let names = ["all.zip", "anna", "ben.py", "carl", "Notes.TXT"].map(at);
        let (paths, skipped) = sorted_out(names.to_vec());
        assert_eq!(paths, ["anna", "ben.py", "carl"].map(at));
        assert_eq!(skipped, ["all.zip", "Notes.TXT"]);
    }
}
