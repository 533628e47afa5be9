//! The processes of a program where there is no subreaper, as on macOS: those of its process group.
//! Those that left it are not found, and memory is not looked at.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::time::Duration;

/// Nothing: orphans go to the first process of the system.
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Nothing to wait on: whoever waits must ask again and again.
pub(super) fn exit_of(_: &Child) -> Option<OwnedFd> {
    None
}

/// Nothing is known of it.
pub(super) fn resident_memory(_: &Child) -> u64 {
    0
}

/// Nothing is known of it.
pub(super) fn time_of_the_reaped() -> Duration {
    Duration::ZERO
}

/// Kills the process group of `child`, and reaps `child`.
pub(super) fn end_all(child: &mut Child) {
    // A group that is gone by now needs no signal.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
    drop(child.wait());
}

/// Nothing is known of the processes below another one.
pub(super) fn kill_below(_: Pid) {}

/// Nothing is known of the processes of a session.
pub(super) fn kill_session(_: Pid) {}
