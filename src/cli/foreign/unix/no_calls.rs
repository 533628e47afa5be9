//! Filters of system calls where there are none: outside of Linux.

use std::os::fd::OwnedFd;

/// None.
pub(super) const fn absent() -> Option<OwnedFd> {
    None
}
