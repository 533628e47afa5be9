//! A number of processes that the kernel itself keeps: a watcher that looks now and then comes too late
//! where thousands are started in the meantime.
//!
//! A control group counts them, where one can be made: mostly for the superuser. Other users get a limit per user,
//! counted above the processes that they run already.

use super::processes;
use rustix::process::{Resource, geteuid};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// How many threads may be started, in all processes of a run.
const MOST: u64 = 1024;

/// Limits how many threads this process and all that it starts have together. Where that is not possible
/// nothing happens: the superuser of a container may have no control groups.
pub(super) fn limit_threads() {
    if enter(process::id()).is_err() && !geteuid().is_root() {
        let most = processes::threads_of_this_user().saturating_add(MOST);
        processes::lower(Resource::Nproc, most).ok();
    }
}

/// Removes the group that the process `pid` has made, once it has ended.
pub(super) fn remove(pid: u32) {
    for folder in folders(pid) {
        // Mostly it is in one of them, or none was made.
        fs::remove_dir(folder).ok();
    }
}

/// Leaves the own group and removes it.
pub(super) fn leave() {
    let pid = process::id();
    for folder in folders(pid).into_iter().filter(|folder| folder.is_dir()) {
        if let Some(parent) = folder.parent() {
            // The group stays where it holds what could not be killed.
            write(&parent.join("cgroup.procs"), pid.into()).ok();
        }
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
    // It fails where such groups do not count processes, and in what is no folder of groups.
    write(&folder.join("pids.max"), MOST)?;
    write(&folder.join("cgroup.procs"), pid.into())
}

/// Writes to a file that is there.
fn write(file: &Path, number: u64) -> io::Result<()> {
    File::options().write(true).open(file)?.write_all(number.to_string().as_bytes())
}

/// Where a group for the process `pid` can be made: below ours in version 1, beside ours in version 2,
/// which has processes in the leaves only.
fn folders(pid: u32) -> Vec<PathBuf> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let name = format!("broadside-{pid}");
    let group = |line: &str| {
        let [number, kind, path] = line.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
        let path = path.trim_start_matches('/');
        let path = Path::new(path);
        let above = path.parent().unwrap_or(path);
        // This process may be in its group already.
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
