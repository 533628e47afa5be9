//! The content of the window in a game: a page and its question. This module finds the cells at
//! which a key or a typed line aims, and says what Enter would do.

use super::aim::{Cursor, ENEMY, Mark};
use super::page::{Page, broken};
use crate::cli::prompt::keys::Aim;
use crate::cli::prompt::text::width;
use crate::cli::screen::canvas::above_prompt;
use crate::cli::screen::frame::PROMPT;
use crate::cli::screen::has_room;
use crate::cli::screen::window::{Pressed, Show, Size};
use crate::cli::theme::Look;

/// A page above a question, or a question alone.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// `None` while one person leaves the terminal and the other sits down. Then the window is
    /// blank.
    page: Option<Page>,
    /// The prompt: the question, or its last line if it is broken into several lines.
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
        above_prompt(self.lines(&page, size), size.1)
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

    /// Closes a long help text. Returns whether the key was used.
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
            // Without a picture, the grids stand in other places, so a click aims at nothing.
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
