//! Ctrl-C: how a person cancels what takes long.

pub(super) use broadside::Cancel;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether there is a flag that the interrupt signal sets.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C sets a flag, instead of ending the process.
pub(super) fn answers_interrupts() -> bool {
    ANSWERED.load(Ordering::Relaxed)
}

/// A flag that the interrupt signal sets, instead of ending the process, but not while the line editor reads
/// keys.
pub(super) fn on_interrupt() -> io::Result<Cancel> {
    ANSWERED.store(true, Ordering::Relaxed);
    let cancel = Cancel::default();
    flag::register(SIGINT, cancel.flag())?;
    Ok(cancel)
}

/// Like [`on_interrupt`], but a second interrupt, while the flag is set, ends the process with status 130.
pub(super) fn on_first_interrupt() -> io::Result<Cancel> {
    ANSWERED.store(true, Ordering::Relaxed);
    let cancel = Cancel::default();
    flag::register_conditional_shutdown(SIGINT, 130, cancel.flag())?;
    flag::register(SIGINT, cancel.flag())?;
    Ok(cancel)
}

/// An output that refuses everything while the flag is set.
#[derive(Debug)]
pub(super) struct Stoppable<W> {
    pub(super) out: W,
    pub(super) stop: Cancel,
}

impl<W: Write> Write for Stoppable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            // Not `Interrupted`, after which callers try again.
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
