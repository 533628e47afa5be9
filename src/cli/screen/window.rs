//! A window of a game: the picture is drawn again when something has changed, when the window has another
//! size, and when something else is aimed at. Below it stands the prompt, with what Enter would do.

use super::alternate;
use crate::cli::prompt::console::Tell;
use crate::cli::prompt::keys::{Aim, Aiming, Keys};
use crate::cli::prompt::text::{cut, width};
use crate::cli::theme::{self, Theme};
use crate::cli::world;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use std::borrow::Cow;
use std::fmt::Debug;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stands between a line and what Enter would do with it.
const PROSPECT: &str = "  # ";

/// The columns and rows of a window.
pub(in crate::cli) type Size = (usize, usize);

/// What has become of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Pressed<C> {
    /// The line needs it.
    ForLine,
    /// Keys aim here now, or nowhere.
    Aims(Option<C>),
}

/// What a window shows, and what can be aimed at in it.
pub(in crate::cli) trait Show: Debug + Send + 'static {
    /// What is marked, because a line aims at it.
    type Mark: Copy + PartialEq + Debug + Send;
    /// Where keys aim.
    type Cursor: Copy + PartialEq + Debug + Send;

    /// What draws all but the last rows, so many, in place. The cursor stays where it is.
    fn drawn(&self, size: Size, kept: usize, mark: Option<Self::Mark>) -> String;

    /// The row of the prompt, from 0.
    fn prompt_row(&self, size: Size) -> usize;

    /// The columns of the prompt.
    fn prompt_width(&self) -> usize;

    /// Whether a key has moved or closed a text that is longer than its place, while this line is typed.
    fn scrolled(&mut self, _key: Aim, _line: &str, _size: Size) -> bool {
        false
    }

    /// What a key does that is pressed while this line is typed.
    fn aim(
        &self,
        key: Aim,
        line: &str,
        from: Option<Self::Cursor>,
        size: Size,
    ) -> Pressed<Self::Cursor>;

    /// What a typed line stands for while keys aim; `None` where it is complete without them.
    fn order(&self, line: &str, cursor: Self::Cursor) -> Option<String>;

    /// What a line aims at.
    fn mark(&self, line: &str) -> Option<Self::Mark>;

    /// What Enter would do with a line.
    fn prospect(&self, line: &str) -> Option<String>;

    /// Shows a message in its place.
    fn tell(&mut self, text: &str);
}

/// A window that the line editor and the program share.
#[derive(Debug)]
pub(in crate::cli) struct Window<S: Show>(Arc<Mutex<Stage<S>>>);

/// What stands in a window.
#[derive(Debug)]
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
    /// A window that shows this.
    pub(in crate::cli) fn new(show: S) -> Self {
        let (mark, cursor) = (None, None);
        Self(Arc::new(Mutex::new(Stage { show, size: world::window(), mark, cursor })))
    }

    /// Draws what is shown now, and leaves the cursor where the prompt begins.
    pub(in crate::cli) fn show(&self, show: S) -> io::Result<()> {
        let mut stage = self.stage();
        stage.show = show;
        (stage.mark, stage.cursor) = (None, None);
        stage.open()
    }

    /// What shows a message above the prompt, which is drawn behind it.
    pub(in crate::cli) fn telling(&self) -> Tell {
        let window = self.clone();
        Box::new(move |text| {
            let mut stage = window.stage();
            stage.show.tell(text);
            stage.open()
        })
    }

    /// What draws the window as large as it is now, above a prompt that is drawn behind it.
    pub(in crate::cli) fn picture(&self) -> Arc<dyn Fn() -> String + Send + Sync> {
        let window = self.clone();
        Arc::new(move || {
            let mut stage = window.stage();
            // The process may have been stopped, and its mouse silenced.
            let text = alternate::CLICKS.to_owned() + &stage.whole();
            match stage.show.prompt_row(stage.size) {
                0 => format!("{text}\x1b[1;1H"),
                row => format!("{text}\x1b[{row};1H\n"),
            }
        })
    }

    /// What becomes of keys that aim.
    pub(in crate::cli) fn aiming(&self) -> Aiming {
        let window = self.clone();
        Box::new(move |key, line| window.stage().take(key, line))
    }

    /// What an entered line stands for.
    pub(in crate::cli) fn entered(&self, line: String) -> String {
        self.stage().order(&line).unwrap_or(line)
    }

    fn stage(&self) -> MutexGuard<'_, Stage<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Show> Stage<S> {
    /// Draws the whole window, and leaves the cursor where the prompt begins.
    fn open(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(self.whole().as_bytes())?;
        write!(out, "\x1b[{};1H", self.show.prompt_row(self.size) + 1)?;
        out.flush()
    }

    /// The whole window, cleared before.
    fn whole(&mut self) -> String {
        self.size = world::window();
        format!("\x1b[H\x1b[2J{}", self.show.drawn(self.size, 0, self.mark))
    }

    /// Aims where a key says, unless the line needs it.
    fn take(&mut self, key: Aim, line: &str) -> bool {
        match key {
            Aim::Redraw => {
                self.draw("\x1b[2J", 0);
                return true;
            }
            Aim::Leave => {
                // A terminal that takes no more is noticed by the line editor, which stops the process.
                let _ = alternate::silence_clicks(&mut io::stdout());
                return false;
            }
            Aim::Step(..) | Aim::Turn | Aim::Page(_) | Aim::Close | Aim::Drop | Aim::Click(..) => {}
        }
        if self.show.scrolled(key, line, self.size) {
            // Below the prompt stands what can be typed now.
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

    /// Marks what a line aims at.
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

    /// Draws all but the last rows, so many, while a line is typed.
    fn draw(&self, before: &str, kept: usize) {
        let text = before.to_owned() + &self.show.drawn(self.size, kept, self.mark);
        let mut out = io::stdout();
        // A terminal that takes no more is noticed by the line editor.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// What Enter would do with a line, as far as there is room for it behind the line.
    fn prospect(&self, line: &str) -> Option<String> {
        // The sign before it, and a column that stays free: a full line would push the rows below away.
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

/// What stands in grey behind a line: advice, which no key takes into the line.
#[derive(Debug)]
pub(in crate::cli) struct Advice(String);

impl Hint for Advice {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

/// What the line editor asks while a line of a game is typed.
#[derive(Debug)]
pub(in crate::cli) struct Helper<S: Show> {
    /// The window, where the game has one.
    pub(in crate::cli) window: Option<Window<S>>,
    pub(in crate::cli) keys: Keys,
    pub(in crate::cli) theme: Theme,
}

impl<S: Show> rustyline::Helper for Helper<S> {}
impl<S: Show> Validator for Helper<S> {}
impl<S: Show> Completer for Helper<S> {
    type Candidate = String;
}

impl<S: Show> Hinter for Helper<S> {
    type Hint = Advice;

    fn hint(&self, line: &str, pos: usize, _: &rustyline::Context<'_>) -> Option<Advice> {
        self.keys.show(line);
        let mut stage = self.window.as_ref()?.stage();
        stage.mark(line);
        if pos < line.len() {
            return None;
        }
        Some(Advice(PROSPECT.to_owned() + &stage.prospect(line)?))
    }
}

impl<S: Show> Highlighter for Helper<S> {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.theme.paint(theme::DIM, hint))
    }
}
