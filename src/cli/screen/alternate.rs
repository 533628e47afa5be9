//! The second screen of a terminal. It does not scroll. When the program leaves it, the first screen shows again what
//! it showed before. The program also leaves it at a failure, a panic, or a signal that ends the process.

use crate::cli::cleanup::{self, Cleanup, Task};
use std::io::{self, Write};

/// Goes to the second screen.
const ENTER: &[u8] = b"\x1b[?1049h";
/// Stops reports of the mouse, and leaves the second screen.
const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1000l\x1b[?1049l";

/// Lets the terminal report mouse clicks, without a limit on the numbers of columns and rows.
pub(super) const CLICKS: &str = "\x1b[?1000h\x1b[?1006h";
/// Stops reports of the mouse.
pub(super) const NO_CLICKS: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// The second screen, which is left when this is dropped.
#[derive(Debug)]
#[must_use]
pub(in crate::cli) struct Second {
    _on_signals: Cleanup,
    is_left: bool,
}

/// Goes to the second screen. As long as the result is kept, a signal that ends the process first leaves the screen.
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

/// Leaves the second screen. Writes past the buffer of the output, which may be in use when a signal comes.
fn leave_at_once() {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stdout(), LEAVE);
}
