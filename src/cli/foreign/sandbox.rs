//! What protects this machine from a command. It starts nothing.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// What stands before a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sandbox {
    /// Nothing.
    #[default]
    None,
    /// These words.
    Prefix(Vec<OsString>),
    /// Bubblewrap, with a view that holds what a program needs to run and nothing else.
    Bubblewrap,
    /// Landlock and seccomp: all is there, and can be neither read nor written.
    Landlock,
}
