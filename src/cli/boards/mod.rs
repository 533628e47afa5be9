//! Boards drawn for eyes, on terminals: two columns a field, so that a ship is as long as it is, in the
//! colours of the players, with numbered rows and columns and a legend.
//!
//! The language's own pictures (`PRINT`) are bytes that programs compare, and are drawn elsewhere. These
//! are read off the facts of a [`View`], show no more than the window holds, and may change at any time:
//!
//! ```text
//!   0 1 2 3 4 5
//! 0 · ◀═●══■· ·
//! 1 · · · · ▟▙·
//!   ◀ bow  ● cannon  ■ engine  ▟▙ reef
//! ```

mod glyph;
mod legend;
mod paint;
mod view;
mod window;

pub(super) use glyph::Script;
pub(super) use paint::{Chart, Room};
pub(super) use view::{Field, Marks, View, Wish, Zone};

use super::theme::Theme;
use anstyle::Style;
use broadside::board::Coord;
use legend::Entry;
use std::collections::BTreeSet;
use std::io::{self, Write};
use window::Window;

/// The narrowest terminal, in columns, on which a field has two.
const WIDE_TERMINAL: usize = 80;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether there is colour.
    pub(super) theme: Theme,
    /// The characters that the terminal can show.
    pub(super) script: Script,
    /// The columns of the terminal.
    pub(super) columns: usize,
    /// The rows that the picture may fill.
    pub(super) rows: usize,
}

/// Draws the part of a board that fits, with `centre` in it; without a centre, the part at row 0,
/// column 0.
pub(super) fn draw(
    view: &View<'_>,
    centre: Option<Coord>,
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_wide = look.columns >= WIDE_TERMINAL;
    let dims = view.dims();
    let look = Look { rows: (look.rows + 1).saturating_sub(view.legend_lines(is_wide)), ..look };
    let window = Window::new(dims, centre.unwrap_or(Coord::new(0, 0)), look, is_wide);
    let mut drawing = Drawing { look, is_wide, out, seen: BTreeSet::new() };
    for line in window.header(is_wide) {
        drawing.dim_line(&line)?;
    }
    let [above, below] = window.hidden_rows(look.script);
    above.map_or(Ok(()), |line| drawing.dim_line(&line))?;
    for row in window.rows() {
        drawing.row(view, row, &window)?;
    }
    below.map_or(Ok(()), |line| drawing.dim_line(&line))?;
    for line in legend::lines(&drawing.seen, view.legend_lines(is_wide), look) {
        writeln!(drawing.out, "{line}")?;
    }
    Ok(())
}

/// A picture while it is drawn.
struct Drawing<'o> {
    look: Look,
    is_wide: bool,
    out: &'o mut dyn Write,
    /// What the legend has to explain.
    seen: BTreeSet<Entry>,
}

impl Drawing<'_> {
    fn dim_line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.look.theme.paint(super::theme::DIM, line))
    }

    fn row(&mut self, view: &View<'_>, row: i64, window: &Window) -> io::Result<()> {
        let (label, end) = window.row_ends(row, self.look.script);
        write!(self.out, "{}", self.look.theme.paint(super::theme::DIM, label))?;
        let mut pen = Style::new();
        for col in window.cols() {
            let field = view.field(Coord::new(row, col));
            self.seen.extend(Entry::of(field));
            let at = Coord::new(row, col);
            let mark = match (view.is_in_the_way(at), view.is_changed(at)) {
                (true, _) => Some((glyph::change(Field::Sea, self.look.script), Entry::InTheWay)),
                (false, true) => Some((
                    glyph::change(field, self.look.script),
                    Entry::of_change(field, self.look.script),
                )),
                (false, false) => None,
            };
            self.field(field, mark, &mut pen)?;
        }
        self.change(&mut pen, Style::new())?;
        writeln!(self.out, "{}", self.look.theme.paint(super::theme::DIM, end))
    }

    /// A field; what has a mark is shown in reverse or, without colour, by its sign behind the shape.
    fn field(
        &mut self,
        field: Field,
        mark: Option<(char, Entry)>,
        pen: &mut Style,
    ) -> io::Result<()> {
        let style = glyph::style(field);
        self.change(pen, if mark.is_some() { style.invert() } else { style })?;
        if self.is_wide {
            let [mut first, mut second] = glyph::wide(field, self.look.script);
            if let Some((sign, entry)) = mark.filter(|_| !self.look.theme.is_coloured) {
                [first, second] = [glyph::narrow(field, self.look.script), sign];
                self.seen.insert(entry);
            }
            write!(self.out, "{first}{second}")
        } else {
            write!(self.out, "{}", glyph::narrow(field, self.look.script))
        }
    }

    /// Changes the colour, if it is another one.
    fn change(&mut self, pen: &mut Style, style: Style) -> io::Result<()> {
        if !self.look.theme.is_coloured || *pen == style {
            return Ok(());
        }
        write!(self.out, "{pen:#}{style}")?;
        *pen = style;
        Ok(())
    }
}
