//! Ends the processes of a program on systems without subreapers, such as macOS: kills the process group of the
//! program. Processes that have left the group are not found. Memory, files and threads are not measured.

use super::held::Held;
use super::nameless::Identity;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, setrlimit};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::time::Duration;

/// Does nothing: `init` becomes the parent of orphans.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Returns `None`: there is no file to wait for, so the caller must poll.
pub(super) fn exit_of(_: &Child) -> Option<OwnedFd> {
    None
}

/// Returns zeros: memory, files and threads are not measured here.
pub(super) fn held(_: &Child, _: Option<Identity>) -> Held {
    Held::default()
}

/// Returns zero: the processor time is not known here.
pub(super) fn time_of_the_reaped() -> Duration {
    Duration::ZERO
}

/// Returns `false`: it is not known whether processes of the program are left.
pub(super) const fn are_over() -> bool {
    false
}

/// Kills the process group of `child`, and reaps `child`.
pub(super) fn end_all(child: &mut Child) {
    // This fails if the group has ended already.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
    drop(child.wait());
}

/// Does nothing: the processes below another process are not known here.
pub(super) fn kill_below(_: Pid) {}

/// Does nothing: the processes of a session are not known here.
pub(super) fn kill_session(_: Pid) {}

/// Does nothing: `init` becomes the parent of orphans.
pub(super) fn adopt_lost_orphans() {}

/// Starts a child of this process.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// Does nothing: this process has no adopted orphans to tell from its own children.
pub(super) fn forget(_: Pid) {}

/// Does nothing: this process has no adopted orphans.
pub(super) fn end_strangers() {}

/// Does nothing: only the Linux implementation forbids tracing by other processes.
pub(super) fn close_to_others() {}

/// Lowers a limit of this process and of all processes that it starts. A limit that is already lower stays.
pub(super) fn lower(resource: Resource, to: u64) -> io::Result<()> {
    let old = getrlimit(resource);
    let least = |old: Option<u64>| Some(old.map_or(to, |old| old.min(to)));
    Ok(setrlimit(resource, Rlimit { current: least(old.current), maximum: least(old.maximum) })?)
}

/// Does nothing: limits of other processes cannot be set.
pub(super) fn limit_time(_: Pid, _: Option<Duration>) {}

/// Does nothing: limits of other processes cannot be set.
pub(super) fn limit_processes(_: Pid) {}
