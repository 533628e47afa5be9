//! Ctrl-C during long work.

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the work was interrupted.
#[derive(Clone, Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on the first interrupt is noted, and a second one ends the process at once.
    pub(super) fn note() -> io::Result<Self> {
        let noted = Arc::new(AtomicBool::new(false));
        flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&noted))?;
        flag::register(SIGINT, Arc::clone(&noted))?;
        Ok(Self(noted))
    }

    /// Whether there was one.
    pub(super) fn is_noted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
