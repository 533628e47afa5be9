//! Filters of system calls outside of Linux: there are none.

use std::os::fd::OwnedFd;

/// None.
pub(super) const fn absent() -> Option<OwnedFd> {
    None
}
