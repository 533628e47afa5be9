//! Boards painted into a window that is drawn in place: the sea as backgrounds, so that ships are solid in
//! any font.

use super::Look;
use super::glyph::{self, Script};
use super::view::{Field, Part, View};
use super::window::Window;
use crate::cli::screen::Canvas;
use crate::cli::screen::frame::AIM;
use crate::cli::screen::palette::{self, Depth};
use anstyle::Style;
use broadside::board::{Coord, Dims, Side};

/// Where a part of a board stands in a window.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Chart {
    window: Window,
    /// The columns of a field.
    width: usize,
    /// The cell of the first field.
    origin: (usize, usize),
}

/// The room for a board, and how it is painted.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Room {
    pub(in crate::cli) script: Script,
    pub(in crate::cli) depth: Depth,
    /// The first row, and how many there are.
    pub(in crate::cli) top: usize,
    pub(in crate::cli) rows: usize,
    /// The first column, and how many there are.
    pub(in crate::cli) left: usize,
    pub(in crate::cli) columns: usize,
}

impl Chart {
    /// The part of a board around `centre` that has room.
    pub(in crate::cli) fn new(dims: Dims, centre: Coord, look: Look, room: Room) -> Self {
        let wide = usize::try_from(dims.cols()).unwrap_or(usize::MAX).saturating_mul(2);
        let width = if wide.saturating_add(6) <= room.columns { 2 } else { 1 };
        // A window leaves a row for a legend, which stands elsewhere here.
        let look = Look { columns: room.columns, rows: room.rows + 1, ..look };
        let window = Window::new(dims, centre, look, width == 2);
        let header = window.header(width == 2).len();
        let [above, _] = window.hidden_rows(room.script);
        let top = room.top + header + usize::from(above.is_some());
        let label = window
            .row_ends(0, room.script)
            .0
            .chars()
            .count()
            .max(window.row_ends(window.rows().end - 1, room.script).0.chars().count());
        Self { window, width, origin: (top, room.left + label) }
    }

    /// How many columns the board takes, with its numbers.
    pub(in crate::cli) fn columns(&self, left: usize) -> usize {
        let fields = usize::try_from(self.window.cols().end - self.window.cols().start);
        self.origin.1 - left + fields.unwrap_or_default() * self.width + 1
    }

    /// The field at a cell of the window.
    pub(in crate::cli) fn field_at(&self, row: usize, col: usize) -> Option<Coord> {
        let down = i64::try_from(row.checked_sub(self.origin.0)?).ok()?;
        let right = i64::try_from(col.checked_sub(self.origin.1)? / self.width).ok()?;
        let at = Coord::new(self.window.rows().start + down, self.window.cols().start + right);
        let is_shown = self.window.rows().contains(&at.row) && self.window.cols().contains(&at.col);
        is_shown.then_some(at)
    }

    /// Paints what is seen, with the field that is aimed at.
    pub(in crate::cli) fn paint(
        &self,
        view: &View<'_>,
        aim: Option<Coord>,
        room: Room,
        canvas: &mut Canvas,
    ) {
        let dim = room.depth.ink(palette::SOFT);
        let mut row = room.top;
        let [above, below] = self.window.hidden_rows(room.script);
        for line in self.window.header(self.width == 2).into_iter().chain(above) {
            canvas.put((row, room.left), &line, dim);
            row += 1;
        }
        for number in self.window.rows() {
            let (label, end) = self.window.row_ends(number, room.script);
            canvas.put((row, room.left), &label, dim);
            let mut col = self.origin.1;
            for at in self.window.cols().map(|col| Coord::new(number, col)) {
                let (text, style) = self.cell(view, at, aim == Some(at), room);
                canvas.put((row, col), &text, style);
                col += self.width;
            }
            canvas.put((row, col), end, dim);
            row += 1;
        }
        if let Some(line) = below {
            canvas.put((row, room.left), &line, dim);
        }
    }

    fn cell(&self, view: &View<'_>, at: Coord, is_aim: bool, room: Room) -> (String, Style) {
        let field = view.field(at);
        let mut cell = if room.depth == Depth::None {
            glyph::wide(field, room.script)
        } else {
            [sign(field, room.script), ' ']
        };
        if view.is_changed(at) {
            cell[1] = glyph::change(field, room.script);
        }
        if is_aim {
            return (AIM[self.width - 1].to_owned(), room.depth.aimed());
        }
        let style = painted(field, at, room.depth);
        if self.width == 1 && room.depth == Depth::None {
            return (glyph::narrow(field, room.script).to_string(), style);
        }
        (cell[..self.width].iter().collect(), style)
    }
}

/// What stands on a painted field.
fn sign(field: Field, script: Script) -> char {
    match field {
        Field::Fog | Field::Sea | Field::Asked | Field::Allowed => ' ',
        Field::Shot { is_hit } => match (is_hit, script) {
            (true, _) => '*',
            (false, Script::Unicode) => '•',
            (false, Script::Ascii) => 'o',
        },
        Field::Reef | Field::Ship { .. } => glyph::narrow(field, script),
    }
}

/// The colours of a field.
fn painted(field: Field, at: Coord, depth: Depth) -> Style {
    use palette::{
        A, A_DEEP, B, B_DEEP, FIRE, FLAME, FOG, HOLE, ROCK, ROCK_DEEP, SEA, SEA_DEEP, SPLASH,
    };
    match field {
        Field::Shot { is_hit: true } => depth.on(FIRE, FOG).bold(),
        Field::Fog | Field::Shot { is_hit: false } => depth.on(SPLASH, FOG),
        Field::Sea if (at.row ^ at.col) & 1 == 0 => depth.on(SPLASH, SEA),
        Field::Sea => depth.on(SPLASH, SEA_DEEP),
        Field::Asked => depth.on(FIRE, SEA),
        Field::Allowed => depth.on(SPLASH, SEA),
        Field::Reef => depth.on(ROCK_DEEP, ROCK),
        Field::Ship { part: Part::Wreck, .. } => depth.on(FLAME, HOLE).bold(),
        Field::Ship { side: Side::First, .. } => depth.on(A_DEEP, A),
        Field::Ship { side: Side::Second, .. } => depth.on(B_DEEP, B),
    }
}
