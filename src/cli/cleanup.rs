//! Removes temporary files and folders, and restores the terminal, before a signal ends the
//! process.
//!
//! Each removal and each restoration is a registered task. On Unix, all registered tasks run at
//! SIGTERM, SIGHUP, SIGQUIT or SIGINT. Then the signal has its usual effect. No task runs at
//! SIGKILL, or at a signal that only sets a flag (see [`leave_to_flag`]). On Linux, a signal that
//! is ignored from the start, as with `nohup`, stays ignored. On other systems than Unix, no task
//! runs.

use signal_hook::consts::SIGINT;
use std::collections::BTreeMap;
#[cfg(unix)]
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
#[cfg(unix)]
use std::thread;

pub(super) type Task = Box<dyn Fn() + Send>;

struct Tasks {
    next: u64,
    by_number: BTreeMap<u64, Task>,
}

static TASKS: Mutex<Tasks> = Mutex::new(Tasks { next: 0, by_number: BTreeMap::new() });

/// A registered task. When this value is dropped, the task is removed and no longer runs.
#[derive(Debug)]
pub(super) struct Cleanup(u64);

/// Calls `work`, for example to make a file, and registers a task, for example to remove the file.
/// No task runs between these two steps. Fails if `work` fails, or if signals cannot be watched.
pub(super) fn guarded<T>(
    work: impl FnOnce() -> io::Result<T>,
    task: impl FnOnce(&T) -> Task,
) -> io::Result<(T, Cleanup)> {
    watch()?;
    let mut tasks = tasks();
    let made = work()?;
    let number = tasks.next;
    tasks.next += 1;
    tasks.by_number.insert(number, task(&made));
    Ok((made, Cleanup(number)))
}

impl Drop for Cleanup {
    fn drop(&mut self) {
        tasks().by_number.remove(&self.0);
    }
}

/// For the signals SIGINT and SIGTERM, whether they set a flag.
static LEFT_TO_FLAGS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// Leaves the signal, SIGINT or SIGTERM, to the caller from now on: at this signal no task runs,
/// and the caller sets a flag.
pub(super) fn leave_to_flag(signal: i32) {
    LEFT_TO_FLAGS[usize::from(signal != SIGINT)].store(true, Ordering::Relaxed);
}

#[cfg(unix)]
fn is_left_to_flag(signal: i32) -> bool {
    let index = [SIGINT, signal_hook::consts::SIGTERM].iter().position(|other| *other == signal);
    index.is_some_and(|index| LEFT_TO_FLAGS[index].load(Ordering::Relaxed))
}

/// Runs all tasks just before the process ends. The lock is then held to the end, so that no other
/// thread makes a file that a task would have to remove.
#[cfg(unix)]
pub(super) fn run_tasks() {
    let tasks = tasks();
    tasks.by_number.values().for_each(|task| task());
    std::mem::forget(tasks);
}

fn tasks() -> MutexGuard<'static, Tasks> {
    TASKS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() -> io::Result<()> {
    static WATCH: OnceLock<Option<io::ErrorKind>> = OnceLock::new();
    match WATCH.get_or_init(|| start().err().map(|error| error.kind())) {
        None => Ok(()),
        Some(kind) => Err((*kind).into()),
    }
}

/// Does nothing, because tasks run only on Unix.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
fn start() -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn start() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    let deadly = [SIGTERM, SIGHUP, SIGQUIT, SIGINT];
    let ignored = ignored();
    let ours =
        deadly.iter().filter(|signal| !is_in(ignored, **signal) && !is_left_to_flag(**signal));
    let mut signals = Signals::new(ours)?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            // A flag for the signal may have been registered after this thread started.
            if is_left_to_flag(signal) {
                continue;
            }
            run_tasks();
            drop(emulate_default_handler(signal));
        }
    })?;
    Ok(())
}

/// Returns the set of the signals that this process ignores. If signal n is ignored, bit n - 1 is
/// 1. Only Linux says which signals these are. On other systems, the set is empty.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(unix)]
fn is_in(set: u64, signal: i32) -> bool {
    set.checked_shr(signal.unsigned_abs().saturating_sub(1)).is_some_and(|set| set & 1 == 1)
}
