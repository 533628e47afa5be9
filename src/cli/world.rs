//! The real ports.

use broadside::ports::{Files, Ports, Terminals};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, IsTerminal as _, Read, Write};
use std::path::Path;

/// What is read from a pipe or a file at a time, in bytes.
pub(super) const CHUNK: usize = 1 << 17;

/// Runs `program` on the standard streams and the file system.
pub(super) fn with_ports<T>(program: impl FnOnce(&mut Ports<'_>) -> T) -> T {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    program(&mut Ports {
        input: &mut BufReader::with_capacity(CHUNK, stdin.lock()),
        out: &mut BufWriter::with_capacity(CHUNK, stdout.lock()),
        err: &mut anstream::stderr().lock(),
        files: &Disk,
        terminals: terminals(),
    })
}

/// Whether standard output takes colours, as `--color` and the surroundings say.
pub(super) fn colours_output() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
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

    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // A link stays a link, and a device is written, not replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
            return File::options().write(true).open(&target)?.write_all(bytes);
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut file = new_file_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        if let Ok(about) = fs::metadata(&target) {
            file.as_file().set_permissions(about.permissions())?;
        }
        file.persist(&target)?;
        Ok(())
    }
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
