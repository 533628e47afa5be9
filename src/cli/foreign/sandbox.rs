//! The kinds of sandboxes in which foreign programs can run, and what they hide.

use broadside::ports::programs::Command;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
#[cfg(not(target_os = "linux"))]
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sandbox {
    #[default]
    None,
    /// The user's own sandbox: words that are put before the words of the command.
    Prefix(Vec<OsString>),
    /// Uses bubblewrap, a program that makes sandboxes on Linux. A program in this sandbox sees
    /// only files of the system, files that its command names and, usually, files of the folder in
    /// which it starts. It does not see [`Hidden`] files.
    Bubblewrap,
    /// Uses Landlock, a feature of the Linux kernel. A program in this sandbox can open the files
    /// that it would see with bubblewrap. It sees that other files exist, but cannot open them.
    Landlock,
}

#[cfg(not(target_os = "linux"))]
pub(super) fn no_landlock() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "Landlock exists on Linux only")
}

/// What a program in a sandbox must not see.
#[derive(Clone, Debug, Default)]
#[cfg_attr(windows, expect(dead_code, reason = "Windows has no sandbox"))]
pub(crate) struct Hidden {
    /// Files and folders with results of games. They show where all ships are.
    pub(super) results: Vec<PathBuf>,
    /// The words of the commands of all players. A player must not see the files that the commands
    /// of the other players name.
    pub(super) commands: Vec<Vec<OsString>>,
}

impl Hidden {
    pub(crate) fn new<'c>(
        results: &[Option<&Path>],
        commands: impl IntoIterator<Item = &'c Command>,
    ) -> Self {
        Self {
            results: results.iter().flatten().map(|path| path.to_path_buf()).collect(),
            commands: commands.into_iter().map(|command| command.words.clone()).collect(),
        }
    }
}
