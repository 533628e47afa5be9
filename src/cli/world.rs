//! The real ports.

use broadside::ports::{Files, Ports, Terminals};
use std::env;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, IsTerminal as _, Read, Write};
use std::path::{Path, PathBuf};

/// What is read from a pipe or a file at a time, in bytes.
pub(super) const CHUNK: usize = 1 << 17;

/// Runs `program` on the standard streams and the file system.
pub(super) fn with_ports<T>(program: impl FnOnce(&mut Ports<'_>) -> T) -> T {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    program(&mut Ports {
        input: &mut BufReader::with_capacity(CHUNK, stdin.lock()),
        out: &mut BufWriter::with_capacity(CHUNK, stdout.lock()),
        // Not locked: a progress bar draws from other threads.
        err: &mut anstream::stderr(),
        files: &Disk,
        terminals: terminals(),
    })
}

/// Keeps what `--color` said. A dumb terminal has no colours, though builders set `CI`, which
/// otherwise stands for one that has.
pub(super) fn settle_colours(told: colorchoice_clap::Color) {
    told.write_global();
    let is_open = anstream::ColorChoice::global() == anstream::ColorChoice::Auto;
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if is_open && is_dumb && !anstyle_query::clicolor_force() {
        anstream::ColorChoice::Never.write_global();
    }
}

/// Whether standard output takes colours: a terminal, as `--color` and the surroundings say; a pipe
/// never.
pub(super) fn colours_output() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}

/// Runs `program` at a terminal, where a line editor reads standard input; `wrap` stands between the
/// program and standard output.
pub(super) fn at_terminal<T, W: Write>(
    wrap: impl FnOnce(BufWriter<io::Stdout>) -> W,
    program: impl FnOnce(&mut Ports<'_>) -> T,
) -> T {
    program(&mut Ports {
        input: &mut io::empty(),
        out: &mut wrap(BufWriter::with_capacity(CHUNK, io::stdout())),
        err: &mut anstream::stderr(),
        files: &Disk,
        terminals: terminals(),
    })
}

/// Which of the standard streams are terminals.
pub(super) fn terminals() -> Terminals {
    Terminals {
        input: io::stdin().is_terminal(),
        out: io::stdout().is_terminal(),
        err: io::stderr().is_terminal(),
    }
}

/// The file system.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disk;

impl Files for Disk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(path)?))
    }

    /// A link stays a link; a device or a pipe is written, not replaced; a file that may not be written
    /// is refused. Where the folder takes no new files the old one is overwritten: better than nothing,
    /// but a crash can leave half of it. All else reaches the disk before it gets its name.
    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let target = destination(path);
        let mut old = match File::options().write(true).open(&target) {
            Ok(old) => old,
            Err(error) if error.kind() == ErrorKind::NotFound => return put(&target, bytes, None),
            Err(error) => return Err(error),
        };
        let about = old.metadata()?;
        if !about.is_file() {
            return old.write_all(bytes);
        }
        match put(&target, bytes, Some(about.permissions())) {
            Err(error) if is_closed(&error) => old.set_len(0).and_then(|()| old.write_all(bytes)),
            done => done,
        }
    }
}

/// Where the links end that `path` leads along, whether or not there is a file.
fn destination(path: &Path) -> PathBuf {
    // As many links as Linux follows. In a circle there is no end; opening it tells.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    path
}

/// Whether a folder takes no new files.
fn is_closed(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::NotFound)
}

/// Writes a new file and then gives it the name `target`.
fn put(target: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // The error would speak of a file whose name nobody knows.
    let plain = |error: io::Error| fs::metadata(folder).err().unwrap_or(error.kind().into());
    let mut file = new_file_in(folder).map_err(plain)?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(target)?;
    Ok(())
}

/// A file that is still without a name that anyone knows.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As for any new file; the process's mask takes its share.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn links_stay_whether_or_not_they_lead_somewhere() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        symlink("inner/second", at("first")).unwrap();
        symlink("third", at("inner/second")).unwrap();
        for text in ["new", "newer"] {
            Disk.replace(&at("first"), text.as_bytes()).unwrap();
            assert!(at("first").is_symlink() && at("inner/second").is_symlink());
            assert_eq!(fs::read_to_string(at("inner/third")).unwrap(), text);
        }
        assert_eq!(fs::read_dir(at("inner")).unwrap().count(), 2);
    }

    #[test]
    fn links_in_a_circle_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(Disk.replace(&folder.path().join("circle"), b"").is_err());
    }

    #[test]
    fn permissions_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        Disk.replace(&path, b"new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    /// Nobody may write such a file but the superuser, who may: then it stays as it is in all else.
    #[test]
    fn a_file_that_may_not_be_written_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let may_write = File::options().write(true).open(&path).is_ok();
        assert_eq!(Disk.replace(&path, b"new").is_ok(), may_write);
        let text = if may_write { "new" } else { "old" };
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o444);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    /// The system's own folder of a process takes no files, whoever asks.
    #[test]
    fn where_no_file_can_be_made_an_old_one_is_written() {
        let path = Path::new("/proc/self/comm");
        Disk.replace(path, b"broadside-disk").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "broadside-disk\n");
    }

    #[test]
    fn complaints_do_not_speak_of_files_that_nobody_knows() {
        let folder = tempfile::tempdir().unwrap();
        let error = Disk.replace(&folder.path().join("none/file"), b"").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.to_string(), io::Error::from_raw_os_error(2).to_string());
        assert!(Disk.replace(folder.path(), b"").is_err());
    }
}
