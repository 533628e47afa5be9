//! The content of the window in a game: a page and its question. This module finds the cells at
//! which a key or a typed line aims, and says what Enter would do. A [`Seat`] shows the questions
//! to a person and reads the answers.

use super::aim::{Cursor, ENEMY, Mark};
use super::page::{Page, broken};
use crate::cli::cleanup::Cleanup;
use crate::cli::prompt::console::{Asked, Console};
use crate::cli::prompt::keys::Aim;
use crate::cli::prompt::tty;
use crate::cli::screen::canvas::above_prompt;
use crate::cli::screen::frame::PROMPT;
use crate::cli::screen::has_room;
use crate::cli::screen::window::{Helper, Pressed, Show, Size, Window, line_editor};
use crate::cli::stop::Cancel;
use crate::cli::theme::Look;
use broadside::text::width;
use rustyline::{Cmd, KeyEvent};
use std::collections::VecDeque;
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// `None` while one person leaves the terminal and the other sits down. Then the window is
    /// blank.
    page: Option<Page>,
    /// The question, or its last line if it is broken into several lines.
    question: String,
    look: Look,
}

impl Shown {
    pub(super) fn of(page: &Page, look: Look) -> Self {
        let question = if has_room(look.columns, look.rows) {
            format!(" {} ", page.question)
        } else {
            let last = broken(&page.question, look.columns).pop();
            format!("{} ", last.unwrap_or_default())
        };
        Self { page: Some(page.clone()), question, look }
    }

    pub(super) fn blank(question: &str, look: Look) -> Self {
        Self { page: None, question: format!("{question} "), look }
    }

    pub(super) fn question(&self) -> &str {
        &self.question
    }

    /// Returns the lines above the prompt in a window without room for a picture.
    fn lines(&self, page: &Page, size: Size) -> Vec<String> {
        let mut lines = page.lines(self.look.sized(size));
        // The last line of the question is the prompt. The line editor draws it.
        lines.pop();
        lines
    }
}

impl Show for Shown {
    type Mark = Mark;
    type Cursor = Cursor;

    fn drawn(&self, size: Size, kept: usize, mark: Option<Mark>) -> String {
        let Some(page) = &self.page else { return String::new() };
        let page = mark.map_or_else(|| page.clone(), |mark| page.aimed(mark, size.0));
        if has_room(size.0, size.1) {
            return page.picture(self.look.sized(size)).drawn(kept, self.look.theme);
        }
        above_prompt(self.lines(&page, size), size.1.saturating_sub(kept.max(1)))
    }

    fn prompt_row(&self, size: Size) -> usize {
        match &self.page {
            None => 0,
            Some(_) if has_room(size.0, size.1) => size.1.saturating_sub(PROMPT),
            Some(_) => size.1.saturating_sub(1),
        }
    }

    fn prompt_width(&self) -> usize {
        width(&self.question)
    }

    fn scrolled(&mut self, key: Aim, line: &str, size: Size) -> bool {
        let closes = line.is_empty() && matches!(key, Aim::Close | Aim::Drop);
        closes && self.page.as_mut().is_some_and(|page| page.close_help(size.0))
    }

    fn aim(&self, key: Aim, line: &str, from: Option<Cursor>, size: Size) -> Pressed<Cursor> {
        let aimed = self.page.as_ref().and_then(|page| {
            let chosen = page.wanted.ship_or_weapon(line)?;
            Some((page, chosen, page.seas[chosen.grid()].centre()?))
        });
        let Some((page, chosen, centre)) = aimed else { return Pressed::ForLine };
        let start = |is_down| page.wanted.start(chosen, centre, is_down);
        let clicked = |row: u16, col: u16| {
            // Without a picture, the grids are in other places, so a click aims at nothing.
            let look = has_room(size.0, size.1).then(|| self.look.sized(size))?;
            let at = page.cell_at(row.into(), col.into(), look);
            at.filter(|(grid, _)| *grid == chosen.grid()).map(|(_, cell)| cell)
        };
        chosen.aim(key, from, start, clicked)
    }

    fn tell(&mut self, text: &str) {
        if let Some(page) = &mut self.page {
            page.close_help(self.look.columns);
            text.clone_into(&mut page.notes.remark);
        }
    }

    fn completed_line(&self, line: &str, cursor: Cursor) -> Option<String> {
        self.page.as_ref()?.wanted.completed_line(line, cursor)
    }

    fn mark(&self, line: &str) -> Option<Mark> {
        self.page.as_ref()?.wanted.mark(line)
    }

    fn enter_hint(&self, line: &str) -> Option<String> {
        let page = self.page.as_ref()?;
        page.wanted.enter_hint(line, page.seas[ENEMY].shot())
    }
}

pub(super) struct Seat {
    console: Console<Helper<Shown>>,
    window: Window<Shown>,
    /// The lines of a paste that answer the next questions.
    pasted: VecDeque<String>,
    /// Restores the terminal when a signal ends the process.
    _restored: Option<Cleanup>,
}

impl Seat {
    /// Opens the window. Keeps no history of typed lines, and turns off Ctrl-Y, which brings back
    /// deleted text: the next person must not see what was typed before.
    pub(super) fn new(shown: Shown, look: Look) -> io::Result<Self> {
        let restored = tty::restored_on_signals();
        let window = Window::new(shown);
        let mut console = line_editor(Some(&window), look, Cancel::default())?;
        console.editor.bind_sequence(KeyEvent::ctrl('Y'), Cmd::Noop);
        Ok(Self { console, window, pasted: VecDeque::new(), _restored: restored })
    }

    /// Returns the next answer; `None` at the end of input. Ctrl-C drops the line and shows how to
    /// leave.
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
