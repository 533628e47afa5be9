//! Replaces `processes.rs` on Unix systems other than Linux, such as macOS. There a process cannot
//! adopt orphans (processes whose parents have ended). So only the process group of the program is
//! killed, and processes that have left the group are not found. Memory, processor time, threads
//! and nameless files (open files that are in no folder) are not measured.

use super::limits::Held;
use super::nameless::Identity;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::time::Duration;

/// Does nothing: on this system `init` becomes the parent of orphans.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Returns `None`: there is no file here that becomes readable when a child ends, so the caller
/// must poll.
pub(super) fn exit_of(_: &Child) -> Option<OwnedFd> {
    None
}

pub(super) fn held(_: Option<Identity>) -> Held {
    Held::default()
}

pub(super) fn time_of_the_reaped() -> Duration {
    Duration::ZERO
}

pub(super) fn activity() -> (Duration, bool) {
    (Duration::ZERO, false)
}

/// Returns `false`: it is unknown whether processes of the program are left.
pub(super) const fn has_reaped_all() -> bool {
    false
}

pub(super) fn end_all(child: &mut Child) {
    // This fails if the group has ended already.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
    drop(child.wait());
}

pub(super) fn stop_below() {}

pub(super) fn continue_below() {}

pub(super) fn kill_below(_: Pid) {}

pub(super) fn kill_session(_: Pid) {}

pub(super) fn adopt_lost_orphans() {}

pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

pub(super) fn forget(_: Pid) {}

pub(super) fn kill_lost_orphans() {}

pub(super) const fn is_stopped(_: Pid) -> bool {
    false
}

pub(super) fn forbid_tracing() {}

/// Does nothing: this system cannot set the limits of another process.
pub(super) fn limit_time(_: Pid, _: Option<Duration>) {}

pub(super) fn limit_processes(_: Pid) {}
