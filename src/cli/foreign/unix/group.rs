//! The processes of a program on systems without subreapers, such as macOS: the process group of the program.
//! Processes that have left the group are not found, and memory is not measured.

use super::held::Held;
use super::nameless::Identity;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, setrlimit};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::time::Duration;

/// Does nothing: orphans go to the first process of the system.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Returns `None`: there is no file to wait for, so the caller must ask again and again.
pub(super) fn exit_of(_: &Child) -> Option<OwnedFd> {
    None
}

/// Returns nothing: what a program holds is not measured here.
pub(super) fn held(_: &Child, _: Option<Identity>) -> Held {
    Held::default()
}

/// Returns zero: the processor time is not known here.
pub(super) fn time_of_the_reaped() -> Duration {
    Duration::ZERO
}

/// Returns `false`: it is not known which processes the program started.
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

/// Does nothing: orphans go to the first process of the system.
pub(super) fn adopt_lost_orphans() {}

/// Starts a child of this process.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// Does nothing: orphans never come to us.
pub(super) fn forget(_: Pid) {}

/// Does nothing: orphans never come to us.
pub(super) fn end_strangers() {}

/// Does nothing: the system keeps processes apart.
pub(super) fn close_to_others() {}

/// Lowers a limit of this process and of all processes that it starts. A lower limit stays.
pub(super) fn lower(resource: Resource, to: u64) -> io::Result<()> {
    let old = getrlimit(resource);
    let least = |old: Option<u64>| Some(old.map_or(to, |old| old.min(to)));
    Ok(setrlimit(resource, Rlimit { current: least(old.current), maximum: least(old.maximum) })?)
}

/// Does nothing: limits of other processes cannot be set.
pub(super) fn limit_time(_: Pid, _: Option<Duration>) {}

/// Does nothing: limits of other processes cannot be set.
pub(super) fn limit_processes(_: Pid) {}
