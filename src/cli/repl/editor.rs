//! Runs the user's editor on a text that other users cannot read.
//!
//! The text is in a file in a private folder. So copies that the editor makes there are private
//! too. The folder is removed when the editor has ended, or before a signal such as SIGTERM ends
//! the process.

use super::journal::options;
use crate::cli::cleanup;
use crate::cli::files::read_regular;
use crate::cli::foreign::private_folder;
use crate::cli::system::call;
use broadside::ports::programs::Command as Parsed;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A text that was refused, or that Ctrl-C stopped. The next `.edit` opens the text again if the
/// game is still the same.
pub(super) struct Rejected {
    /// The commands of the game when the text was refused or stopped.
    pub(super) script: Vec<u8>,
    pub(super) text: Vec<u8>,
}

pub(super) fn edit_text(text: &[u8]) -> io::Result<Vec<u8>> {
    let words = editor()?;
    let about = |error: &dyn std::fmt::Display| io::Error::other(format!("cannot edit: {error}"));
    let (folder, _cleanup) = guarded_folder().map_err(|error| about(&error))?;
    let path = folder.path().join("group.ships");
    let create = || options().create_new(true).open(&path)?.write_all(text);
    call(create).map_err(|error| about(&error))?;
    run(&words, &path)?;
    read_regular(&path, 16).map_err(|error| about(&error))
}

const DEFAULT: &str = if cfg!(windows) { "notepad" } else { "vi" };

/// Returns the words of the editor's command from `VISUAL`, else from `EDITOR`, else [`DEFAULT`].
fn editor() -> io::Result<Vec<OsString>> {
    let named = |name| env::var_os(name).filter(|value: &OsString| !value.is_empty());
    let command = ["VISUAL", "EDITOR"].into_iter().find_map(named);
    let command = command.unwrap_or_else(|| DEFAULT.into());
    let parsed = command.to_str().and_then(|command| Parsed::parse(command).ok());
    parsed.map(|command| command.words).ok_or_else(|| {
        let name = command.display().to_string();
        let name = name.escape_debug();
        io::Error::other(format!("`{name}` is not a command that opens an editor"))
    })
}

/// Makes the private folder. While the `Cleanup` exists, a signal such as SIGTERM removes this
/// folder.
fn guarded_folder() -> io::Result<(TempDir, cleanup::Cleanup)> {
    cleanup::guarded(
        || call(|| private_folder("broadside-", &env::temp_dir())),
        |folder| {
            let path = folder.path().to_owned();
            Box::new(move || drop(fs::remove_dir_all(&path)))
        },
    )
}

fn run(words: &[OsString], path: &Path) -> io::Result<()> {
    let (program, options) = words.split_first().expect("a command has a word");
    let name = program.to_string_lossy().escape_debug().to_string();
    let ended = Command::new(program).args(options).arg(path).status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(io::Error::other(format!("`{name}` ended with {status}"))),
        Err(error) => Err(io::Error::other(format!("cannot start `{name}`: {error}"))),
    }
}
