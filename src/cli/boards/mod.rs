//! Draws a board for people on a terminal: the part that fits, as one viewer sees it. A [`View`]
//! says what the viewer sees. The pictures of this module may change in a later version. Another
//! module draws the pictures of `PRINT`, which must not change: programs compare their bytes.
//!
//! ```text
//!   0 1 2 3 4 5
//! 0 · ◀═●══■· ·
//! 1 · · · · ▟▙·
//!   ▲ bow, radar   ● cannon   ■ engine   ▟▙ reef   ▪ A
//! ```

mod glyph;
mod legend;
mod paint;
mod view;
mod window;

pub(super) use paint::{Chart, Room};
pub(super) use view::{Field, Marks, Refused, View, Zone};

use super::theme::{DIM, Look};
use anstyle::Style;
use broadside::arena::versus::words::{area, field};
use broadside::board::{Coord, Dims};
use legend::Entry;
use std::collections::BTreeSet;
use std::io::{self, Write};
use window::Window;

/// From this number of columns on, a field is two columns wide.
const WIDE_TERMINAL: usize = 80;

/// Draws the part of the board around `centre`, or around row 0, column 0 if there is no centre.
/// Draws a legend below the board.
pub(super) fn draw(
    view: &View<'_>,
    centre: Option<Coord>,
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_wide = look.columns >= WIDE_TERMINAL;
    let legend_lines = view.legend_lines(look.charset, is_wide);
    let look = Look { rows: look.rows.saturating_sub(legend_lines), ..look };
    let (centre, width) = (centre.unwrap_or(Coord::new(0, 0)), if is_wide { 2 } else { 1 });
    let window = Window::new(view.dims(), centre, look, width);
    let mut drawing = Drawing { look, is_wide, out, seen: BTreeSet::new() };
    let [above, below] = window.hidden_rows(look.charset);
    for line in window.header().into_iter().chain(above) {
        drawing.dim_line(&line)?;
    }
    for row in window.rows() {
        drawing.row(view, row, &window)?;
    }
    below.map_or(Ok(()), |line| drawing.dim_line(&line))?;
    for line in legend::lines(&drawing.seen, legend_lines, look) {
        writeln!(drawing.out, "{line}")?;
    }
    Ok(())
}

/// Returns a text that says that a field is not on the board, or `None` if it is.
pub(super) fn off_board(at: Coord, dims: Dims) -> Option<String> {
    let board = dims.rect();
    let size = area(board, board);
    (!board.contains(at)).then(|| format!("{} is not on the board ({size})", field(at)))
}

struct Drawing<'o> {
    look: Look,
    is_wide: bool,
    out: &'o mut dyn Write,
    seen: BTreeSet<Entry>,
}

impl Drawing<'_> {
    fn dim_line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.look.theme.paint(DIM, line))
    }

    fn row(&mut self, view: &View<'_>, row: i64, window: &Window) -> io::Result<()> {
        let charset = self.look.charset;
        let (label, end) = window.row_ends(row, charset);
        write!(self.out, "{}", self.look.theme.paint(DIM, label))?;
        let mut pen = Style::new();
        for at in window.cols().map(|col| Coord::new(row, col)) {
            let field = view.field(at);
            self.seen.extend(Entry::of(field));
            let mark = if view.is_in_the_way(at) {
                Some(Entry::InTheWay)
            } else {
                view.is_changed(at).then_some(Entry::Change)
            };
            self.field(field, mark, &mut pen)?;
        }
        self.change(&mut pen, Style::new())?;
        self.dim_line(end)
    }

    /// Draws a field. A marked field has reversed colours. Without colours, a second sign shows the
    /// mark. On a narrow terminal without colours, the mark is not shown.
    fn field(&mut self, field: Field, mark: Option<Entry>, pen: &mut Style) -> io::Result<()> {
        let style = glyph::style(field);
        self.change(pen, if mark.is_some() { style.invert() } else { style })?;
        if !self.is_wide {
            return write!(self.out, "{}", glyph::narrow(field, self.look.charset));
        }
        let mut cell = glyph::wide(field, self.look.charset);
        if let Some(entry) = mark.filter(|_| !self.look.theme.is_coloured()) {
            cell = glyph::changed(field, self.look.charset);
            self.seen.insert(entry);
        }
        let [first, second] = cell;
        write!(self.out, "{first}{second}")
    }

    fn change(&mut self, pen: &mut Style, style: Style) -> io::Result<()> {
        if !self.look.theme.is_coloured() || *pen == style {
            return Ok(());
        }
        write!(self.out, "{pen:#}{style}")?;
        *pen = style;
        Ok(())
    }
}
