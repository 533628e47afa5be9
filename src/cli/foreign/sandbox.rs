//! The kinds of sandboxes in which foreign programs can run.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sandbox {
    #[default]
    None,
    /// The user's own sandbox. These words stand before the words of the command.
    Prefix(Vec<OsString>),
    /// Bubblewrap: the program sees only its own files and those of the system.
    Bubblewrap,
    /// Landlock and seccomp: the program sees that other files exist, but it can neither read nor
    /// write them.
    Landlock,
}
