//! The second screen of a terminal: what is drawn there does not scroll, and what stood on the first one
//! comes back. A signal that ends the process brings it back too, and so does a failure or a panic.

use crate::cli::cleanup::{self, Cleanup, Task};
use std::io::{self, Write};

/// Goes to the second screen.
const ENTER: &[u8] = b"\x1b[?1049h";
/// Comes back from it; a mouse reports nothing any more.
const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1000l\x1b[?1049l";

/// Lets a mouse report its clicks, in columns and rows of any number.
pub(in crate::cli) const CLICKS: &str = "\x1b[?1000h\x1b[?1006h";
/// Lets it report nothing any more.
const SILENCE: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// The second screen, which is left when this is dropped.
#[derive(Debug)]
#[must_use]
pub(in crate::cli) struct Second {
    _on_signals: Cleanup,
    is_left: bool,
}

/// Goes to the second screen. A signal leaves it, as long as what comes back is kept.
///
/// # Errors
/// When the terminal takes no more, or signals cannot be watched.
pub(in crate::cli) fn enter(out: &mut dyn Write) -> io::Result<Second> {
    let entered = || out.write_all(ENTER).and_then(|()| out.flush());
    let task = |(): &()| -> Task { Box::new(leave_at_once) };
    let ((), on_signals) = cleanup::guarded(entered, task)?;
    Ok(Second { _on_signals: on_signals, is_left: false })
}

/// Lets a mouse report its clicks.
///
/// # Errors
/// When the terminal takes no more.
pub(in crate::cli) fn report_clicks(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(CLICKS.as_bytes()).and_then(|()| out.flush())
}

/// Lets a mouse report nothing while the process is stopped: the shell would take its reports for typed text.
///
/// # Errors
/// When the terminal takes no more.
pub(in crate::cli) fn silence_clicks(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(SILENCE).and_then(|()| out.flush())
}

impl Second {
    /// Leaves the second screen.
    ///
    /// # Errors
    /// When the terminal takes no more.
    pub(in crate::cli) fn leave(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.is_left = true;
        out.write_all(LEAVE).and_then(|()| out.flush())
    }
}

impl Drop for Second {
    fn drop(&mut self) {
        if !self.is_left {
            let mut out = io::stdout();
            // The failure that led here is told elsewhere.
            let _ = out.write_all(LEAVE).and_then(|()| out.flush());
        }
    }
}

/// Leaves it past the buffer of the output, which may be in use when a signal comes.
fn leave_at_once() {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stdout(), LEAVE);
}
