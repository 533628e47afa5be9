//! Copies a submission to a private folder, checks its size and links, and computes its digest.

use super::tools::is_executable;
use crate::cli::digest::Digest;
use crate::cli::files::sorted_entries;
use crate::cli::foreign::remove_folder;
use crate::cli::lab::KEPT_FINDINGS;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const MOST_FILES: usize = 5_000;

const MOST_BYTES: u64 = 256 << 20;

/// The greatest depth of a folder. The folder of the submission has depth 1.
const DEEPEST: usize = 16;

/// A copy of a submission. Its folder is removed when the value is dropped.
#[derive(Debug)]
pub(super) struct Copy {
    pub(super) folder: PathBuf,
    /// The paths of the files, relative to the folder and in order of name. Left out are hidden
    /// files and folders, `__pycache__`, `broadside-findings`, links to folders or to nothing, and
    /// pipes and other special files.
    pub(super) files: Vec<PathBuf>,
    /// A digest of all files: their names, their contents, and whether they are executable.
    pub(super) digest: String,
}

impl Drop for Copy {
    fn drop(&mut self) {
        remove_folder(&self.folder);
    }
}

#[derive(Debug)]
pub(super) enum NoCopy {
    Refused(String),
    /// The copy could not be made. The submission is not at fault.
    Failed(io::Error),
}

impl From<io::Error> for NoCopy {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<NoCopy> for io::Error {
    fn from(why: NoCopy) -> Self {
        match why {
            NoCopy::Refused(message) => Self::other(message),
            NoCopy::Failed(error) => error,
        }
    }
}

pub(super) fn copy(from: &Path, to: PathBuf) -> Result<Copy, NoCopy> {
    fs::create_dir_all(&to)?;
    let (root, outside) = (fs::canonicalize(from)?, Vec::new());
    let mut copying = Copying { root, outside, bytes: 0, digest: Digest::default() };
    let mut copy = Copy { folder: to, files: Vec::new(), digest: String::new() };
    if from.is_dir() {
        copying.folder(from, Path::new(""), 1, &mut copy)?;
        let links = copying.outside.iter().map(|link| format!("`{}`", link.display()));
        let links = links.collect::<Vec<_>>().join(", ");
        if !links.is_empty() {
            return Err(NoCopy::Refused(format!("links lead out of the submission: {links}")));
        }
    } else {
        let name = PathBuf::from(from.file_name().unwrap_or_default());
        copying.file(from, name, &mut copy)?;
    }
    copy.digest = copying.digest.to_string();
    Ok(copy)
}

struct Copying {
    /// The real path of the submission.
    root: PathBuf,
    /// The links that lead out of the submission. With any such link, the submission is refused.
    outside: Vec<PathBuf>,
    bytes: u64,
    digest: Digest,
}

impl Copying {
    fn folder(
        &mut self,
        from: &Path,
        at: &Path,
        depth: usize,
        copy: &mut Copy,
    ) -> Result<(), NoCopy> {
        if depth > DEEPEST {
            return refuse(at, &format!("lies more than {DEEPEST} folders deep"));
        }
        for path in readable(at, visible_entries(from))? {
            let name = at.join(path.file_name().unwrap_or_default());
            if path.is_symlink() {
                // A link that leads to nothing is not copied.
                let Ok(target) = fs::canonicalize(&path) else { continue };
                if !target.starts_with(&self.root) {
                    self.outside.push(name);
                    continue;
                }
            }
            if path.is_dir() && !path.is_symlink() {
                self.folder(&path, &name, depth + 1, copy)?;
            } else if path.is_file() {
                // Links to folders are left out, because they could lead in a circle. Pipes are
                // left out, because opening a pipe would wait for a writer.
                self.file(&path, name, copy)?;
            }
        }
        Ok(())
    }

    /// Copies a file. The file may grow meanwhile, so at most one byte over the limit is read.
    fn file(&mut self, from: &Path, name: PathBuf, copy: &mut Copy) -> Result<(), NoCopy> {
        let to = copy.folder.join(&name);
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        let source = readable(&name, File::open(from))?;
        let mode = source.metadata()?.permissions();
        // The owner gets the right to read: a program in a sandbox cannot read the file without
        // this right.
        #[cfg(unix)]
        let mode = fs::Permissions::from_mode(mode.mode() | 0o400);
        let mut target = File::create(&to)?;
        let written = io::copy(&mut source.take(MOST_BYTES - self.bytes + 1), &mut target)?;
        self.bytes += written;
        if self.bytes > MOST_BYTES {
            return refuse(&name, &format!("takes the submission over {} MiB", MOST_BYTES >> 20));
        }
        if copy.files.len() >= MOST_FILES {
            let why = format!("is one file too many: a submission may hold {MOST_FILES}");
            return refuse(&name, &why);
        }
        fs::set_permissions(&to, mode)?;
        if is_compiled(&to) {
            // With this time the file is older than all sources, so `make` compiles the sources
            // again.
            target.set_modified(SystemTime::UNIX_EPOCH)?;
        }
        self.digest.add(name.as_os_str().as_encoded_bytes());
        self.digest.add(&[u8::from(is_executable(&to))]);
        self.digest.add_all(File::open(&to)?)?;
        copy.files.push(name);
        Ok(())
    }
}

fn is_compiled(file: &Path) -> bool {
    match file.extension().and_then(OsStr::to_str) {
        Some("o" | "obj") => true,
        None | Some("exe" | "out") => is_executable(file),
        Some(_) => false,
    }
}

/// Turns an error into a refusal of this submission, so that the other submissions are still
/// graded.
fn readable<T>(name: &Path, outcome: io::Result<T>) -> Result<T, NoCopy> {
    outcome.or_else(|error| {
        let why = format!("cannot be read: {error}");
        refuse(if name == Path::new("") { Path::new(".") } else { name }, &why)
    })
}

fn refuse<T>(name: &Path, why: &str) -> Result<T, NoCopy> {
    Err(NoCopy::Refused(format!("`{}` {why}", name.to_string_lossy())))
}

pub(super) fn visible_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = sorted_entries(folder)?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        let is_made = name == "__pycache__" || name == KEPT_FINDINGS;
        !name.as_encoded_bytes().starts_with(b".") && !is_made
    });
    Ok(paths)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::cli::skip::skip_for_this_user;

    #[test]
    fn a_copy_gets_the_right_to_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("main.py"), "print()").unwrap();
        fs::set_permissions(at("main.py"), fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read(at("main.py")).is_err() {
            return skip_for_this_user("only the superuser can read such a file");
        }
        let _made = copy(&at("main.py"), at("copy")).unwrap();
        let mode = fs::metadata(at("copy/main.py")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o400);
    }

    #[test]
    fn links_that_lead_out_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("anna/lib")).unwrap();
        fs::write(at("anna/lib/a.py"), "1").unwrap();
        fs::write(at("secret"), "2").unwrap();
        std::os::unix::fs::symlink("lib/a.py", at("anna/main.py")).unwrap();
        let made = copy(&at("anna"), at("one")).unwrap();
        assert_eq!(made.files, [Path::new("lib/a.py"), Path::new("main.py")]);
        assert_eq!(fs::read(at("one/main.py")).unwrap(), b"1");
        let again = copy(&at("anna"), at("two")).unwrap();
        assert_eq!(made.digest, again.digest);
        std::os::unix::fs::symlink("../../secret", at("anna/lib/b.py")).unwrap();
        let refused = copy(&at("anna"), at("three")).unwrap_err();
        assert!(
            matches!(&refused, NoCopy::Refused(why) if why == "links lead out of the submission: `lib/b.py`")
        );
        drop(made);
        assert!(!at("one").exists() && !at("three").exists());
    }

    /// Regression: a link to nothing was refused as a link that leads out of the submission.
    #[test]
    fn links_to_nothing_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("anna")).unwrap();
        fs::write(at("anna/main.py"), "1").unwrap();
        for target in ["gone.py", "../gone.py", "link"] {
            std::os::unix::fs::symlink(target, at("anna/link")).unwrap();
            assert_eq!(copy(&at("anna"), at("one")).unwrap().files, [Path::new("main.py")]);
            fs::remove_file(at("anna/link")).unwrap();
        }
    }

    /// Regression: a submission was not graded again after one of its files became executable.
    #[test]
    fn a_file_that_becomes_executable_changes_the_digest() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gen.sh");
        fs::write(&file, "1").unwrap();
        let digest = |mode| {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            copy(&file, folder.path().join("copy")).unwrap().digest.clone()
        };
        assert_ne!(digest(0o644), digest(0o755));
        assert_eq!(digest(0o644), digest(0o600));
    }
}
