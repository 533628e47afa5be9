//! Limits the number of threads by the kernel: a check at intervals comes too late if thousands are started in
//! between.
//!
//! A control group counts the threads, if one can be made, which mostly only the superuser can. Other users get a
//! limit per user, which is added to the threads that they run already.

use super::processes;
use rustix::process::{Resource, geteuid};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// How many threads all processes of a run may have together.
const MOST: u64 = 1024;

/// Limits how many threads this process and all processes that it starts have together. Nothing happens if that is
/// not possible: the superuser of a container may have no control groups.
pub(super) fn limit_threads() {
    if enter(process::id()).is_err() && !geteuid().is_root() {
        let most = processes::threads_of_this_user().saturating_add(MOST);
        processes::lower(Resource::Nproc, most).ok();
    }
}

/// Removes the group that the process `pid` has made, once it has ended.
pub(super) fn remove(pid: u32) {
    for folder in folders(pid) {
        // This fails for folders in which no group was made.
        fs::remove_dir(folder).ok();
    }
}

/// Leaves the group of this process and removes it.
pub(super) fn leave() {
    let pid = process::id();
    for folder in folders(pid).into_iter().filter(|folder| folder.is_dir()) {
        if let Some(parent) = folder.parent() {
            // The group stays if it holds processes that could not be killed.
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
    // This fails if groups do not count processes here, or if this is not a folder of groups.
    write(&folder.join("pids.max"), MOST)?;
    write(&folder.join("cgroup.procs"), pid.into())
}

/// Writes a number to an existing file.
fn write(file: &Path, number: u64) -> io::Result<()> {
    File::options().write(true).open(file)?.write_all(number.to_string().as_bytes())
}

/// Returns the folders in which a group for the process `pid` can be made: below our group in version 1, beside our
/// group in version 2, which has processes only in groups without inner groups.
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
