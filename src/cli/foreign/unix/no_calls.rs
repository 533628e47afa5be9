//! Filters of system calls, which exist on Linux only.

use std::os::fd::OwnedFd;

/// Returns `None`: there is no filter.
pub(super) const fn absent() -> Option<OwnedFd> {
    None
}
