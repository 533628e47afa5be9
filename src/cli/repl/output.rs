//! `.output FILE`: sends the output of the language (what its commands print) to a file.
//!
//! The file gets its content when output goes to the screen again, or when the prompt ends. Until
//! then, an old file with this name stays as it is. After a write error, commands run on as if
//! nothing had failed, so no command stops halfway. After each input, the prompt checks for such an
//! error.

use crate::cli::exit::shown;
use crate::cli::stop::{Cancel, Stoppable};
use broadside::ports::{Draft, Ports};
use broadside::text::Screen;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(super) enum Output {
    /// The terminal. Control characters are made visible, so that they cannot change the terminal.
    #[default]
    Screen,
    /// A file gets every byte unchanged.
    File(OutputFile),
    /// The output is dropped while commands are only tried.
    Nowhere,
}

/// A file that is being written. Keeps the first write error.
pub(super) struct OutputFile {
    path: PathBuf,
    draft: BufWriter<Box<dyn Draft>>,
    failure: Option<io::Error>,
}

impl Output {
    pub(super) const fn is_seen(&self) -> bool {
        matches!(self, Self::Screen)
    }

    /// Gives `work` a writer to this output. After Ctrl-C, this writer fails.
    pub(super) fn with<T>(
        &mut self,
        stop: &Cancel,
        ports: &mut Ports<'_>,
        work: impl FnOnce(&mut dyn Write) -> T,
    ) -> T {
        match self {
            // The output port of the prompt already fails after Ctrl-C, so it needs no `Stoppable`.
            Self::Screen => work(&mut Screen::new(&mut *ports.out)),
            Self::File(file) => work(&mut Stoppable { out: file, stop: stop.clone() }),
            Self::Nowhere => work(&mut Stoppable { out: io::sink(), stop: stop.clone() }),
        }
    }

    /// Sends further output to the screen. If output went to a file so far, gives the file its
    /// content, and returns its path and the result.
    pub(super) fn end(&mut self) -> Option<(PathBuf, io::Result<()>)> {
        match std::mem::take(self) {
            Self::File(file) => Some(file.finish()),
            Self::Screen | Self::Nowhere => None,
        }
    }

    pub(super) fn take_failed(&mut self) -> Option<(PathBuf, io::Result<()>)> {
        match self {
            Self::File(file) if file.failure.is_some() => self.end(),
            Self::File(_) | Self::Screen | Self::Nowhere => None,
        }
    }
}

impl OutputFile {
    /// Begins to write a file. Its old content stays until [`finish`](Self::finish).
    pub(super) fn begin(path: &Path, ports: &Ports<'_>) -> io::Result<Self> {
        let draft = BufWriter::new(ports.files.draft(path)?);
        Ok(Self { path: path.to_owned(), draft, failure: None })
    }

    fn finish(self) -> (PathBuf, io::Result<()>) {
        let finished = match self.failure {
            Some(error) => Err(error),
            None => self.draft.into_inner().map_err(io::IntoInnerError::into_error),
        };
        (self.path, finished.and_then(Draft::finish))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failure.is_none() {
            self.failure = self.draft.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn report_ended(
    (path, ended): (PathBuf, io::Result<()>),
    ports: &mut Ports<'_>,
) -> io::Result<()> {
    let name = shown(&path);
    match ended {
        Ok(()) => writeln!(ports.out, "wrote `{name}`; output is shown here again"),
        Err(error) => {
            ports.report(&format!("cannot write `{name}`: {error}; output is shown here again\n"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::disk::on_disk;
    use crate::cli::system::each_failing;
    use std::fs;

    /// After a failed write, further output is lost, but the writer returns no error.
    #[test]
    fn the_failure_of_a_file_is_kept_and_the_old_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        each_failing(io::ErrorKind::StorageFull, |has_failed| {
            fs::write(&path, "old").unwrap();
            let (ended, _) = on_disk(|ports| {
                let mut output = Output::File(OutputFile::begin(&path, ports).ok()?);
                // This is more than the buffer holds, so some writes reach the draft.
                for _ in 0..4 {
                    let printed = [b'x'; 5000];
                    let stop = Cancel::default();
                    output.with(&stop, ports, |out| out.write_all(&printed)).unwrap();
                }
                let ended = output.take_failed().or_else(|| output.end());
                assert!(output.is_seen());
                ended
            });
            let Some((name, ended)) = ended else {
                assert!(has_failed());
                return;
            };
            assert_eq!((name, ended.is_err()), (path.clone(), has_failed()));
            let left = fs::read(&path).unwrap();
            let new = "x".repeat(20_000);
            assert_eq!(left, if has_failed() { "old" } else { &new }.as_bytes());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        });
    }
}
