//! A page as one picture that fills the window: both grids on a painted sea, the fleets with what is left of
//! them, the last moves in words, and the prompt at the foot.

use super::aim::OWN;
use super::grid::{LABEL, Pen, Sea};
use super::page::{GAP, Page};
use crate::cli::boards::{Look, Script};
use crate::cli::screen::frame::{FOOT, Line, TOP, rewrapped};
use crate::cli::screen::palette::{self, Depth};
use crate::cli::screen::{Canvas, Frame};
use anstyle::Style;
use broadside::ai::Bits as _;
use broadside::rules::arsenal::{Cell, Class, SIZE};

/// The columns that the lists of the fleets need.
const PANEL: usize = 26;

/// The columns of a name in that list.
const NAME: usize = 16;

/// The columns of the card at the end, and the blank before it.
const CARD: usize = 49;

/// The rows of a grid with its caption and its letters.
const GRID: usize = SIZE as usize + 2;

/// The first row below the grids.
const BELOW: usize = TOP + GRID;

impl Page {
    /// The picture in a window that has room for it.
    pub(super) fn picture(&self, look: Look, depth: Depth) -> Canvas {
        let mut canvas = self.body(look, depth);
        let (frame, pen) = (frame(look, depth), pen(look, depth));
        let legend = pen.legend(&self.seas);
        let legend: Vec<_> = legend.iter().map(String::as_str).collect();
        frame.foot(&legend, &self.notes.keys(), &mut canvas);
        canvas
    }

    /// The picture of a game that is over, in as many lines as it needs.
    pub(super) fn last_picture(&self, look: Look, depth: Depth) -> Canvas {
        let rows = BELOW + 2 + self.card.len() + 2 * self.moves.len() + FOOT;
        self.body(Look { rows, ..look }, depth)
    }

    /// All but the foot.
    fn body(&self, look: Look, depth: Depth) -> Canvas {
        let (frame, pen) = (frame(look, depth), pen(look, depth));
        let mut canvas = Canvas::new(look.columns, look.rows);
        let [title, standing] = &self.head;
        frame.head(title, standing, &mut canvas);
        let below = look.rows.saturating_sub(BELOW + FOOT);
        let words = self.words(frame, look.columns.saturating_sub(2));
        let needed = words.len() + 2;
        if self.notes.help.is_long(look.columns) && needed > below {
            Frame::list((TOP, 1), words, frame.body(), &mut canvas);
            return canvas;
        }
        self.paint_grids(pen, frame, &mut canvas);
        let fleets = self.fleets(frame);
        let place = (TOP, beside(pen));
        if needed <= below && self.card.is_empty() {
            Frame::list(place, fleets, frame.body(), &mut canvas);
            let rule = (!words.is_empty()).then(|| self.rule(frame, look.columns - 2));
            Frame::list((BELOW + 1, 1), rule.into_iter().chain(words), below, &mut canvas);
            return canvas;
        }
        let mut low: Vec<_> = self.card.iter().chain([&self.open]).cloned().map(plain).collect();
        let is_apart = self.card.is_empty() || place.1 > CARD;
        let panel = if is_apart { self.panel(fleets, frame) } else { fleets };
        low.extend(words.into_iter().filter(|_| !is_apart));
        Frame::list(place, panel, frame.body(), &mut canvas);
        Frame::list((BELOW + 1, 1), low, below.saturating_sub(1), &mut canvas);
        canvas
    }

    /// The fleets and the last of what was said below them.
    fn panel(&self, mut fleets: Vec<Line>, frame: Frame) -> Vec<Line> {
        if !fleets.is_empty() {
            fleets.push(self.rule(frame, PANEL));
        }
        let said: Vec<_> = self.said(frame, PANEL).collect();
        let hidden = (fleets.len() + said.len()).saturating_sub(frame.body());
        fleets.extend(said.into_iter().skip(hidden));
        fleets
    }

    /// The line above what was said.
    fn rule(&self, frame: Frame, width: usize) -> Line {
        frame.rule(if self.has_begun() { "the last two turns" } else { "" }, width)
    }

    /// Whether all ships are placed.
    fn has_begun(&self) -> bool {
        self.sides.iter().all(|name| !name.is_empty())
    }

    /// What was said and which moves are open, in lines so wide.
    fn words(&self, frame: Frame, width: usize) -> Vec<Line> {
        let open = Some(&self.open).filter(|open| !open.is_empty());
        let open = open.into_iter().flat_map(|line| rewrapped(line, width)).map(plain);
        self.said(frame, width).chain(open).collect()
    }

    /// The last moves, a remark and advice, in lines so wide.
    fn said(&self, frame: Frame, width: usize) -> impl Iterator<Item = Line> {
        let help = self.notes.help.lines(frame.columns);
        // What takes one line stands at the foot.
        let help = if help.len() > 1 { help } else { &[] };
        let help = help.iter().flat_map(move |line| rewrapped(line, width));
        let remark = Some(&self.notes.remark).filter(|remark| !remark.is_empty());
        let remark = remark.into_iter().flat_map(move |line| rewrapped(line, width));
        let moves = self.moves.iter().flat_map(move |line| frame.said(line, width));
        moves.chain(remark.chain(help).map(plain))
    }

    /// The grid and the cell that stand in a row and a column of the window.
    pub(super) fn cell_at(
        &self,
        (row, col): (usize, usize),
        look: Look,
        depth: Depth,
    ) -> Option<(usize, Cell)> {
        let pen = pen(look, depth);
        let row = u32::try_from(row.checked_sub(TOP + 2)?).ok()?;
        self.seas.iter().enumerate().find_map(|(number, _)| {
            let right = col.checked_sub(left(number, pen) + LABEL)? / pen.cell;
            Some((number, Cell::new(row, u32::try_from(right).ok()?)?))
        })
    }

    /// The grids side by side.
    fn paint_grids(&self, pen: Pen, frame: Frame, canvas: &mut Canvas) {
        for (number, (sea, caption)) in self.seas.iter().zip(self.captions).enumerate() {
            let left = left(number, pen);
            canvas.put((TOP, left + 1), caption, Style::new().bold());
            canvas.put((TOP + 1, left), &pen.letters(), frame.soft());
            let rows = pen.rows(sea, SIZE).into_iter().map(|(label, mut cells)| {
                cells.insert(0, (label, frame.soft()));
                cells
            });
            Frame::list((TOP + 2, left), rows, SIZE as usize, canvas);
        }
    }

    /// Both fleets with what is left of them, the own one first; nothing before there are fleets.
    fn fleets(&self, frame: Frame) -> Vec<Line> {
        let mut lines = Vec::new();
        for (number, name) in
            self.sides.iter().enumerate().rev().filter(|(_, name)| !name.is_empty())
        {
            let (sea, is_own) = (&self.seas[number], number == OWN);
            let afloat = sea.sunk.iter().filter(|is_sunk| !**is_sunk).count();
            let afloat = if self.has_begun() { format!("{afloat} of 4") } else { String::new() };
            lines.push(frame.heading(is_own, (name, NAME), afloat));
            lines.extend(Class::ALL.map(|class| ship(sea, class, is_own, frame)));
            if frame.body() > GRID + 3 {
                lines.push(Vec::new());
            }
        }
        lines
    }
}

/// The first column of a grid.
const fn left(number: usize, pen: Pen) -> usize {
    1 + number * (pen.width() + GAP)
}

/// The first column beside the grids, where the fleets are listed.
const fn beside(pen: Pen) -> usize {
    1 + 2 * pen.width() + GAP + 1
}

fn plain(line: String) -> Line {
    vec![(line, Style::new())]
}

/// A ship with what is known of it.
fn ship(sea: &Sea, class: Class, is_own: bool, frame: Frame) -> Line {
    let is_sunk = sea.sunk[class as usize];
    let mut parts = vec![(format!("  {:<11}", class.name()), Style::new())];
    let hue = if is_own { palette::A } else { palette::B };
    match sea.ships.iter().find(|ship| ship.class() == class) {
        Some(ship) => {
            let cells = ship.set().cells().map(|cell| sea.hits & (1 << cell) == 0);
            parts.extend(frame.segments(cells, hue));
        }
        None if is_sunk => parts.extend(frame.segments((0..class.length()).map(|_| false), hue)),
        None => parts.extend(frame.unknown(class.length() as usize)),
    }
    let gap = " ".repeat(6_usize.saturating_sub(class.length() as usize));
    if is_sunk {
        parts.push((gap + "sunk", frame.soft()));
    }
    parts
}

const fn frame(look: Look, depth: Depth) -> Frame {
    let Look { columns, rows, .. } = look;
    Frame { columns, rows, depth, is_unicode: matches!(look.script, Script::Unicode) }
}

/// Cells of two columns, where the fleets have room beside them.
const fn pen(look: Look, depth: Depth) -> Pen {
    let is_solid = !matches!(depth, Depth::None);
    let wide = Pen { look, depth, cell: 2, is_solid };
    let cell = if look.columns >= beside(wide) + PANEL { 2 } else { 1 };
    Pen { cell, ..wide }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::theme::Theme;

    fn look(columns: usize) -> Look {
        let theme = Theme { is_coloured: false };
        Look { theme, script: Script::Ascii, columns, rows: 30 }
    }

    /// The picture of a game that has begun.
    fn lines(columns: usize) -> Vec<String> {
        let page = Page {
            sides: ["Ann", "Bob"].map(str::to_owned),
            captions: ["Enemy waters", "Your fleet"],
            ..Page::default()
        };
        page.picture(look(columns), Depth::None).lines(false)
    }

    #[test]
    fn cells_are_wide_as_soon_as_the_fleets_have_room_beside_them() {
        let is_wide = |columns| lines(columns).iter().any(|line| line.contains("A B C D"));
        let least = (1..200).find(|columns| is_wide(*columns)).expect("a width for wide cells");
        assert!((least..200).all(is_wide));
        // Nothing of the list is cut there, and a column less would be too few for it.
        let list = |columns| -> Vec<String> {
            let cut =
                |line: String| line.chars().skip(beside(pen(look(columns), Depth::None))).collect();
            lines(columns).into_iter().skip(TOP).take(GRID).map(cut).collect()
        };
        assert_eq!(list(least), list(200));
        assert_eq!(beside(pen(look(least), Depth::None)) + PANEL, least);
    }

    #[test]
    fn water_is_told_by_colour_where_there_is_colour() {
        for depth in [Depth::None, Depth::Sixteen] {
            assert_eq!(pen(look(80), depth).is_solid, depth != Depth::None);
        }
    }
}
