//! A console: a line editor that reads the lines of a prompt at a terminal.

use super::keys::Keys;
use super::redraw::{Picture, Redraw};
use super::tty;
use crate::cli::stop::Cancel;
use crate::cli::theme::Look;
use crate::cli::world;
use broadside::ports::Ports;
use rustyline::error::ReadlineError;
use rustyline::hint::Hint;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor, Event, EventHandler, Helper, Prompt};
use std::io::{self, Write as _};

const LONGEST_HISTORY: usize = 10_000;

/// A key that comes at most this many milliseconds after Escape is part of an escape sequence. This
/// limit is used only in a window with a board, because Escape alone has a meaning there.
const ESCAPE: u16 = 50;

/// A function that shows a message while the user types a line.
pub(in crate::cli) type Tell = Box<dyn Fn(&str) -> io::Result<()> + Send>;

pub(in crate::cli) struct Console<H: Helper> {
    pub(in crate::cli) editor: Editor<H, FileHistory>,
    keys: Keys,
    redraw: Redraw,
    /// The picture above the prompt, if there is one.
    picture: Option<Picture>,
    tell: Tell,
    pub(in crate::cli) look: Look,
    /// A flag that Ctrl-C sets while no line is read; on a dumb terminal (one without escape
    /// codes), at any time.
    pub(in crate::cli) stop: Cancel,
    /// How often Ctrl-C was pressed since the last line.
    interrupts: usize,
    /// An answer that was neither yes nor no. The next call of [`Self::ask`] returns this answer.
    pub(in crate::cli) unread: Option<Asked>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Suggestion {
    pub(in crate::cli) shown: String,
    /// The part that the right arrow inserts, if any.
    pub(in crate::cli) inserted: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Asked {
    Line(String),
    /// Ctrl-C: the line is dropped.
    Interrupted,
    /// Ctrl-D on an empty line, or the terminal is gone.
    End,
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.inserted.as_deref()
    }
}

impl<H: Helper> Console<H> {
    pub(in crate::cli) fn new(helper: H, keys: Keys, look: Look, stop: Cancel) -> io::Result<Self> {
        // A window draws its picture through the functions that colour the line.
        let is_coloured = look.theme.is_coloured() || keys.has_board();
        let config = Config::builder()
            .max_history_size(LONGEST_HISTORY)
            .map_err(io::Error::other)?
            .completion_type(CompletionType::List)
            .color_mode(if is_coloured { ColorMode::Forced } else { ColorMode::Disabled })
            .keyseq_timeout(keys.has_board().then_some(ESCAPE))
            .build();
        let history = FileHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(io::Error::other)?;
        editor.set_helper(Some(helper));
        let handler = EventHandler::Conditional(Box::new(keys.clone()));
        editor.bind_sequence(Event::Any, handler);
        let redraw = Redraw::new(editor.create_external_printer().ok());
        let tell = Box::new(|text: &str| writeln!(io::stdout(), "{text}"));
        let (picture, interrupts, unread) = (None, 0, None);
        Ok(Self { editor, keys, redraw, picture, tell, look, stop, interrupts, unread })
    }

    /// Puts a picture above the prompt. The picture is drawn again when the window changes its
    /// size, and `tell` shows messages in the picture.
    pub(in crate::cli) fn below(self, picture: Picture, tell: Tell) -> Self {
        Self { picture: Some(picture), tell, ..self }
    }

    pub(in crate::cli) fn helper(&mut self) -> &mut H {
        self.editor.helper_mut().expect("`new` gives the editor a helper")
    }

    /// Shows `prompt` and reads a line. If `stop` was set meanwhile, drops the line.
    pub(in crate::cli) fn ask<P: Prompt + ?Sized>(&mut self, prompt: &P) -> io::Result<Asked> {
        if let Some(unread) = self.unread.take() {
            return Ok(unread);
        }
        if world::is_called_dumb() { self.ask_dumb(prompt.raw()) } else { self.read(prompt) }
    }

    /// Reads a line at a dumb terminal. There, the line editor notices Ctrl-C only after the next
    /// line. So this function first waits for a whole line, and Ctrl-C ends this wait.
    fn ask_dumb(&mut self, prompt: &str) -> io::Result<Asked> {
        let mut out = io::stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        let asked = if tty::has_line(&self.stop)? { self.read("")? } else { Asked::Interrupted };
        self.stop.clear();
        if matches!(asked, Asked::Interrupted | Asked::End) {
            writeln!(out)?;
        }
        Ok(asked)
    }

    fn read<P: Prompt + ?Sized>(&mut self, prompt: &P) -> io::Result<Asked> {
        let mut line = String::new();
        self.keys.begin();
        loop {
            let read = self.redraw.reading(self.picture.as_ref(), || {
                self.editor.readline_with_initial(prompt, (&line, ""))
            });
            let is_dropped = self.stop.is_set();
            self.stop.clear();
            return Ok(match read {
                _ if is_dropped => Asked::Interrupted,
                Ok(line) => {
                    self.interrupts = 0;
                    Asked::Line(self.keys.whole(line))
                }
                Err(ReadlineError::Interrupted) => Asked::Interrupted,
                Err(ReadlineError::Eof) => Asked::End,
                Err(ReadlineError::Signal(_)) => continue,
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    line = self.keys.refuse();
                    (self.tell)("dropped text that is not UTF-8")?;
                    continue;
                }
                Err(error) => return Err(io::Error::other(error)),
            });
        }
    }

    /// Counts a Ctrl-C. From the second one in a row, reports how to leave.
    pub(in crate::cli) fn interrupted(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.interrupts += 1;
        if self.interrupts > 1 { ports.report("`.quit` leaves\n") } else { Ok(()) }
    }

    /// Returns the look with the present size of the window, less one row for the prompt.
    pub(in crate::cli) fn look(&mut self) -> Look {
        let (columns, rows) = self.editor.dimensions().unwrap_or((80, 24));
        let rows = usize::from(rows).saturating_sub(1);
        Look { columns: columns.into(), rows, ..self.look }
    }
}

/// Returns whether an answer is yes, or `None` if it is neither yes nor no.
pub(in crate::cli) fn agreed(answer: &str) -> Option<bool> {
    match answer.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}
