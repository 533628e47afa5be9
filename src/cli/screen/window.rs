//! The window of a game: a picture, and the prompt below it. A hint after the typed line says what
//! Enter would do. The picture marks the place at which the typed line aims. Keys aim too: the
//! arrow keys and clicks choose a place, and Enter adds this place to the line.
//!
//! The window is on the second screen of the terminal. When the program leaves this screen, the
//! terminal shows its normal screen with the old text. The program also leaves the second screen
//! after a failure or a panic, and on Unix after signals such as SIGTERM.

use crate::cli::cleanup::{self, Cleanup, Task};
use crate::cli::prompt::console::{Console, Suggestion, Tell};
use crate::cli::prompt::keys::{Aim, Aiming, Keys};
use crate::cli::prompt::text::cut_between_words;
use crate::cli::stop::Cancel;
use crate::cli::theme::{self, Look, Theme};
use crate::cli::world;
use broadside::text::width;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const BEFORE_HINT: &str = "  # ";

/// The columns and rows of a window.
pub(in crate::cli) type Size = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Pressed<C> {
    /// The typed line needs the key: the line editor must handle it.
    ForLine,
    /// The window has used the key. Keys aim at this place now, or at no place if this is `None`.
    Aims(Option<C>),
}

/// The content of a window. It knows the places at which keys and typed lines can aim.
pub(in crate::cli) trait Show: Send + 'static {
    /// The place that the picture marks, because the line aims at it.
    type Mark: Copy + PartialEq + Send;
    /// A place at which keys aim.
    type Cursor: Copy + PartialEq + Send;

    /// Returns the escapes that draw the new picture over the old one. They do not change the last
    /// `kept` rows of the window, and leave the terminal's cursor where it was.
    fn drawn(&self, size: Size, kept: usize, mark: Option<Self::Mark>) -> String;

    /// Returns the row of the prompt, counted from 0.
    fn prompt_row(&self, size: Size) -> usize;

    /// Returns the width of the prompt, in columns.
    fn prompt_width(&self) -> usize;

    /// Scrolls or closes the text of the window, if this key does so. `_line` is the line typed so
    /// far. Some keys scroll only if this line is empty. Returns whether the key was used.
    fn scrolled(&mut self, _key: Aim, _line: &str, _size: Size) -> bool {
        false
    }

    /// Handles a key that may aim. `from` is the place at which keys aimed before.
    fn aim(
        &self,
        key: Aim,
        line: &str,
        from: Option<Self::Cursor>,
        size: Size,
    ) -> Pressed<Self::Cursor>;

    /// Returns the line with the place at which keys aim. Returns `None` if the line needs no
    /// place.
    fn completed_line(&self, line: &str, cursor: Self::Cursor) -> Option<String>;

    /// Returns the place at which the line aims, if any.
    fn mark(&self, line: &str) -> Option<Self::Mark>;

    /// Returns the hint that says what Enter would do with the line, if there is one.
    fn enter_hint(&self, line: &str) -> Option<String>;

    fn tell(&mut self, text: &str);
}

/// The window. Clones share one state: the line editor has one clone and the game has another.
pub(in crate::cli) struct Window<S: Show>(Arc<Mutex<WindowState<S>>>);

struct WindowState<S: Show> {
    show: S,
    size: Size,
    /// The typed line.
    line: String,
    /// Whether the number of rows of the line has changed since the whole window was drawn.
    is_moved: bool,
    mark: Option<S::Mark>,
    cursor: Option<S::Cursor>,
    /// Whether the process was stopped with Ctrl-Z, so that the terminal shows its normal screen.
    is_away: bool,
}

impl<S: Show> Clone for Window<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Show> Window<S> {
    pub(in crate::cli) fn new(show: S) -> Self {
        let (size, line, is_moved) = (world::window(), String::new(), false);
        let (mark, cursor, is_away) = (None, None, false);
        Self(Arc::new(Mutex::new(WindowState {
            show,
            size,
            line,
            is_moved,
            mark,
            cursor,
            is_away,
        })))
    }

    pub(in crate::cli) fn show(&self, show: S) -> io::Result<()> {
        let mut state = self.state();
        state.show = show;
        state.line.clear();
        (state.mark, state.cursor) = (None, None);
        state.draw_all()
    }

    /// Returns the entered line, with the place at which keys aim if the line needs a place.
    pub(in crate::cli) fn entered(&self, line: String) -> String {
        self.state().completed_line(&line).unwrap_or(line)
    }

    fn telling(&self) -> Tell {
        let window = self.clone();
        Box::new(move |text| {
            let mut state = window.state();
            state.show.tell(text);
            state.draw_all()
        })
    }

    /// Returns a function that makes the escapes of the whole window. A thread calls the function
    /// after a change of the window's size, and when a stopped process continues.
    fn picture(&self) -> Arc<dyn Fn() -> String + Send + Sync> {
        let window = self.clone();
        Arc::new(move || {
            let mut state = window.state();
            let enter = if std::mem::take(&mut state.is_away) { ENTER } else { "" };
            // Mouse reports are off after the process was suspended. `CLICKS` turns them on again.
            let text = format!("{enter}{}{}", CLICKS, state.whole());
            // The text ends in the row of the prompt, where the editor then draws the prompt.
            match state.prompt_row() {
                0 => format!("{text}\x1b[1;1H"),
                row => format!("{text}\x1b[{row};1H\n"),
            }
        })
    }

    fn aiming(&self) -> Aiming {
        let window = self.clone();
        Box::new(move |key, line| window.state().take(key, line))
    }

    fn state(&self) -> MutexGuard<'_, WindowState<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the line editor. If the game has a window, the editor uses the row of the window's prompt,
/// and the terminal reports mouse clicks.
pub(in crate::cli) fn line_editor<S: Show>(
    window: Option<&Window<S>>,
    look: Look,
    stop: Cancel,
) -> io::Result<Console<Helper<S>>> {
    let keys = window.map_or_else(Keys::default, |window| Keys::aiming(window.aiming()));
    let helper = Helper { window: window.cloned(), keys: keys.clone(), theme: look.theme };
    let console = Console::new(helper, keys, look, stop)?;
    let Some(window) = window else { return Ok(console) };
    send(CLICKS.as_bytes(), &mut io::stdout())?;
    Ok(console.below(window.picture(), window.telling()))
}

impl<S: Show> WindowState<S> {
    /// Draws the whole window, and moves the terminal's cursor to the place where the prompt
    /// begins.
    fn draw_all(&mut self) -> io::Result<()> {
        send(self.whole_and_place().as_bytes(), &mut io::stdout())
    }

    fn whole_and_place(&mut self) -> String {
        let whole = self.whole();
        format!("{whole}\x1b[{};1H", self.prompt_row() + 1)
    }

    fn whole(&mut self) -> String {
        (self.size, self.is_moved) = (world::window(), false);
        format!("\x1b[H\x1b[2J{}", self.show.drawn(self.size, self.hidden_rows(), self.mark))
    }

    fn line_rows(&self) -> usize {
        rows(self.show.prompt_width(), &self.line, self.size.0)
    }

    /// Returns the row in which the prompt begins. A typed line of many rows moves the prompt up.
    fn prompt_row(&self) -> usize {
        self.show.prompt_row(self.size).min(self.size.1.saturating_sub(self.line_rows()))
    }

    /// Returns how many of the last rows must show no picture, because a typed line of several rows
    /// needs them. Returns 0 if the line has one row.
    fn hidden_rows(&self) -> usize {
        if self.line_rows() == 1 { 0 } else { self.size.1 - self.prompt_row() }
    }

    /// Handles a key. Returns false if the typed line needs the key.
    fn take(&mut self, key: Aim, line: &str) -> bool {
        match key {
            Aim::Redraw => {
                self.draw("\x1b[2J", self.hidden_rows());
                return true;
            }
            Aim::Leave => {
                // The process is about to stop. The shell must not write over the picture, and
                // would take mouse reports for typed text.
                self.is_away = send(LEAVE, &mut io::stdout()).is_ok();
                return false;
            }
            Aim::Step(..) | Aim::Turn | Aim::Page(_) | Aim::Close | Aim::Drop | Aim::Click(..) => {}
        }
        let before = self.show.prompt_row(self.size);
        if self.show.scrolled(key, line, self.size) {
            // In a small window, a closed text moves the prompt. The editor then draws the prompt
            // where the cursor is.
            let row = self.show.prompt_row(self.size);
            let place = (row != before).then(|| format!("\x1b[2J\x1b[{};1H", row + 1));
            // All rows are drawn, because the help below the prompt changes too.
            self.draw(&place.unwrap_or_default(), 0);
            return true;
        }
        if key == Aim::Drop {
            self.cursor = None;
            return false;
        }
        let Pressed::Aims(cursor) = self.show.aim(key, line, self.cursor, self.size) else {
            return false;
        };
        self.cursor = cursor;
        true
    }

    fn completed_line(&self, line: &str) -> Option<String> {
        self.cursor.and_then(|cursor| self.show.completed_line(line, cursor))
    }

    fn mark(&mut self, line: &str) {
        let before = self.line_rows();
        (self.size, self.line) = (world::window(), line.to_owned());
        self.is_moved |= self.line_rows() != before;
        let completed = self.completed_line(line);
        if completed.is_none() {
            self.cursor = None;
        }
        let mark = self.show.mark(completed.as_deref().unwrap_or(line));
        if self.mark != mark {
            self.mark = mark;
            let kept = self.size.1 - self.prompt_row();
            self.draw("", kept);
        }
    }

    /// Sends `before`, then the picture without its last `kept` rows.
    fn draw(&self, before: &str, kept: usize) {
        let text = before.to_owned() + &self.show.drawn(self.size, kept, self.mark);
        // If the terminal fails, the line editor notices it.
        let _ = send(text.as_bytes(), &mut io::stdout());
    }

    /// Returns the hint for Enter, cut to the free columns after the line.
    fn enter_hint(&self, line: &str) -> Option<String> {
        // The last column stays free, because a full row would scroll the window.
        let around = BEFORE_HINT.len() + 1;
        let taken = self.show.prompt_width() + width(line) + around;
        let room = self.size.0.checked_sub(taken)?;
        let text = match self.completed_line(line) {
            Some(completed) => format!("{completed}: {}", self.show.enter_hint(&completed)?),
            None => self.show.enter_hint(line)?,
        };
        cut_between_words(&text, room)
    }
}

/// Returns the number of rows that a line takes after a prompt with this width.
fn rows(prompt: usize, line: &str, columns: usize) -> usize {
    let (mut rows, mut column) = (1, prompt);
    for c in line.chars() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        column = if c == '\n' { columns + 1 } else { column + wide };
        if column > columns {
            (rows, column) = (rows + 1, wide);
        }
    }
    // The line editor begins a new row when a row is full.
    rows + usize::from(column >= columns)
}

pub(in crate::cli) struct Helper<S: Show> {
    window: Option<Window<S>>,
    keys: Keys,
    theme: Theme,
}

impl<S: Show> rustyline::Helper for Helper<S> {}
impl<S: Show> Validator for Helper<S> {}
impl<S: Show> Completer for Helper<S> {
    type Candidate = String;
}

impl<S: Show> Hinter for Helper<S> {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, _: &rustyline::Context<'_>) -> Option<Suggestion> {
        self.keys.show(line);
        let mut state = self.window.as_ref()?.state();
        state.mark(line);
        if pos < line.len() {
            return None;
        }
        let shown = BEFORE_HINT.to_owned() + &state.enter_hint(line)?;
        Some(Suggestion { shown, inserted: None })
    }
}

impl<S: Show> Highlighter for Helper<S> {
    /// Draws the picture around a line whose number of rows has changed. The line editor has
    /// cleared the old line, and then draws the new one at the cursor.
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        let mut state = self.window.as_ref().map(Window::state);
        match &mut state {
            Some(state) if state.is_moved => Cow::Owned(state.whole_and_place() + prompt),
            Some(_) | None => Cow::Borrowed(prompt),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.theme.paint(theme::DIM, hint))
    }
}

const ENTER: &str = "\x1b[?1049h";

/// Stops reports of mouse clicks, and leaves the second screen.
const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1000l\x1b[?1049l";

/// Asks for reports of mouse clicks. The second code allows any number of columns and rows.
const CLICKS: &str = "\x1b[?1000h\x1b[?1006h";

/// The second screen of the terminal. When this value is dropped, the program leaves the screen.
#[must_use]
pub(in crate::cli) struct Second {
    _on_signals: Cleanup,
    is_left: bool,
}

/// Enters the second screen. While the result lives, the program leaves the screen before a signal
/// ends the process.
pub(in crate::cli) fn enter_second(out: &mut dyn Write) -> io::Result<Second> {
    let task = |(): &()| -> Task { Box::new(leave_at_once) };
    let ((), on_signals) = cleanup::guarded(|| send(ENTER.as_bytes(), out), task)?;
    Ok(Second { _on_signals: on_signals, is_left: false })
}

fn send(escapes: &[u8], out: &mut dyn Write) -> io::Result<()> {
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

/// Leaves the second screen. Runs in the thread that handles signals, on Unix only. Writes directly
/// to the terminal: the buffer of standard output may be in use.
fn leave_at_once() {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stdout(), LEAVE);
}
