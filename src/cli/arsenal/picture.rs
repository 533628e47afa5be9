//! Draws a page as one picture that fills the window: both grids, the lists of both fleets with
//! their damage, and the last moves in words. Its last rows, the foot, have the legend and the
//! help. The line editor draws the prompt in the foot.

use super::aim::OWN;
use super::grid::{LABEL, Pen, Sea};
use super::page::{GAP, Page};
use crate::cli::prompt::text::rewrapped;
use crate::cli::screen::Canvas;
use crate::cli::screen::canvas::Line;
use crate::cli::screen::frame::{FOOT, TOP, plain};
use crate::cli::screen::palette;
use crate::cli::theme::Look;
use anstyle::Style;
use broadside::ai::Bits as _;
use broadside::rules::arsenal::{Cell, Class, SIZE};

/// The width of the lists of the fleets, in columns.
const PANEL: usize = 26;

/// The width of the name in the title of a fleet, in columns.
const NAME: usize = 16;

/// The width of the table of statistics after a game, in columns: a blank and 48 columns of text.
const STATISTICS: usize = 49;

/// The rows that a grid needs for its caption, its letters and its cells.
const GRID: usize = SIZE as usize + 2;

/// The first row below the grids.
const BELOW: usize = TOP + GRID;

impl Page {
    /// Returns the picture of the page. The window must have room for it.
    pub(super) fn picture(&self, look: Look) -> Canvas {
        let mut canvas = self.body(look);
        let legend = pen(look).legend(&self.seas);
        let legend: Vec<_> = legend.iter().map(String::as_str).collect();
        look.foot(&legend, &self.notes.keys(), &mut canvas);
        canvas
    }

    /// Returns the picture after the game. It may have more rows than the window, because no
    /// question stands below it.
    pub(super) fn last_picture(&self, look: Look) -> Canvas {
        let rows = BELOW + 2 + self.statistics.len() + 2 * self.moves.len() + FOOT;
        self.body(Look { rows, ..look })
    }

    fn body(&self, look: Look) -> Canvas {
        let pen = pen(look);
        let mut canvas = Canvas::new(look.columns, look.rows);
        let [title, state] = &self.head;
        look.head(title, state, &mut canvas);
        let below = look.rows.saturating_sub(BELOW + FOOT);
        let words = self.words(look, look.columns.saturating_sub(2));
        let needed = words.len() + 2;
        if self.notes.help.is_long(look.columns) && needed > below {
            canvas.list((TOP, 1), words, look.body());
            return canvas;
        }
        self.paint_grids(pen, &mut canvas);
        let fleets = self.fleets(look);
        let place = (TOP, beside(pen));
        if needed <= below && self.statistics.is_empty() {
            canvas.list(place, fleets, look.body());
            let rule = (!words.is_empty()).then(|| self.rule(look, look.columns - 2));
            canvas.list((BELOW + 1, 1), rule.into_iter().chain(words), below);
            return canvas;
        }
        let mut low: Vec<_> =
            self.statistics.iter().chain([&self.allowed]).cloned().map(plain).collect();
        let is_apart = self.statistics.is_empty() || place.1 > STATISTICS;
        let panel = if is_apart { self.panel(fleets, look) } else { fleets };
        low.extend(words.into_iter().filter(|_| !is_apart));
        canvas.list(place, panel, look.body());
        canvas.list((BELOW + 1, 1), low, below.saturating_sub(1));
        canvas
    }

    fn panel(&self, mut fleets: Vec<Line>, look: Look) -> Vec<Line> {
        if !fleets.is_empty() {
            fleets.push(self.rule(look, PANEL));
        }
        let log: Vec<_> = self.log(look, PANEL).collect();
        let hidden = (fleets.len() + log.len()).saturating_sub(look.body());
        fleets.extend(log.into_iter().skip(hidden));
        fleets
    }

    fn rule(&self, look: Look, width: usize) -> Line {
        look.rule(if self.has_begun() { "the last two turns" } else { "" }, width)
    }

    /// Whether all ships are placed. Only then does the page name the owners of both fleets.
    pub(super) fn has_begun(&self) -> bool {
        self.sides.iter().all(|name| !name.is_empty())
    }

    fn words(&self, look: Look, width: usize) -> Vec<Line> {
        let allowed = Some(&self.allowed).filter(|allowed| !allowed.is_empty());
        let allowed = allowed.into_iter().flat_map(|line| rewrapped(line, width)).map(plain);
        self.log(look, width).chain(allowed).collect()
    }

    fn log(&self, look: Look, width: usize) -> impl Iterator<Item = Line> {
        let help = self.notes.help.lines(look.columns);
        // The foot already shows the help in short form, so help of one line is left out here.
        let help = if help.len() > 1 { help } else { &[] };
        let help = help.iter().flat_map(move |line| rewrapped(line, width));
        let remark = Some(&self.notes.remark).filter(|remark| !remark.is_empty());
        let remark = remark.into_iter().flat_map(move |line| rewrapped(line, width));
        let moves = self.moves.iter().flat_map(move |line| look.log_lines(line, width));
        moves.chain(remark.chain(help).map(plain))
    }

    /// Returns the index of the grid, and its cell, at a row and a column of the window.
    pub(super) fn cell_at(&self, row: usize, col: usize, look: Look) -> Option<(usize, Cell)> {
        let pen = pen(look);
        let row = u32::try_from(row.checked_sub(TOP + 2)?).ok()?;
        self.seas.iter().enumerate().find_map(|(number, _)| {
            let right = col.checked_sub(left(number, pen) + LABEL)? / pen.cell;
            Some((number, Cell::new(row, u32::try_from(right).ok()?)?))
        })
    }

    fn paint_grids(&self, pen: Pen, canvas: &mut Canvas) {
        let soft = pen.look.theme.soft();
        for (number, (sea, caption)) in self.seas.iter().zip(self.captions).enumerate() {
            let left = left(number, pen);
            canvas.put((TOP, left + 1), caption, Style::new().bold());
            canvas.put((TOP + 1, left), &pen.letters(), soft);
            let rows = pen.rows(sea, SIZE).into_iter().map(|(label, mut cells)| {
                cells.insert(0, (label, soft));
                cells
            });
            canvas.list((TOP + 2, left), rows, SIZE as usize);
        }
    }

    /// Returns the lists of the fleets, the person's own fleet first. Leaves out a fleet without an
    /// owner.
    fn fleets(&self, look: Look) -> Vec<Line> {
        let mut lines = Vec::new();
        let sides = self.sides.iter().enumerate().rev();
        for (number, name) in sides.filter(|(_, name)| !name.is_empty()) {
            let (sea, is_own) = (&self.seas[number], number == OWN);
            let afloat = sea.sunk.iter().filter(|is_sunk| !**is_sunk).count();
            let afloat = if self.has_begun() { format!("{afloat} of 4") } else { String::new() };
            lines.push(look.heading(is_own, (name, NAME), afloat));
            lines.extend(Class::ALL.map(|class| ship(sea, class, is_own, look)));
            if look.body() > GRID + 3 {
                lines.push(Vec::new());
            }
        }
        lines
    }
}

const fn left(number: usize, pen: Pen) -> usize {
    1 + number * (pen.width() + GAP)
}

/// Returns the column where the lists of the fleets begin, one blank column after the grids.
const fn beside(pen: Pen) -> usize {
    1 + 2 * pen.width() + GAP + 1
}

fn ship(sea: &Sea, class: Class, is_own: bool, look: Look) -> Line {
    let is_sunk = sea.sunk[class as usize];
    let mut parts = vec![(format!("  {:<11}", class.name()), Style::new())];
    let hue = if is_own { palette::A } else { palette::B };
    match sea.ships.iter().find(|ship| ship.class() == class) {
        Some(ship) => {
            let cells = ship.set().cells().map(|cell| sea.hits & (1 << cell) == 0);
            parts.extend(look.segments(cells, hue));
        }
        None if is_sunk => parts.extend(look.segments((0..class.length()).map(|_| false), hue)),
        None => parts.extend(look.unknown(class.length() as usize)),
    }
    let gap = " ".repeat(6_usize.saturating_sub(class.length() as usize));
    if is_sunk {
        parts.push((gap + "sunk", look.theme.soft()));
    }
    parts
}

/// Returns a pen whose cells have two columns if the lists of the fleets then still fit beside the
/// grids, else one column.
fn pen(look: Look) -> Pen {
    let wide = Pen { look, cell: 2, is_solid: look.theme.is_coloured() };
    let cell = if look.columns >= beside(wide) + PANEL { 2 } else { 1 };
    Pen { cell, ..wide }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::theme::Theme;

    fn look(columns: usize) -> Look {
        Look::plain(columns, 30)
    }

    fn lines(columns: usize) -> Vec<String> {
        let page = Page {
            sides: ["Ann", "Bob"].map(str::to_owned),
            captions: ["Enemy waters", "Your fleet"],
            ..Page::default()
        };
        page.picture(look(columns)).lines(Theme::Plain)
    }

    #[test]
    fn cells_are_wide_as_soon_as_the_fleets_have_room_beside_them() {
        let is_wide = |columns| lines(columns).iter().any(|line| line.contains("A B C D"));
        let least = (1..200).find(|columns| is_wide(*columns)).expect("a width for wide cells");
        assert!((least..200).all(is_wide));
        // At this width the lists are not cut. With one column less, they would be cut.
        let list = |columns| -> Vec<String> {
            let cut = |line: String| line.chars().skip(beside(pen(look(columns)))).collect();
            lines(columns).into_iter().skip(TOP).take(GRID).map(cut).collect()
        };
        assert_eq!(list(least), list(200));
        assert_eq!(beside(pen(look(least))) + PANEL, least);
    }

    #[test]
    fn a_theme_with_colours_shows_water_by_colour_alone() {
        for theme in [Theme::Plain, Theme::Sixteen] {
            assert_eq!(pen(Look { theme, ..look(80) }).is_solid, theme != Theme::Plain);
        }
    }
}
