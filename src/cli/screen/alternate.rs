//! Enters and leaves the second screen of a terminal. When the program leaves this screen, the
//! terminal shows its normal screen again, with the old text. The program leaves it also after a
//! failure or a panic, and on Unix after signals such as SIGTERM.

use crate::cli::cleanup::{self, Cleanup, Task};
use std::io::{self, Write};

pub(super) const ENTER: &str = "\x1b[?1049h";
/// Stops reports of mouse clicks, and leaves the second screen.
pub(super) const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1000l\x1b[?1049l";

/// Asks for reports of mouse clicks. The second code allows any number of columns and rows.
pub(super) const CLICKS: &str = "\x1b[?1000h\x1b[?1006h";

/// The second screen of the terminal. When this value is dropped, the program leaves the screen.
#[derive(Debug)]
#[must_use]
pub(in crate::cli) struct Second {
    _on_signals: Cleanup,
    is_left: bool,
}

/// While the result lives, the program leaves the screen before a signal ends the process.
pub(in crate::cli) fn enter(out: &mut dyn Write) -> io::Result<Second> {
    let task = |(): &()| -> Task { Box::new(leave_at_once) };
    let ((), on_signals) = cleanup::guarded(|| send(ENTER.as_bytes(), out), task)?;
    Ok(Second { _on_signals: on_signals, is_left: false })
}

pub(super) fn send(escapes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(escapes)?;
    out.flush()
}

impl Second {
    pub(in crate::cli) fn leave(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.is_left = true;
        send(LEAVE, out)
    }
}

impl Drop for Second {
    fn drop(&mut self) {
        if !self.is_left {
            // A failure or a panic led here, so a second failure is not reported.
            let _ = send(LEAVE, &mut io::stdout());
        }
    }
}

/// Runs in the thread that handles signals, on Unix only. Writes directly to the terminal: the
/// buffer of standard output may be in use.
fn leave_at_once() {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stdout(), LEAVE);
}
