//! Replaces `nameless.rs`, which measures open files that are in no folder, on systems other than
//! Linux.

use std::fs::Metadata;
use std::path::Path;

pub(super) type Identity = ();

pub(super) const fn identity(_: &Metadata) -> Identity {}

pub(super) const fn is_in_memory(_: &Path) -> bool {
    false
}
