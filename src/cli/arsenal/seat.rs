//! Shows questions to a person in a window, and reads the answers.

use super::shown::Shown;
use crate::cli::cleanup::Cleanup;
use crate::cli::prompt::console::{Asked, Console};
use crate::cli::prompt::tty;
use crate::cli::screen::window::{Helper, Show as _, Window, line_editor};
use crate::cli::stop::Cancel;
use crate::cli::theme::Look;
use rustyline::{Cmd, KeyEvent};
use std::collections::VecDeque;
use std::io::{self, Write};

/// The window, and the line editor in it.
pub(super) struct Seat {
    console: Console<Helper<Shown>>,
    window: Window<Shown>,
    /// The lines of a paste that answer the next questions. A paste can hold several answers.
    pasted: VecDeque<String>,
    _restored: Option<Cleanup>,
}

impl Seat {
    /// Keeps no history of typed lines, and turns off Ctrl-Y, which brings back deleted text: the
    /// next person at the terminal must not see it.
    pub(super) fn new(shown: Shown, look: Look) -> io::Result<Self> {
        let restored = tty::restored_on_signals();
        let window = Window::new(shown);
        let mut console = line_editor(Some(&window), look, Cancel::default())?;
        console.editor.bind_sequence(KeyEvent::ctrl('Y'), Cmd::Noop);
        Ok(Self { console, window, pasted: VecDeque::new(), _restored: restored })
    }

    /// Asks the question of a page. Returns `None` at the end of input. Ctrl-C drops the typed
    /// line, and the page says how to leave.
    pub(super) fn ask(
        &mut self,
        mut shown: Shown,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        if let Some(line) = self.pasted.pop_front() {
            return Ok(Some(line));
        }
        out.flush()?;
        self.window.show(shown.clone())?;
        let line = loop {
            match self.console.ask::<str>(shown.question())? {
                Asked::Line(line) => break line,
                Asked::End => return Ok(None),
                Asked::Interrupted => shown.tell("Ctrl-D leaves the game."),
            }
            self.window.show(shown.clone())?;
        };
        // An LF at the end of a paste must not answer the question of the next person.
        self.pasted = line.trim_end_matches('\n').split('\n').map(str::to_owned).collect();
        let line = self.pasted.pop_front().unwrap_or_default();
        Ok(Some(self.window.entered(line)))
    }
}
