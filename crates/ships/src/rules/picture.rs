//! Pictures of the board (spec ships §6).
//!
//! A picture is written row by row from what stands on the board, sorted: runs of empty sea are
//! filled, never walked, and neither a row nor the board is ever held in memory.

use super::spied::Run;
use super::vision::Known;
use super::{Game, Reason, Section};
use broadside_core::board::{Coord, Dims, Ship, Side};
use std::io::{self, Write};
use std::iter::Peekable;

/// The largest number of fields that is drawn; ours (spec ships §6).
pub const LARGEST_PICTURE: u128 = 1_000_000_000;

/// How much a picture tells.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// `PRINT 0`: healthy segments look alike.
    Basic,
    /// `PRINT 1`: sections of ships, and numbered rows and columns.
    Extended,
}

/// A picture that can be drawn: its board is not too large.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'g> {
    game: &'g Game,
    detail: Detail,
}

impl<'g> Picture<'g> {
    /// The picture that the open turn's player sees, or that of the whole board outside turns.
    pub fn new(game: &'g Game, detail: Detail) -> Result<Self, Reason> {
        if game.board.dims().area() > LARGEST_PICTURE {
            return Err(Reason::BoardTooLargeToPrint);
        }
        Ok(Self { game, detail })
    }

    /// Draws what the player of the open turn knows; outside turns the whole board and a line that
    /// counts healthy segments.
    pub fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(side) = self.game.moving() {
            return self.draw_for(side, out);
        }
        self.draw_whole(out)?;
        let [a, b] = Side::ALL.map(|side| self.game.fleets[side].healthy);
        writeln!(out, "PARTS REMAINING:: A : {a} B : {b}")
    }

    /// Draws the whole board.
    #[doc(hidden)]
    pub fn draw_whole(&self, out: &mut dyn Write) -> io::Result<()> {
        self.draw_sea(None, out)
    }

    /// Draws what `side` knows.
    #[doc(hidden)]
    pub fn draw_for(&self, side: Side, out: &mut dyn Write) -> io::Result<()> {
        self.draw_sea(Some(&self.game.known(side)), out)
    }

    fn draw_sea(&self, known: Option<&Known>, out: &mut dyn Write) -> io::Result<()> {
        let dims = self.game.board.dims();
        let width = match self.detail {
            Detail::Basic => 0,
            Detail::Extended => label_width(dims),
        };
        if self.detail == Detail::Extended {
            number_columns(dims, width, out)?;
        }
        let ships = self.ship_marks(known);
        let mut marks = RowMarks {
            reefs: self.game.board.reefs().sorted().iter().copied().peekable(),
            ships: ships.iter().copied().peekable(),
        };
        let mut runs = known.map(Known::runs).unwrap_or_default();
        for row in 0..dims.rows() {
            if width > 0 {
                write!(out, "{row:0width$}")?;
            }
            let here = runs.iter().take_while(|run| run.row == row).count();
            let sea = known.map(|_| &runs[..here]);
            draw_row(row, dims.cols(), sea, &mut marks, out)?;
            runs = &runs[here..];
        }
        Ok(())
    }

    /// The segments that are to be seen, by row, then column.
    fn ship_marks(&self, known: Option<&Known>) -> Vec<(Coord, u8)> {
        let mut marks = Vec::new();
        for (_, ship) in self.game.board.ships() {
            for segment in 0..ship.hull().length() {
                let at = ship.hull().field(segment);
                if known.is_none_or(|known| known.holds(at)) {
                    marks.push((at, self.mark(ship, segment)));
                }
            }
        }
        marks.sort_unstable();
        marks
    }

    fn mark(&self, ship: &Ship, segment: u32) -> u8 {
        let section = match (Section::of(ship, segment), self.detail) {
            (Section::Destroyed, _) => Section::Destroyed,
            (_, Detail::Basic) => Section::Hull,
            (section, Detail::Extended) => section,
        };
        section.name().as_bytes()[0]
    }
}

/// What stands on the board, by row, then column. A reef hides the segment that lies on it.
struct RowMarks<R: Iterator<Item = Coord>, S: Iterator<Item = (Coord, u8)>> {
    reefs: Peekable<R>,
    ships: Peekable<S>,
}

impl<R: Iterator<Item = Coord>, S: Iterator<Item = (Coord, u8)>> RowMarks<R, S> {
    /// The next mark in `row` before column `end`.
    fn next_before(&mut self, row: i64, end: i64) -> Option<(Coord, u8)> {
        let end = Coord::new(row, end);
        let reef = self.reefs.peek().copied();
        let ship = self.ships.next_if(|(at, _)| *at < end && reef.is_none_or(|reef| *at <= reef));
        match ship {
            Some((at, _)) if Some(at) == reef => self.next_before(row, end.col),
            Some(ship) => Some(ship),
            None => self.reefs.next_if(|at| *at < end).map(|at| (at, b'#')),
        }
    }
}

/// Draws a row, a part of it at a time: the sea, all of it known or only some runs, and the marks.
fn draw_row(
    row: i64,
    cols: i64,
    known: Option<&[Run]>,
    marks: &mut RowMarks<impl Iterator<Item = Coord>, impl Iterator<Item = (Coord, u8)>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut part = [b' '; PART];
    let mut runs = known;
    let mut start = 0;
    while start < cols {
        let width = index(cols - start).min(PART);
        let fields = &mut part[..width];
        match &mut runs {
            None => fields.fill(b' '),
            Some(runs) => *runs = draw_sea(fields, start, runs),
        }
        let end = start.saturating_add(PART_COLUMNS);
        while let Some((at, mark)) = marks.next_before(row, end) {
            fields[index(at.col - start)] = mark;
        }
        out.write_all(fields)?;
        start = end;
    }
    out.write_all(b"\n")
}

/// How much of a row is drawn at a time, in columns.
const PART: usize = 1 << 12;
const PART_COLUMNS: i64 = 1 << 12;

/// Draws empty and unknown sea from column `start` on; returns the runs that go on behind it.
fn draw_sea<'s>(fields: &mut [u8], start: i64, known: &'s [Run]) -> &'s [Run] {
    fields.fill(b'?');
    let width = fields.len();
    for (drawn, run) in known.iter().enumerate() {
        let first = index((run.first - start).max(0)).min(width);
        let behind = index(run.last + 1 - start).min(width);
        fields[first..behind].fill(b' ');
        if behind == width {
            return &known[drawn..];
        }
    }
    &[]
}

/// A distance from a column to one that is not before it.
fn index(columns: i64) -> usize {
    usize::try_from(columns).expect("columns run forward")
}

/// Row numbers have the digits of the last row, two at least.
fn label_width(dims: Dims) -> usize {
    digits(dims.rows() - 1).max(2) as usize
}

fn digits(n: i64) -> u32 {
    n.checked_ilog10().map_or(1, |log| log + 1)
}

/// A line for each decimal digit of the last column, the most significant one first.
fn number_columns(dims: Dims, indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut places = digits(dims.cols() - 1);
    while places > 0 {
        places -= 1;
        write!(out, "{:indent$}", "")?;
        number_row(dims.cols(), 10_i64.pow(places), out)?;
    }
    Ok(())
}

/// The digits of all columns at the place whose value is `unit`.
fn number_row(cols: i64, unit: i64, out: &mut dyn Write) -> io::Result<()> {
    let mut part = [0; PART];
    let mut start = 0;
    while start < cols {
        let width = index(cols - start).min(PART);
        for (col, digit) in (start..).zip(&mut part[..width]) {
            *digit = b"0123456789"[index(col / unit % 10)];
        }
        out.write_all(&part[..width])?;
        start = start.saturating_add(PART_COLUMNS);
    }
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Order, Setting};

    /// Rows wider than the part that is drawn at a time, with sights and reefs at the joints.
    #[test]
    fn wide_rows_are_drawn_without_a_seam() {
        let columns = [0, 1, 4094, 4095, 4096, 4097, 8191, 8192, 8500, 9999];
        let mut game = Game::default();
        game.set(&Setting::BoardSize(1, 10_000)).unwrap();
        game.set(&Setting::ExtendedShips).unwrap();
        game.set(&Setting::AutoShooting).unwrap();
        for col in [0, 4095, 4096, 9000, 9999] {
            game.set(&Setting::Reef(Coord::new(0, col))).unwrap();
        }
        game.open(Side::First).unwrap();
        for col in columns {
            game.order(Order::SpyAt(Coord::new(0, col))).unwrap();
        }
        let mut drawn = Vec::new();
        Picture::new(&game, Detail::Basic).unwrap().draw(&mut drawn).unwrap();
        let field = |col: i64| match col {
            0 | 4095 | 4096 | 9000 | 9999 => b'#',
            _ if columns.iter().any(|spied| col.abs_diff(*spied) <= 1) => b' ',
            _ => b'?',
        };
        assert_eq!(drawn, (0..10_000).map(field).chain([b'\n']).collect::<Vec<_>>());
    }
}
