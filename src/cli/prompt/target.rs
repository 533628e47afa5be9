//! A file that a dot command writes, such as the file of `.save FILE`.

use crate::cli::exit::shown;
use crate::cli::files::refuse_special;
use broadside::ports::Ports;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Target {
    pub(in crate::cli) file: PathBuf,
    /// Whether an existing file is replaced without a question, as in `.save!`.
    pub(in crate::cli) replaces: bool,
}

impl Target {
    /// Returns the question whether to replace an existing file, or `None` if none is needed.
    pub(in crate::cli) fn question(&self) -> Option<String> {
        let asks = !self.replaces && self.file.is_file();
        asks.then(|| format!("replace `{}`? y or n", shown(&self.file)))
    }

    /// Returns what to tell the user when the file is not replaced.
    pub(in crate::cli) fn kept(&self) -> String {
        format!("not written; `{}` is as it was", shown(&self.file))
    }

    /// Lets `content` write the file, and reports the result. `without` ends the report: it is
    /// empty, or says what the file lacks.
    pub(in crate::cli) fn save(
        &self,
        without: &str,
        ports: &mut Ports<'_>,
        content: impl FnOnce(&Path, &mut Ports<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.open(ports, content)? {
            Some(()) => writeln!(ports.out, "wrote `{}`{without}", shown(&self.file)),
            None => Ok(()),
        }
    }

    /// Calls `begin` with the file. If `begin` fails, or the file is a pipe or a device, reports
    /// the error and returns `None`.
    pub(in crate::cli) fn open<T>(
        &self,
        ports: &mut Ports<'_>,
        begin: impl FnOnce(&Path, &mut Ports<'_>) -> io::Result<T>,
    ) -> io::Result<Option<T>> {
        match refuse_special(&self.file).and_then(|()| begin(&self.file, ports)) {
            Ok(opened) => Ok(Some(opened)),
            Err(error) => {
                ports.report(&format!("cannot write `{}`: {error}\n", shown(&self.file)))?;
                Ok(None)
            }
        }
    }
}
