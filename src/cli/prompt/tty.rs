//! Restores the terminal when a signal ends the process.
//!
//! While the line editor reads single keys, the terminal does not show them, and puts brackets around pastes. The shell
//! must not find the terminal in this state.

use crate::cli::cleanup::Cleanup;
#[cfg(unix)]
use std::io;

/// Stores the current state of the terminal. As long as the result is kept, a signal that ends the process restores
/// that state. Returns `None` without a terminal.
#[cfg(unix)]
pub(in crate::cli) fn restored_on_signals() -> Option<Cleanup> {
    use crate::cli::cleanup;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    /// Turns off brackets around pastes, as the line editor does after each line.
    const PLAIN_PASTES: &[u8] = b"\x1b[?2004l";
    let keeping = cleanup::guarded(
        || Ok(tcgetattr(io::stdin())?),
        |before| {
            let before = before.clone();
            Box::new(move || {
                // A dumb terminal reads whole lines, and its modes were not changed.
                if tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes) {
                    let _ = rustix::io::write(io::stdout(), PLAIN_PASTES);
                }
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
            })
        },
    );
    keeping.ok().map(|(_, cleanup)| cleanup)
}

/// Does nothing: other systems restore their terminals themselves.
#[cfg(not(unix))]
pub(in crate::cli) fn restored_on_signals() -> Option<Cleanup> {
    None
}
