//! Replaces `nameless.rs` on systems other than Linux. Nameless files are open files that are in no
//! folder. They are measured on Linux only.

use std::fs::Metadata;
use std::path::Path;

/// Identifies no file, because identities are needed on Linux only.
pub(super) type Identity = ();

/// Returns nothing, because identities are needed on Linux only.
pub(super) const fn identity(_: &Metadata) -> Identity {}

/// Returns `false`: this system does not show whether files are held in memory.
pub(super) const fn is_in_memory(_: &Path) -> bool {
    false
}
