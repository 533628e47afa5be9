//! Finds the processes below this process on Linux, measures and limits them, and ends them. The
//! processes below a process are its children, their children, and so on.

use super::super::process::{MOST_PROCESSES, retry, whole_seconds};
use super::limits::{Held, least};
use super::nameless::{self, Identity};
use super::stat::{Fields, fields, fields_in, folder_of, number};
use rustix::io::Errno;
use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Resource, Signal, WaitId, WaitIdOptions, WaitOptions,
    geteuid, getpid, kill_process, kill_process_group, pidfd_open, prlimit, set_child_subreaper,
    set_dumpable_behavior, wait, waitid, waitpid,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long to try to end processes.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long to try to suspend processes.
const STOPPING: Duration = Duration::from_millis(20);

const PAUSE: Duration = Duration::from_micros(200);

/// Makes this process adopt each process below it whose parent ends.
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Adopts the processes that a killed supervisor (a process that runs programs) leaves behind.
/// Does nothing in tests, like [`kill_lost_orphans`].
pub(super) fn adopt_lost_orphans() {
    if !cfg!(test) {
        // A failure is ignored. Then another process adopts the orphans, and they are not found.
        drop(adopt_orphans());
    }
}

/// The numbers of the children that [`spawn`] has started. All other children are treated as
/// adopted orphans.
static KNOWN: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn known() -> MutexGuard<'static, BTreeSet<i32>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a child. Holds the lock of [`KNOWN`] until the child is noted, so that
/// [`kill_lost_orphans`] does not kill the child.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut known = known();
    let child = command.spawn()?;
    known.insert(Pid::from_child(&child).as_raw_pid());
    Ok(child)
}

pub(super) fn forget(child: Pid) {
    known().remove(&child.as_raw_pid());
}

/// Ends the processes that a killed supervisor has left behind. Does nothing in tests: there it
/// would also end the children of other threads.
pub(super) fn kill_lost_orphans() {
    if cfg!(test) {
        return;
    }
    retry(PATIENCE, PAUSE, || {
        let known = known();
        let mut orphans = children()(getpid());
        orphans.retain(|pid| !known.contains(&pid.as_raw_pid()));
        for pid in &orphans {
            kill_below(*pid);
            kill_process(*pid, Signal::KILL).ok();
            waitpid(Some(*pid), WaitOptions::NOHANG).ok();
        }
        orphans.is_empty()
    });
}

/// Whether a signal has suspended `child` since the last call.
pub(super) fn is_stopped(child: Pid) -> bool {
    let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG;
    matches!(waitid(WaitId::Pid(child), options), Ok(Some(_)))
}

/// Keeps other processes of this user from tracing this process and from taking its open files.
pub(super) fn forbid_tracing() {
    // A failure is ignored, because it gives programs no new rights.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).ok();
}

/// Limits the processor time of a process, and of each process that it starts, to `time`. Rounds
/// `time` up to whole seconds.
pub(super) fn limit_time(pid: Pid, time: Option<Duration>) {
    if let Some(time) = time {
        let seconds = whole_seconds(time);
        // A program can catch the signal at the first limit, but not the signal a second later.
        limit(pid, Resource::Cpu, seconds, seconds.saturating_add(1));
    }
}

/// Limits the number of processes that a process and its descendants have together. The process
/// must have its own user namespace, because the kernel counts the processes of the user in this
/// namespace. Linux counts each thread as a process. The limit does not apply to the superuser.
pub(super) fn limit_processes(pid: Pid) {
    let most = MOST_PROCESSES as u64;
    limit(pid, Resource::Nproc, most, most);
}

fn limit(pid: Pid, resource: Resource, current: u64, maximum: u64) {
    prlimit(Some(pid), resource, least(resource, current, maximum)).ok();
}

/// Returns a file that `poll` reports as readable once the child has ended. Returns `None` if the
/// kernel has no such files.
pub(super) fn exit_of(child: &Child) -> Option<OwnedFd> {
    pidfd_open(Pid::from_child(child), PidfdFlags::empty()).ok()
}

/// Measures what the processes below this one hold: memory, threads, sockets, and nameless files
/// (open files that are in no folder) except `input`.
pub(super) fn held(input: Option<Identity>) -> Held {
    // The folder of a process says the same as the folder of its only thread.
    let threads_of = |(pid, fields): (Pid, Fields)| match fields.threads {
        0 | 1 => vec![folder_of(pid)],
        _ => threads(pid).collect(),
    };
    let processes: Vec<_> = below(getpid()).into_iter().map(threads_of).collect();
    let nameless = nameless::held(processes.iter().flatten(), input);
    processes.iter().fold(nameless, |held, threads| Held {
        memory: held.memory.saturating_add(memory(threads)),
        threads: held.threads.saturating_add(threads.len() as u64),
        ..held
    })
}

/// Returns the folders of the threads of a process.
fn threads(pid: Pid) -> impl Iterator<Item = PathBuf> {
    let threads = fs::read_dir(folder_of(pid).join("task")).into_iter().flatten().flatten();
    threads.map(|thread| thread.path())
}

/// Returns the resident memory and the page tables of a process, in bytes. All its threads share
/// them. But Linux shows nothing for a thread that has ended, and the first thread may have ended.
fn memory(threads: &[PathBuf]) -> u64 {
    let mut fields = threads.iter().filter_map(|folder| Some((folder, fields_in(folder)?.pages)));
    let alive = fields.find(|(_, pages)| *pages > 0);
    alive.map_or(0, |(folder, pages)| {
        pages.saturating_mul(page_size() as u64).saturating_add(page_tables(folder))
    })
}

/// Returns the size of the page tables of a process, in bytes. Resident memory does not include
/// them. For each 2 MiB of which a program reads at least one byte, a page table takes 4 KiB.
fn page_tables(folder: &Path) -> u64 {
    let status = fs::read_to_string(folder.join("status"));
    let kibibytes = status.ok().and_then(|status| {
        let (_, rest) = status.split_once("\nVmPTE:")?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    });
    kibibytes.unwrap_or(0).saturating_mul(1024)
}

pub(super) fn threads_of_this_user() -> u64 {
    let user = geteuid().as_raw();
    let is_ours = |pid: &Pid| fs::metadata(folder_of(*pid)).is_ok_and(|about| about.uid() == user);
    all().filter(is_ours).filter_map(fields).map(|fields| fields.threads).sum()
}

/// Returns the processor time of all ended and reaped processes below this one.
pub(super) fn time_of_the_reaped() -> Duration {
    time_of(fields(getpid()).map_or(0, |fields| fields.ticks_of_the_reaped))
}

/// Returns the processor time of all processes below this one, and of those that were reaped.
/// Also returns whether one of the processes is running now.
pub(super) fn activity() -> (Duration, bool) {
    let below = below(getpid());
    let ticks = below.iter().map(|(_, fields)| fields.ticks_of_all()).sum();
    let is_running = below.iter().any(|(_, fields)| fields.is_running);
    (time_of_the_reaped() + time_of(ticks), is_running)
}

fn time_of(ticks: u64) -> Duration {
    Duration::from_millis(ticks.saturating_mul(1000) / clock_ticks_per_second().max(1))
}

pub(super) fn end_all(_: &mut Child) {
    retry(PATIENCE, PAUSE, || {
        let is_done = has_reaped_all();
        if !is_done {
            kill_below(getpid());
        }
        is_done
    });
}

pub(super) fn kill_below(root: Pid) {
    signal_below(root, Signal::KILL);
}

/// Sends a signal to the processes below `root`, and to their groups except our own. One signal
/// reaches a whole group, even if its processes fork without end.
fn signal_below(root: Pid, signal: Signal) {
    // `getpgrp` is not used here: it cannot return a group outside of our process namespace.
    let ours = fields(getpid()).map(|own| own.group);
    for (pid, Fields { group, .. }) in below(root) {
        // A signal fails if the process or the group has ended already.
        if Some(group) != ours {
            kill_process_group(group, signal).ok();
        }
        kill_process(pid, signal).ok();
    }
}

/// Suspends the processes below this one, and their groups. Repeats this for a short time, because
/// a process may start another process meanwhile.
pub(super) fn stop_below() {
    retry(STOPPING, PAUSE, || {
        signal_below(getpid(), Signal::STOP);
        !activity().1
    });
}

pub(super) fn continue_below() {
    signal_below(getpid(), Signal::CONT);
}

/// Kills the processes of a session. Searches again until only zombies are left, at most
/// [`PATIENCE`], because a process may start another process meanwhile.
pub(super) fn kill_session(leader: Pid) {
    retry(PATIENCE, PAUSE, || {
        let mut is_gone = true;
        for pid in all() {
            let fields = fields(pid).filter(|fields| fields.session == leader.as_raw_pid());
            if let Some(fields) = fields {
                // A zombie is killed too: its other threads may still run.
                kill_process(pid, Signal::KILL).ok();
                is_gone &= fields.is_zombie;
            }
        }
        is_gone
    });
}

/// Reaps the children that have ended. Returns whether no child is left.
pub(super) fn has_reaped_all() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

fn below(root: Pid) -> Vec<(Pid, Fields)> {
    walk(root, children())
}

fn children() -> Box<dyn Fn(Pid) -> Vec<Pid>> {
    let own = getpid().as_raw_pid();
    if fs::exists(format!("/proc/{own}/task/{own}/children")).unwrap_or(false) {
        return Box::new(listed_children);
    }
    // This kernel has no files `children`, because its option CONFIG_PROC_CHILDREN is off.
    let all = children_of_all();
    Box::new(move |pid| all.get(&pid.as_raw_pid()).cloned().unwrap_or_default())
}

fn walk(root: Pid, children: impl Fn(Pid) -> Vec<Pid>) -> Vec<(Pid, Fields)> {
    let mut found = Vec::new();
    let mut unvisited = children(root);
    while let Some(pid) = unvisited.pop() {
        found.extend(fields(pid).map(|fields| (pid, fields)));
        unvisited.extend(children(pid));
    }
    found
}

fn listed_children(pid: Pid) -> Vec<Pid> {
    let lists = threads(pid).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(number).collect::<Vec<_>>()).collect()
}

fn children_of_all() -> BTreeMap<i32, Vec<Pid>> {
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for pid in all() {
        if let Some(fields) = fields(pid) {
            found.entry(fields.parent).or_default().push(pid);
        }
    }
    found
}

fn all() -> impl Iterator<Item = Pid> {
    let names = fs::read_dir("/proc").into_iter().flatten().flatten();
    names.filter_map(|entry| number(entry.file_name().to_str()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    #[test]
    fn both_ways_to_find_children_work() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let (us, pid) = (getpid(), Pid::from_child(&child));
        let all = children_of_all();
        assert!(all[&us.as_raw_pid()].contains(&pid));
        assert!(below(us).iter().any(|(below, _)| *below == pid));
        assert!(walk(us, listed_children).iter().any(|(below, _)| *below == pid));
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
