//! A Ctrl-C flag: how a person stops what takes long.

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C raises, but not while the line editor reads keys.
#[derive(Clone, Debug, Default)]
pub(super) struct StopFlag(Arc<AtomicBool>);

/// Whether there is a flag that the interrupt signal raises.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C raises a flag, instead of ending the process.
pub(super) fn answers_interrupts() -> bool {
    ANSWERED.load(Ordering::Relaxed)
}

impl StopFlag {
    /// A flag that the interrupt signal raises, instead of ending the process.
    pub(super) fn on_interrupt() -> io::Result<Self> {
        ANSWERED.store(true, Ordering::Relaxed);
        let flag = Self::default();
        flag::register(SIGINT, Arc::clone(&flag.0))?;
        Ok(flag)
    }

    /// As [`on_interrupt`](Self::on_interrupt), but where the flag is up already, the signal ends the
    /// process with status 130.
    pub(super) fn on_first_interrupt() -> io::Result<Self> {
        ANSWERED.store(true, Ordering::Relaxed);
        let flag = Self::default();
        flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&flag.0))?;
        flag::register(SIGINT, Arc::clone(&flag.0))?;
        Ok(flag)
    }

    /// Whether the flag is up.
    pub(super) fn is_up(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag, for those who only look.
    pub(super) fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Takes the flag down.
    pub(super) fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    #[cfg(test)]
    pub(super) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An output that refuses all while the flag is up.
#[derive(Debug)]
pub(super) struct Stoppable<W> {
    pub(super) out: W,
    pub(super) stop: StopFlag,
}

impl<W: Write> Write for Stoppable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_up() {
            // Not `Interrupted`, after which everybody tries again.
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
