//! Cancels long operations when a signal comes, for example after Ctrl-C.

use super::cleanup;
pub(super) use broadside::Cancel;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Write};

/// Returns a flag that Ctrl-C sets. The process goes on. While the line editor reads keys, Ctrl-C
/// sends no signal.
pub(super) fn on_interrupt() -> io::Result<Cancel> {
    cleanup::leave_to_flag(SIGINT);
    let cancel = Cancel::default();
    flag::register(SIGINT, cancel.flag())?;
    Ok(cancel)
}

/// Returns a flag that an interrupt or a termination signal sets. An interrupt while the flag is
/// set ends the process with status 130. On Unix, the tasks of [`cleanup`] run first. A second
/// termination signal does not end the process, because `timeout` and similar programs send this
/// signal twice.
pub(super) fn on_first_interrupt() -> io::Result<Cancel> {
    let cancel = Cancel::default();
    [SIGINT, SIGTERM].into_iter().for_each(cleanup::leave_to_flag);
    watch_interrupts(&cancel)?;
    flag::register(SIGTERM, cancel.flag())?;
    Ok(cancel)
}

#[cfg(unix)]
fn watch_interrupts(cancel: &Cancel) -> io::Result<()> {
    use signal_hook::{iterator::Signals, low_level};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let (mut interrupts, flag) = (Signals::new([SIGINT])?, cancel.flag());
    let is_ending = Arc::new(AtomicBool::new(false));
    // If a task hangs, one more interrupt ends the process at once.
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&is_ending))?;
    let watch = move || {
        for _ in interrupts.forever() {
            if flag.swap(true, Ordering::Relaxed) {
                is_ending.store(true, Ordering::Relaxed);
                cleanup::run_tasks();
                low_level::exit(130);
            }
        }
    };
    std::thread::Builder::new().name("interrupts".to_owned()).spawn(watch).map(drop)
}

#[cfg(not(unix))]
fn watch_interrupts(cancel: &Cancel) -> io::Result<()> {
    flag::register_conditional_shutdown(SIGINT, 130, cancel.flag())?;
    flag::register(SIGINT, cancel.flag()).map(drop)
}

/// A stream to which writing fails once `stop` is set.
pub(super) struct Stoppable<W> {
    pub(super) out: W,
    pub(super) stop: Cancel,
}

impl<W: Write> Write for Stoppable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            // The error kind `Interrupted` would make callers try again.
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
