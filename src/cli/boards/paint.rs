//! Paints boards on a [`Canvas`], which fills the terminal. Background colours show the fields, so
//! ships have no gaps in any font. Without colours, characters show the fields.

use super::glyph;
use super::view::{Field, View};
use super::window::Window;
use crate::cli::screen::Canvas;
use crate::cli::screen::frame::AIM;
use crate::cli::screen::palette;
use crate::cli::theme::{Charset, Look, Theme};
use anstyle::Style;
use broadside::board::{Coord, Dims, Side};
use broadside::rules::ships::Section;

/// The part of a board that fits into a part of the canvas.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Chart {
    window: Window,
    look: Look,
    room: Room,
    /// The row and the column on the canvas where the first shown field begins.
    origin: (usize, usize),
}

/// The part of the canvas in which a board is painted, in rows and columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Room {
    pub(in crate::cli) top: usize,
    pub(in crate::cli) rows: usize,
    pub(in crate::cli) left: usize,
    pub(in crate::cli) columns: usize,
}

impl Chart {
    pub(in crate::cli) fn new(dims: Dims, centre: Coord, look: Look, room: Room) -> Self {
        let wide = usize::try_from(dims.cols()).unwrap_or(usize::MAX).saturating_mul(2);
        // A row also needs some columns for its number and its arrows.
        let width = if wide.saturating_add(6) <= room.columns { 2 } else { 1 };
        let look = Look { columns: room.columns, rows: room.rows, ..look };
        let window = Window::new(dims, centre, look, width);
        let [above, _] = window.hidden_rows(look.charset);
        let top = room.top + window.header().len() + usize::from(above.is_some());
        Self { look, room, origin: (top, room.left + window.margin()), window }
    }

    /// Returns the first column to the right of the board and of the gap beside the board. The
    /// lines that say how many rows are hidden end before this column too.
    pub(in crate::cli) fn end(&self) -> usize {
        let counts = self.window.hidden_rows(self.look.charset).into_iter().flatten();
        let widest = counts.map(|line| line.chars().count() + 1).max().unwrap_or_default();
        let board = self.origin.1 + self.window.cols().count() * self.window.width + 3;
        board.max(self.room.left + widest.min(self.room.columns))
    }

    pub(in crate::cli) const fn is_wide(&self) -> bool {
        self.window.width == 2
    }

    pub(in crate::cli) fn field_at(&self, row: usize, col: usize) -> Option<Coord> {
        let down = i64::try_from(row.checked_sub(self.origin.0)?).ok()?;
        let right = i64::try_from(col.checked_sub(self.origin.1)? / self.window.width).ok()?;
        let at = Coord::new(self.window.rows().start + down, self.window.cols().start + right);
        let is_shown = self.window.rows().contains(&at.row) && self.window.cols().contains(&at.col);
        is_shown.then_some(at)
    }

    pub(in crate::cli) fn paint(&self, view: &View<'_>, aim: Option<Coord>, canvas: &mut Canvas) {
        let (soft, charset, left) = (self.look.theme.soft(), self.look.charset, self.room.left);
        let mut row = self.room.top;
        let [above, below] = self.window.hidden_rows(charset);
        for line in self.window.header().into_iter().chain(above) {
            canvas.put((row, left), &line, soft);
            row += 1;
        }
        for number in self.window.rows() {
            let (label, end) = self.window.row_ends(number, charset);
            canvas.put((row, left), &label, soft);
            let mut col = self.origin.1;
            for at in self.window.cols().map(|col| Coord::new(number, col)) {
                let (text, style) = self.cell(view, at, aim == Some(at));
                canvas.put((row, col), &text, style);
                col += self.window.width;
            }
            canvas.put((row, col), end, soft);
            row += 1;
        }
        if let Some(line) = below {
            canvas.put((row, left), &line, soft);
        }
    }

    fn cell(&self, view: &View<'_>, at: Coord, is_aim: bool) -> (String, Style) {
        let Look { theme, charset, .. } = self.look;
        if is_aim {
            return (AIM[self.window.width - 1].to_owned(), theme.aimed());
        }
        let field = view.field(at);
        let style = colours(field, at, theme);
        if self.window.width == 1 && theme == Theme::Plain {
            return (glyph::narrow(field, charset).to_string(), style);
        }
        let cell = match (theme, view.is_changed(at)) {
            (Theme::Plain, false) => glyph::wide(field, charset),
            (Theme::Plain, true) => glyph::changed(field, charset),
            (Theme::Sixteen | Theme::Fixed | Theme::True, false) => [sign(field, charset), ' '],
            (Theme::Sixteen | Theme::Fixed | Theme::True, true) => {
                [sign(field, charset), glyph::change(charset)]
            }
        };
        (cell[..self.window.width].iter().collect(), style)
    }
}

fn sign(field: Field, charset: Charset) -> char {
    match field {
        Field::Fog | Field::Sea | Field::Asked | Field::Allowed => ' ',
        Field::Shot { is_hit: true } => '*',
        Field::Shot { is_hit: false } => charset.choose('•', 'o'),
        Field::Reef | Field::Ship { .. } => glyph::narrow(field, charset),
    }
}

/// Returns the colours of a field. The open sea has two shades, which alternate as on a chessboard.
fn colours(field: Field, at: Coord, theme: Theme) -> Style {
    use palette::{
        A, A_DEEP, B, B_DEEP, FIRE, FLAME, FOG, HOLE, ROCK, ROCK_DEEP, SEA, SEA_DEEP, SPLASH,
    };
    match field {
        Field::Shot { is_hit: true } => theme.on(FIRE, FOG).bold(),
        Field::Fog | Field::Shot { is_hit: false } => theme.on(SPLASH, FOG),
        Field::Sea if (at.row ^ at.col) & 1 == 0 => theme.on(SPLASH, SEA),
        Field::Sea => theme.on(SPLASH, SEA_DEEP),
        Field::Asked => theme.on(FIRE, SEA),
        Field::Allowed => theme.on(SPLASH, SEA),
        Field::Reef => theme.on(ROCK_DEEP, ROCK),
        Field::Ship { section: Section::Destroyed, .. } => theme.on(FLAME, HOLE).bold(),
        Field::Ship { side: Side::First, .. } => theme.on(A_DEEP, A),
        Field::Ship { side: Side::Second, .. } => theme.on(B_DEEP, B),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::boards::Marks;
    use broadside::rules::ships::Game;
    use broadside::script::Session;

    /// Once, the mark of a change took the place of the sign at the right end of a ship.
    #[test]
    fn a_changed_bow_keeps_its_sign_without_colours() {
        let mut session = Session::from(Game::default());
        session.feed(b"[state] SHIP A 3 5 E 0 DES 11", &mut Vec::new()).unwrap();
        let bow = Coord::new(3, 5);
        let marks = Marks { changed: [bow].into(), ..Marks::default() };
        let view = View::new(session.game(), None).with_marks(marks);
        let room = Room { top: 0, rows: 24, left: 0, columns: 80 };
        let chart = Chart::new(session.game().board().dims(), bow, Look::plain(80, 24), room);
        let sea = Coord::new(2, 5);
        let [changed, unchanged] = [bow, sea].map(|at| chart.cell(&view, at, false).0);
        assert_eq!((&*changed, &*unchanged), ("@<", ". "));
    }
}
