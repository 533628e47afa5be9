//! Lets the kernel limit the number of threads, because a program can start thousands of threads
//! between two of our checks.
//!
//! If possible, a control group (a group of processes on Linux) counts the threads of a run. In
//! most cases only the superuser can make such a group. For other users there is a limit on all
//! threads of the user: those that run already, plus [`MOST`].

use super::{limits, processes};
use rustix::process::{Resource, geteuid};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// How many threads a supervisor (our process that starts and watches a program) and its run may
/// have together. A run is ended at a lower limit: `MOST_THREADS` in `watch.rs`.
const MOST: u64 = 1024;

/// Limits the threads of this supervisor and of its runs. Does nothing if no limit is possible, for
/// example for the superuser of a container without control groups.
pub(super) fn limit_threads() {
    if enter(process::id()).is_err() && !geteuid().is_root() {
        let most = processes::threads_of_this_user().saturating_add(MOST);
        limits::lower(Resource::Nproc, most).ok();
    }
}

/// Removes the control group of the process `pid`, which must have ended.
pub(super) fn remove(pid: u32) {
    for folder in folders(pid) {
        // This fails if no group was made at this path.
        fs::remove_dir(folder).ok();
    }
}

pub(super) fn leave() {
    let pid = process::id();
    for folder in folders(pid).into_iter().filter(|folder| folder.is_dir()) {
        if let Some(parent) = folder.parent() {
            write(&parent.join("cgroup.procs"), pid.into()).ok();
        }
        // The group stays if it still holds processes that could not be killed.
        fs::remove_dir(folder).ok();
    }
}

fn enter(pid: u32) -> io::Result<()> {
    let mut outcome = Err(io::ErrorKind::Unsupported.into());
    for folder in folders(pid) {
        outcome = enter_group(&folder, pid);
        if outcome.is_ok() {
            break;
        }
        fs::remove_dir(folder).ok();
    }
    outcome
}

fn enter_group(folder: &Path, pid: u32) -> io::Result<()> {
    fs::create_dir(folder)?;
    // This fails if `folder` is no control group, or if control groups cannot count threads here.
    write(&folder.join("pids.max"), MOST)?;
    write(&folder.join("cgroup.procs"), pid.into())
}

fn write(file: &Path, number: u64) -> io::Result<()> {
    File::options().write(true).open(file)?.write_all(number.to_string().as_bytes())
}

/// Returns the paths at which the control group of `pid` may be. In version 1 of control groups,
/// this group is inside our own group. In version 2 it is beside our own group, because a group
/// with processes cannot limit the groups inside it.
fn folders(pid: u32) -> Vec<PathBuf> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let name = format!("broadside-{pid}");
    let group = |line: &str| {
        let [number, kind, path] = line.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
        let path = path.trim_start_matches('/');
        let path = Path::new(path);
        let above = path.parent().unwrap_or(path);
        // This process may already be in the group `name`.
        let is_inside = path.ends_with(&name);
        match (number, kind) {
            ("0", "") => Some(Path::new("/sys/fs/cgroup").join(above).join(&name)),
            (_, "pids") => {
                let path = if is_inside { above } else { path };
                Some(Path::new("/sys/fs/cgroup/pids").join(path).join(&name))
            }
            _ => None,
        }
    };
    own.lines().filter_map(group).collect()
}
