//! The result of a program's run, in a form that a journal can keep. A journal is a file with a
//! line for each finished piece of work.

use broadside::ports::programs::{Ended, Ending};
use serde::{Deserialize, Serialize};

/// The longest output that a line of a journal keeps, in bytes. If a longer output is needed, the
/// program runs again.
pub(super) const LONGEST_OUTPUT: usize = 16 << 10;

/// The result of a run, but not the time that the run took.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EndedLine {
    ending: String,
    code: Option<u8>,
    /// The name of the signal, or the reason why the program cannot be started.
    detail: Option<String>,
    stdout: Option<String>,
    stderr: String,
}

impl EndedLine {
    pub(super) fn new(ended: &Ended, with_output: bool) -> Self {
        let (code, detail) = match &ended.ending {
            Ending::Exited(code) => (Some(*code), None),
            Ending::Signal(name) => (None, Some(name.clone().into_owned())),
            Ending::CannotStart(reason) => (None, Some(reason.clone())),
            Ending::Timeout | Ending::Output | Ending::Files | Ending::Memory => (None, None),
        };
        Self {
            ending: ended.ending.name().to_owned(),
            code,
            detail,
            stdout: with_output.then(|| to_text(&ended.stdout)),
            stderr: to_text(&ended.stderr_tail),
        }
    }

    pub(super) const fn has_output(&self) -> bool {
        self.stdout.is_some()
    }

    /// Returns the result of the run, or `None` if the line is not valid. The output is empty if it
    /// was not kept.
    pub(super) fn ended(&self) -> Option<Ended> {
        let detail = self.detail.clone().unwrap_or_default();
        let ending = match self.ending.as_str() {
            "exited" => Ending::Exited(self.code?),
            "signal" => Ending::Signal(detail.into()),
            "timeout" => Ending::Timeout,
            "output" => Ending::Output,
            "files" => Ending::Files,
            "memory" => Ending::Memory,
            "cannot start" => Ending::CannotStart(detail),
            _ => return None,
        };
        let stdout = to_bytes(self.stdout.as_deref().unwrap_or_default())?;
        Some(Ended { stderr_tail: to_bytes(&self.stderr)?, ..Ended::new(ending, stdout) })
    }
}

/// Returns each byte as the character with the same number, because JSON can only hold text.
fn to_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn to_bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|c| u8::try_from(c).ok()).collect()
}
