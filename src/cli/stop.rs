//! Cancels long operations when a signal comes, for example after Ctrl-C.

pub(super) use broadside::Cancel;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static ANSWERS_INTERRUPT: AtomicBool = AtomicBool::new(false);

static ANSWERS_TERMINATION: AtomicBool = AtomicBool::new(false);

/// Returns true if the signal sets a flag of this module.
#[cfg(unix)]
pub(super) fn answers(signal: i32) -> bool {
    match signal {
        SIGINT => ANSWERS_INTERRUPT.load(Ordering::Relaxed),
        SIGTERM => ANSWERS_TERMINATION.load(Ordering::Relaxed),
        _ => false,
    }
}

/// Returns a flag that Ctrl-C sets. The process goes on. While the line editor reads keys, Ctrl-C
/// sends no signal.
pub(super) fn on_interrupt() -> io::Result<Cancel> {
    ANSWERS_INTERRUPT.store(true, Ordering::Relaxed);
    let cancel = Cancel::default();
    flag::register(SIGINT, cancel.flag())?;
    Ok(cancel)
}

/// Returns a flag that an interrupt or a termination signal sets. An interrupt while the flag is
/// set ends the process with status 130. A second termination signal does not end the process,
/// because `timeout` and similar programs send this signal twice.
pub(super) fn on_first_interrupt() -> io::Result<Cancel> {
    let cancel = Cancel::default();
    flag::register_conditional_shutdown(SIGINT, 130, cancel.flag())?;
    for (signal, answers) in [(SIGINT, &ANSWERS_INTERRUPT), (SIGTERM, &ANSWERS_TERMINATION)] {
        answers.store(true, Ordering::Relaxed);
        flag::register(signal, cancel.flag())?;
    }
    Ok(cancel)
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
