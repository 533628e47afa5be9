//! The state at a place in a script, for editors: the open group, and the game up to this place.

use super::Check;
use crate::rules::Game;
use crate::script::ast::Group;
use crate::script::{Context, Reader, Session};

/// The state after the first lines of a script. Commands with errors are skipped.
#[derive(Debug)]
pub struct Known {
    reader: Reader,
    group: Option<Group>,
    /// The session up to this place, or a new session if the state of the game is not known.
    session: Session,
}

impl Known {
    /// Returns the state after `lines`, which are whole lines of a script. Returns `None` if a run
    /// reads nothing after `lines`, because a side has won or the script is in UTF-16.
    pub fn after(lines: &[u8]) -> Option<Self> {
        let mut check = Check::new();
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            if !check.line(line.strip_suffix(b"\n").unwrap_or(line)) || check.winner.is_some() {
                return None;
            }
            check.findings.clear();
        }
        let Check { reader, group, session, .. } = check;
        Some(Self { reader, group, session: session.unwrap_or_default() })
    }

    /// Returns the context of the place after `text`, which is the beginning of the next line.
    /// Returns `None` inside prose and comments, and after a syntax error in `text`.
    pub fn context(&self, text: &[u8]) -> Option<Context> {
        Context::after(&self.reader, self.group, text)
    }

    /// Returns the game up to this place, or a new game if the state is not known.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }
}
