//! The terminal as it was before the line editor came.
//!
//! While keys are read one by one, the terminal shows none of them and takes pastes in brackets. A
//! signal that ends the process must not leave it so.

use crate::cli::cleanup::Cleanup;
#[cfg(unix)]
use std::io;

/// Puts the terminal back into its state of now when a signal ends the process, as long as what comes
/// back is kept. Where there is no terminal, nothing is kept.
#[cfg(unix)]
pub(in crate::cli) fn restored_on_signals() -> Option<Cleanup> {
    use crate::cli::cleanup;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    /// What the line editor says when it has read a line: pastes come without brackets again.
    const PLAIN_PASTES: &[u8] = b"\x1b[?2004l";
    let keeping = cleanup::guarded(
        || Ok(tcgetattr(io::stdin())?),
        |before| {
            let before = before.clone();
            Box::new(move || {
                // The dumbest of terminals reads plain lines and was told nothing.
                if tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes) {
                    let _ = rustix::io::write(io::stdout(), PLAIN_PASTES);
                }
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
            })
        },
    );
    keeping.ok().map(|(_, cleanup)| cleanup)
}

/// Other systems put their terminals back by themselves.
#[cfg(not(unix))]
pub(in crate::cli) fn restored_on_signals() -> Option<Cleanup> {
    None
}
