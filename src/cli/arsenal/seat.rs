//! The seat in front of a window that is drawn in place: a line editor, whose keys aim beside typed lines.

use super::shown::Shown;
use crate::cli::boards::Script;
use crate::cli::cleanup::Cleanup;
use crate::cli::exit::Failure;
use crate::cli::prompt::console::{Asked, Console};
use crate::cli::prompt::keys::Keys;
use crate::cli::prompt::tty;
use crate::cli::screen::alternate;
use crate::cli::screen::window::{Helper, Show as _, Window};
use crate::cli::stop::Cancel;
use crate::cli::theme::Theme;
use rustyline::history::MemHistory;
use rustyline::{Cmd, KeyEvent};
use std::collections::VecDeque;
use std::io::{self, Write};

/// A person in front of the window.
pub(super) struct Seat {
    console: Console<Helper<Shown>, MemHistory>,
    window: Window<Shown>,
    /// What was pasted behind the first line.
    pasted: VecDeque<String>,
    _restored: Option<Cleanup>,
}

impl Seat {
    /// Takes the seat; what is typed there is in no history, and cannot be brought back by another person.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub(super) fn new(
        shown: Shown,
        (theme, script): (Theme, Script),
        out: &mut dyn Write,
    ) -> Result<Self, Failure> {
        let restored = tty::restored_on_signals();
        alternate::report_clicks(out)?;
        let window = Window::new(shown);
        let keys = Keys::aiming(window.aiming());
        let helper = Helper { window: Some(window.clone()), keys: keys.clone(), theme };
        let history = MemHistory::with_config;
        let stop = Cancel::default();
        let mut console = Console::new(helper, history, keys, (theme, script), stop)?;
        console.editor.bind_sequence(KeyEvent::ctrl('Y'), Cmd::Noop);
        let console = console.below(window.picture(), window.telling());
        Ok(Self { console, window, pasted: VecDeque::new(), _restored: restored })
    }

    /// Shows a page and reads the answer to its question; none where input has ended. Ctrl-C drops the line, and
    /// from the second time in a row on it says how to leave.
    ///
    /// # Errors
    /// When the terminal fails.
    pub(super) fn ask(
        &mut self,
        mut shown: Shown,
        out: &mut dyn Write,
    ) -> Result<Option<String>, Failure> {
        if let Some(line) = self.pasted.pop_front() {
            return Ok(Some(line));
        }
        out.flush()?;
        let question = shown.question();
        self.window.show(shown.clone())?;
        let mut interrupts = 0;
        let line = loop {
            match self.console.ask::<str>(&question)? {
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

/// A failure as the rest of the game knows it.
pub(super) fn failed(failure: Failure) -> io::Error {
    if let Failure::Output(error) | Failure::Stream(error) = failure {
        return error;
    }
    io::Error::other(failure.to_string())
}
