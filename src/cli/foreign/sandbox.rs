//! The kinds of sandboxes.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// What protects this machine from a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sandbox {
    /// Nothing.
    #[default]
    None,
    /// These words, which stand before the command.
    Prefix(Vec<OsString>),
    /// Bubblewrap: the program sees only the files that it needs to run.
    Bubblewrap,
    /// Landlock and seccomp: other files exist for the program, and it can neither read nor write them.
    Landlock,
}
