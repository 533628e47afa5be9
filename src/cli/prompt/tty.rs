//! Two tools for the terminal of a prompt. One restores the terminal before a signal such as
//! SIGTERM ends the process. The other waits until standard input has a line.
//!
//! While the line editor reads single keys, the terminal does not show typed keys, and puts
//! brackets (escape sequences) around pasted text. The shell must not find the terminal in this
//! state when the process has ended.

use crate::cli::cleanup::Cleanup;
use crate::cli::stop::Cancel;
use std::io;

/// While the result lives, signals such as SIGTERM restore the modes that the terminal has now.
#[cfg(unix)]
pub(in crate::cli) fn restored_on_signals() -> Option<Cleanup> {
    use crate::cli::cleanup;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    /// Turns off the brackets around pasted text, as the line editor does after each line.
    const PLAIN_PASTES: &[u8] = b"\x1b[?2004l";
    let keeping = cleanup::guarded(
        || Ok(tcgetattr(io::stdin())?),
        |before| {
            let before = before.clone();
            Box::new(move || {
                // If the modes are unchanged, the line editor was not reading keys, or the terminal
                // is dumb. Then there are no brackets to turn off.
                if tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes) {
                    let _ = rustix::io::write(io::stdout(), PLAIN_PASTES);
                }
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
            })
        },
    );
    keeping.ok().map(|(_, cleanup)| cleanup)
}

/// Does nothing: a [`Cleanup`] runs only on Unix.
#[cfg(not(unix))]
pub(in crate::cli) fn restored_on_signals() -> Option<Cleanup> {
    None
}

/// Waits for a line of standard input. Returns false if `stop` is set first.
#[cfg(unix)]
pub(super) fn has_line(stop: &Cancel) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    // A signal just before `poll` does not end the wait, so the wait is short.
    let pause = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
    let stdin = io::stdin();
    while !stop.is_set() {
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&pause)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(!stop.is_set()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

/// Returns true at once: outside Unix, only the line editor waits for the line.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "waiting can fail on Unix")]
pub(super) fn has_line(_: &Cancel) -> io::Result<bool> {
    Ok(true)
}
