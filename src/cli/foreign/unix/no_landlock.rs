//! Replaces `landlock.rs`, which implements a sandbox, on systems other than Linux.

use super::message::Request;
use std::io;
use std::path::Path;

/// Returns an error: Landlock exists on Linux only.
pub(super) fn confine(_: &Request, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "Landlock exists on Linux only"))
}
