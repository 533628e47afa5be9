//! Enters and leaves the second screen of a terminal. The second screen does not scroll. When the
//! program leaves it, the terminal shows its normal screen again, with the old text.
//!
//! The program also leaves the second screen after a failure or a panic. On Unix, it also leaves
//! after a signal that ends the process.

use crate::cli::cleanup::{self, Cleanup, Task};
use std::io::{self, Write};

/// Enters the second screen.
const ENTER: &[u8] = b"\x1b[?1049h";
/// Makes the terminal stop reporting mouse clicks, and leaves the second screen.
const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1000l\x1b[?1049l";

/// Makes the terminal report mouse clicks. The second code asks for reports that have no limit on
/// the numbers of columns and rows.
pub(super) const CLICKS: &str = "\x1b[?1000h\x1b[?1006h";
/// Makes the terminal stop reporting mouse clicks.
pub(super) const NO_CLICKS: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// Stands for the second screen. When this value is dropped, the program leaves the second screen.
#[derive(Debug)]
#[must_use]
pub(in crate::cli) struct Second {
    _on_signals: Cleanup,
    is_left: bool,
}

/// Enters the second screen. While the caller keeps the result, the program leaves the screen
/// before a signal ends the process.
///
/// # Errors
/// When the terminal fails, or signals cannot be watched.
pub(in crate::cli) fn enter(out: &mut dyn Write) -> io::Result<Second> {
    let task = |(): &()| -> Task { Box::new(leave_at_once) };
    let ((), on_signals) = cleanup::guarded(|| send(ENTER, out), task)?;
    Ok(Second { _on_signals: on_signals, is_left: false })
}

/// Sends escapes to the terminal at once.
///
/// # Errors
/// When the terminal fails.
pub(super) fn send(escapes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(escapes)?;
    out.flush()
}

impl Second {
    /// Leaves the second screen.
    ///
    /// # Errors
    /// When the terminal fails.
    pub(in crate::cli) fn leave(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.is_left = true;
        send(LEAVE, out)
    }
}

impl Drop for Second {
    fn drop(&mut self) {
        if !self.is_left {
            // The caller reports the failure that led here.
            let _ = send(LEAVE, &mut io::stdout());
        }
    }
}

/// Leaves the second screen, from the thread that handles signals. Writes directly to the terminal:
/// the buffer of standard output may be in use at this moment. Does nothing on Windows, which has
/// no such signals.
fn leave_at_once() {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stdout(), LEAVE);
}
