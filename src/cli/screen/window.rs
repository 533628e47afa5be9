//! The window of a game: a picture with the prompt below it. The picture is drawn again when the game or the size of
//! the window changes, and when keys or the line aim at another place. A hint behind the line says what Enter would
//! do.

use super::alternate::{self, send};
use crate::cli::prompt::console::{Console, Suggestion, Tell};
use crate::cli::prompt::keys::{Aim, Aiming, Keys};
use crate::cli::prompt::text::{cut, width};
use crate::cli::stop::Cancel;
use crate::cli::theme::{self, Look, Theme};
use crate::cli::world;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use std::borrow::Cow;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Separates a line from the hint that says what Enter would do with it.
const PROSPECT: &str = "  # ";

/// The columns and rows of a window.
pub(in crate::cli) type Size = (usize, usize);

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Pressed<C> {
    /// The line needs the key.
    ForLine,
    /// Keys aim at this place now, or at none.
    Aims(Option<C>),
}

/// The content of a window, and the places in it at which keys and lines can aim.
pub(in crate::cli) trait Show: Send + 'static {
    /// A marked place at which the line aims.
    type Mark: Copy + PartialEq + Send;
    /// A place at which keys aim.
    type Cursor: Copy + PartialEq + Send;

    /// Returns the escapes that draw all but the last `kept` rows in place. The cursor stays where it is.
    fn drawn(&self, size: Size, kept: usize, mark: Option<Self::Mark>) -> String;

    /// The row of the prompt, from 0.
    fn prompt_row(&self, size: Size) -> usize;

    /// The columns of the prompt.
    fn prompt_width(&self) -> usize;

    /// Scrolls or closes a long text, if the key does that while this line is typed. Returns whether it does.
    fn scrolled(&mut self, _key: Aim, _line: &str, _size: Size) -> bool {
        false
    }

    /// Returns the effect of a key while this line is typed and keys aim at `from`.
    fn aim(
        &self,
        key: Aim,
        line: &str,
        from: Option<Self::Cursor>,
        size: Size,
    ) -> Pressed<Self::Cursor>;

    /// Completes a line with the place at which keys aim; `None` if the line names a place itself.
    fn order(&self, line: &str, cursor: Self::Cursor) -> Option<String>;

    /// The place at which a line aims.
    fn mark(&self, line: &str) -> Option<Self::Mark>;

    /// Says what Enter would do with a line.
    fn prospect(&self, line: &str) -> Option<String>;

    /// Adds a message to the picture.
    fn tell(&mut self, text: &str);
}

/// A window that the line editor and the program share.
pub(in crate::cli) struct Window<S: Show>(Arc<Mutex<Stage<S>>>);

/// The state of a window.
struct Stage<S: Show> {
    show: S,
    size: Size,
    mark: Option<S::Mark>,
    cursor: Option<S::Cursor>,
}

impl<S: Show> Clone for Window<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Show> Window<S> {
    /// Returns a window with this content, not yet drawn.
    pub(in crate::cli) fn new(show: S) -> Self {
        let (mark, cursor) = (None, None);
        Self(Arc::new(Mutex::new(Stage { show, size: world::window(), mark, cursor })))
    }

    /// Draws this content, and leaves the cursor where the prompt begins.
    pub(in crate::cli) fn show(&self, show: S) -> io::Result<()> {
        let mut stage = self.stage();
        stage.show = show;
        (stage.mark, stage.cursor) = (None, None);
        stage.open()
    }

    /// Completes an entered line with the place at which keys aim.
    pub(in crate::cli) fn entered(&self, line: String) -> String {
        self.stage().order(&line).unwrap_or(line)
    }

    /// Returns a function that draws the window with a message, and leaves the cursor where the prompt begins.
    fn telling(&self) -> Tell {
        let window = self.clone();
        Box::new(move |text| {
            let mut stage = window.stage();
            stage.show.tell(text);
            stage.open()
        })
    }

    /// Returns a function that returns the escapes for drawing the window, in its present size, above the prompt.
    fn picture(&self) -> Arc<dyn Fn() -> String + Send + Sync> {
        let window = self.clone();
        Arc::new(move || {
            let mut stage = window.stage();
            // If the process was suspended, the mouse has stopped reporting clicks.
            let text = alternate::CLICKS.to_owned() + &stage.whole();
            match stage.show.prompt_row(stage.size) {
                0 => format!("{text}\x1b[1;1H"),
                row => format!("{text}\x1b[{row};1H\n"),
            }
        })
    }

    /// Returns the function that handles the keys that aim.
    fn aiming(&self) -> Aiming {
        let window = self.clone();
        Box::new(move |key, line| window.stage().take(key, line))
    }

    fn stage(&self) -> MutexGuard<'_, Stage<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the line editor of a game. If the game has a window, the editor stands below it, and the mouse reports clicks.
///
/// # Errors
/// When the terminal cannot be used.
pub(in crate::cli) fn line_editor<S: Show>(
    window: Option<&Window<S>>,
    look: Look,
    stop: Cancel,
) -> io::Result<Console<Helper<S>>> {
    let keys = window.map_or_else(Keys::default, |window| Keys::aiming(window.aiming()));
    let helper = Helper { window: window.cloned(), keys: keys.clone(), theme: look.theme };
    let console = Console::new(helper, keys, look, stop)?;
    let Some(window) = window else { return Ok(console) };
    send(alternate::CLICKS.as_bytes(), &mut io::stdout())?;
    Ok(console.below(window.picture(), window.telling()))
}

impl<S: Show> Stage<S> {
    /// Draws the whole window, and leaves the cursor where the prompt begins.
    fn open(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(self.whole().as_bytes())?;
        write!(out, "\x1b[{};1H", self.show.prompt_row(self.size) + 1)?;
        out.flush()
    }

    /// Returns the escapes that clear the window and draw all of it.
    fn whole(&mut self) -> String {
        self.size = world::window();
        format!("\x1b[H\x1b[2J{}", self.show.drawn(self.size, 0, self.mark))
    }

    /// Takes a key that aims. Returns false if the line needs it.
    fn take(&mut self, key: Aim, line: &str) -> bool {
        match key {
            Aim::Redraw => {
                self.draw("\x1b[2J", 0);
                return true;
            }
            Aim::Leave => {
                // A shell would take the reports of the mouse for typed text. If the terminal fails, the line editor
                // notices.
                let _ = send(alternate::NO_CLICKS, &mut io::stdout());
                return false;
            }
            Aim::Step(..) | Aim::Turn | Aim::Page(_) | Aim::Close | Aim::Drop | Aim::Click(..) => {}
        }
        if self.show.scrolled(key, line, self.size) {
            // The help below the prompt changes too.
            self.draw("", 0);
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

    fn order(&self, line: &str) -> Option<String> {
        self.cursor.and_then(|cursor| self.show.order(line, cursor))
    }

    /// Marks the place at which a line aims.
    fn mark(&mut self, line: &str) {
        let order = self.order(line);
        if order.is_none() {
            self.cursor = None;
        }
        let mark = self.show.mark(order.as_deref().unwrap_or(line));
        if self.mark != mark {
            self.mark = mark;
            let kept = self.size.1.saturating_sub(self.show.prompt_row(self.size));
            self.draw("", kept);
        }
    }

    /// Sends `before` and draws all but the last `kept` rows, while a line is typed.
    fn draw(&self, before: &str, kept: usize) {
        let text = before.to_owned() + &self.show.drawn(self.size, kept, self.mark);
        // If the terminal fails, the line editor notices.
        let _ = send(text.as_bytes(), &mut io::stdout());
    }

    /// Says what Enter would do with a line, cut to the columns behind the line.
    fn prospect(&self, line: &str) -> Option<String> {
        // The last column stays free: a full line would scroll the window.
        let around = PROSPECT.len() + 1;
        let taken = self.show.prompt_width() + width(line) + around;
        let room = self.size.0.checked_sub(taken)?;
        let text = match self.order(line) {
            Some(order) => format!("{order}: {}", self.show.prospect(&order)?),
            None => self.show.prospect(line)?,
        };
        Some(cut(&text, room))
    }
}

/// Gives the line editor the hints of a game.
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
        let mut stage = self.window.as_ref()?.stage();
        stage.mark(line);
        if pos < line.len() {
            return None;
        }
        let shown = PROSPECT.to_owned() + &stage.prospect(line)?;
        Some(Suggestion { shown, inserted: None })
    }
}

impl<S: Show> Highlighter for Helper<S> {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.theme.paint(theme::DIM, hint))
    }
}
