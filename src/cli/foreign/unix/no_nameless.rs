//! Replaces `nameless.rs` on systems other than Linux, where open files that are in no folder are
//! not measured.

use std::fs::Metadata;
use std::path::Path;

pub(super) type Identity = ();

pub(super) const fn identity(_: &Metadata) -> Identity {}

pub(super) const fn is_in_memory(_: &Path) -> bool {
    false
}
