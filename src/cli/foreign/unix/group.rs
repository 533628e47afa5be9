//! The processes of a program where there is no subreaper, as on macOS: those of its process group.
//! Those that left it are not found, and memory is not looked at.

use super::held::Held;
use super::nameless::Identity;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, setrlimit};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::time::Duration;

/// Nothing: orphans go to the first process of the system.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Nothing to wait on: the caller must ask again and again.
pub(super) fn exit_of(_: &Child) -> Option<OwnedFd> {
    None
}

/// What a program holds, which is not looked at here.
pub(super) fn held(_: &Child, _: Option<Identity>) -> Held {
    Held::default()
}

/// Nothing is known of it.
pub(super) fn time_of_the_reaped() -> Duration {
    Duration::ZERO
}

/// Nothing is known of what the program started.
pub(super) const fn are_over() -> bool {
    false
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

/// Nothing: orphans go to the first process of the system.
pub(super) fn adopt_lost_orphans() {}

/// Starts a child of ours: there are no orphans that it could pass for.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// Nothing: orphans never come to us.
pub(super) fn forget(_: Pid) {}

/// Nothing: orphans never come to us.
pub(super) fn end_strangers() {}

/// Nothing: the system keeps processes apart.
pub(super) fn close_to_others() {}

/// Lowers a limit of this process and of all that it starts, unless it is lower.
pub(super) fn lower(resource: Resource, to: u64) -> io::Result<()> {
    let old = getrlimit(resource);
    let least = |old: Option<u64>| Some(old.map_or(to, |old| old.min(to)));
    Ok(setrlimit(resource, Rlimit { current: least(old.current), maximum: least(old.maximum) })?)
}

/// Nothing: limits of other processes cannot be set.
pub(super) fn limit_time(_: Pid, _: Option<Duration>) {}

/// Nothing: limits of other processes cannot be set.
pub(super) fn limit_processes(_: Pid) {}
