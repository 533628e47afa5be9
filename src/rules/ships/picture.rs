//! Pictures of the board (spec ships §6).
//!
//! A picture is written row by row from what stands on the board, sorted: runs of empty sea are
//! filled, never walked, and neither a row nor the board is ever held in memory.

use super::gunnery::CANNON;
use super::vision::{Span, known};
use super::{Game, Reason};
use crate::board::{Coord, Dims, Ship, Side};
use std::io::{self, Write};
use std::iter::Peekable;

/// The largest number of fields that is drawn; ours (spec ships §6).
pub const LARGEST_PICTURE: u128 = 1_000_000_000;

/// How much a picture tells.
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
        self.draw_sea(None, out)?;
        let [a, b] = Side::ALL.map(|side| self.game.fleets[side].healthy);
        writeln!(out, "PARTS REMAINING:: A : {a} B : {b}")
    }

    /// Draws what `side` knows.
    pub fn draw_for(&self, side: Side, out: &mut dyn Write) -> io::Result<()> {
        self.draw_sea(Some(&known(self.game, side)), out)
    }

    fn draw_sea(&self, known: Option<&[Span]>, out: &mut dyn Write) -> io::Result<()> {
        let dims = self.game.board.dims();
        let width = match self.detail {
            Detail::Basic => 0,
            Detail::Extended => label_width(dims),
        };
        if self.detail == Detail::Extended {
            number_columns(dims, width, out)?;
        }
        let ships = self.ship_marks(known);
        let mut marks = Marks {
            reefs: self.game.board.reefs().sorted().peekable(),
            ships: ships.iter().copied().peekable(),
        };
        let mut spans = known.unwrap_or_default();
        for row in 0..dims.rows() {
            if width > 0 {
                write!(out, "{row:0width$}")?;
            }
            let own = spans.iter().take_while(|span| span.row == row).count();
            let (here, later) = spans.split_at(own);
            spans = later;
            let sea = Sea { known: known.map(|_| here), col: 0 };
            sea.draw_row(row, dims.cols(), &mut marks, out)?;
        }
        Ok(())
    }

    /// The segments that are to be seen, by row, then column.
    fn ship_marks(&self, known: Option<&[Span]>) -> Vec<(Coord, u8)> {
        let mut marks = Vec::new();
        for (_, ship) in self.game.board.ships() {
            for segment in 0..ship.hull().length() {
                let at = ship.hull().field(segment);
                if known.is_none_or(|spans| sees(spans, at)) {
                    marks.push((at, self.mark(ship, segment)));
                }
            }
        }
        marks.sort_unstable();
        marks
    }

    fn mark(&self, ship: &Ship, segment: u32) -> u8 {
        let engine = ship.hull().length() - 1;
        match self.detail {
            _ if !ship.is_healthy(segment) => b'x',
            Detail::Extended if segment == engine => b'%',
            Detail::Extended if segment == CANNON => b'!',
            Detail::Extended if segment == 0 => b'@',
            Detail::Extended | Detail::Basic => b'+',
        }
    }
}

fn sees(spans: &[Span], at: Coord) -> bool {
    let after = spans.partition_point(|span| (span.row, span.first) <= (at.row, at.col));
    let before = after.checked_sub(1).map(|last| spans[last]);
    before.is_some_and(|span| span.row == at.row && at.col <= span.last)
}

/// What stands on the board, by row, then column. A reef hides the segment that lies on it.
struct Marks<R: Iterator<Item = Coord>, S: Iterator<Item = (Coord, u8)>> {
    reefs: Peekable<R>,
    ships: Peekable<S>,
}

impl<R: Iterator<Item = Coord>, S: Iterator<Item = (Coord, u8)>> Marks<R, S> {
    /// The next mark in `row`.
    fn next_in(&mut self, row: i64) -> Option<(Coord, u8)> {
        let reef = self.reefs.peek().copied().filter(|at| at.row == row);
        let ship = self.ships.peek().copied().filter(|(at, _)| at.row == row);
        match (reef, ship) {
            (Some(reef), Some((at, _))) if at == reef => {
                self.ships.next();
                self.reefs.next().map(|at| (at, b'#'))
            }
            (Some(reef), Some((at, _))) if at < reef => self.ships.next(),
            (Some(_), _) => self.reefs.next().map(|at| (at, b'#')),
            (None, _) => self.ships.next_if(|(at, _)| at.row == row),
        }
    }
}

/// The sea of one row, drawn up to `col`: what is known of it, or all.
struct Sea<'s> {
    known: Option<&'s [Span]>,
    col: i64,
}

impl Sea<'_> {
    fn draw_row(
        mut self,
        row: i64,
        cols: i64,
        marks: &mut Marks<impl Iterator<Item = Coord>, impl Iterator<Item = (Coord, u8)>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        while let Some((at, mark)) = marks.next_in(row) {
            self.fill_to(at.col, out)?;
            out.write_all(&[mark])?;
            self.col = at.col + 1;
        }
        self.fill_to(cols, out)?;
        out.write_all(b"\n")
    }

    /// Draws empty and unknown fields up to `col`, without it.
    fn fill_to(&mut self, col: i64, out: &mut dyn Write) -> io::Result<()> {
        while self.col < col {
            let (byte, end) = self.stretch();
            let end = end.min(col);
            fill(out, byte, end - self.col)?;
            self.col = end;
        }
        Ok(())
    }

    /// What the sea looks like from here, and up to which column.
    fn stretch(&mut self) -> (u8, i64) {
        let Some(spans) = &mut self.known else { return (b' ', i64::MAX) };
        while spans.first().is_some_and(|span| span.last < self.col) {
            *spans = &spans[1..];
        }
        match spans.first() {
            None => (b'?', i64::MAX),
            Some(span) if self.col < span.first => (b'?', span.first),
            Some(span) => (b' ', span.last + 1),
        }
    }
}

/// Writes `count` times the same byte.
fn fill(out: &mut dyn Write, byte: u8, count: i64) -> io::Result<()> {
    const BLOCK: usize = 1024;
    let block = [byte; BLOCK];
    let mut left = usize::try_from(count).expect("a stretch runs forward");
    while left > 0 {
        let part = left.min(BLOCK);
        out.write_all(&block[..part])?;
        left -= part;
    }
    Ok(())
}

/// Row numbers have the digits of the last row, two at least.
fn label_width(dims: Dims) -> usize {
    digits(dims.rows() - 1).max(2)
}

fn digits(n: i64) -> usize {
    n.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// A line for each decimal digit of the last column, the most significant one first.
fn number_columns(dims: Dims, indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let places = digits(dims.cols() - 1);
    for place in (0..places).rev() {
        fill(out, b' ', i64::try_from(indent).expect("a label is short"))?;
        let run = 10_i64.pow(u32::try_from(place).expect("at most 19 digits"));
        let mut start = 0;
        while start < dims.cols() {
            let digit = u8::try_from(start / run % 10).expect("one digit");
            let end = start.saturating_add(run).min(dims.cols());
            fill(out, b'0' + digit, end - start)?;
            start = end;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
