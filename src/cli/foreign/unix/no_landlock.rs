//! Landlock outside of Linux: there is none.

use super::message::Request;
use std::io;
use std::path::Path;

/// # Errors
/// Always.
pub(super) fn confine(_: &Request, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "Landlock is there on Linux only"))
}
