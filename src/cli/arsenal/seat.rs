//! A person in front of a window that is drawn in place. Keys aim, and the line editor reads lines.

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

/// A person in front of the window.
pub(super) struct Seat {
    console: Console<Helper<Shown>>,
    window: Window<Shown>,
    /// Further lines of a paste.
    pasted: VecDeque<String>,
    _restored: Option<Cleanup>,
}

impl Seat {
    /// Begins to read keys. Keeps no history of typed lines, and turns Ctrl-Y off: the next person must not see
    /// these lines.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub(super) fn new(shown: Shown, look: Look) -> io::Result<Self> {
        let restored = tty::restored_on_signals();
        let window = Window::new(shown);
        let mut console = line_editor(Some(&window), look, Cancel::default())?;
        console.editor.bind_sequence(KeyEvent::ctrl('Y'), Cmd::Noop);
        Ok(Self { console, window, pasted: VecDeque::new(), _restored: restored })
    }

    /// Shows a page and reads the answer to its question; `None` at the end of input. Ctrl-C drops the line. When it is
    /// pressed again, the page also says how to leave.
    ///
    /// # Errors
    /// When the terminal fails.
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
        let mut interrupts = 0;
        let line = loop {
            match self.console.ask::<str>(shown.question())? {
                Asked::Line(line) => break line,
                Asked::End => return Ok(None),
                Asked::Interrupted => interrupts += 1,
            }
            if interrupts > 1 {
                shown.tell("Ctrl-D leaves the game.");
            }
            self.window.show(shown.clone())?;
        };
        self.pasted = line.split('\n').map(str::to_owned).collect();
        let line = self.pasted.pop_front().unwrap_or_default();
        Ok(Some(self.window.entered(line)))
    }
}
