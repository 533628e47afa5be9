//! Draws pictures of the board (spec ships §6). Boards can be huge, so a picture is written row by
//! row, and a row is written part by part.

use super::spied::Run;
use super::vision::Known;
use super::{Game, Reason, Section};
use broadside_core::board::{Coord, Dims, Ship, Side};
use std::io::{self, Write};
use std::iter::Peekable;
use std::slice::Iter;

/// The largest number of fields of a board that can be drawn. This project chose the limit (spec
/// ships §6).
pub const LARGEST_PICTURE: u128 = 1_000_000_000;

/// How much a picture shows.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// `PRINT 0`: all healthy segments look alike.
    Basic,
    /// `PRINT 1`: each kind of segment looks different, and rows and columns have numbers.
    Extended,
}

/// A picture of a board that is small enough to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'g> {
    game: &'g Game,
    detail: Detail,
}

impl<'g> Picture<'g> {
    /// Prepares a picture.
    ///
    /// # Errors
    /// [`Reason::BoardTooLargeToPrint`] if the board has more than [`LARGEST_PICTURE`] fields.
    pub fn new(game: &'g Game, detail: Detail) -> Result<Self, Reason> {
        if game.board.dims().area() > LARGEST_PICTURE {
            return Err(Reason::BoardTooLargeToPrint);
        }
        Ok(Self { game, detail })
    }

    /// Draws all reefs, and the fields that the player of the open turn knows. If no turn is open,
    /// draws the whole board and a line with the number of healthy segments of each side.
    pub fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(side) = self.game.moving() {
            return self.draw_for(side, out);
        }
        self.draw_whole(out)?;
        let [a, b] = Side::ALL.map(|side| self.game.fleets[side].healthy);
        writeln!(out, "PARTS REMAINING:: A : {a} B : {b}")
    }

    #[doc(hidden)]
    pub fn draw_whole(&self, out: &mut dyn Write) -> io::Result<()> {
        self.draw_fields(None, out)
    }

    /// Draws the fields that `side` knows, and all reefs.
    #[doc(hidden)]
    pub fn draw_for(&self, side: Side, out: &mut dyn Write) -> io::Result<()> {
        self.draw_fields(Some(&self.game.known(side)), out)
    }

    /// Draws the board, with `?` for unknown fields without reefs. If `known` is `None`, all fields
    /// are known.
    fn draw_fields(&self, known: Option<&Known>, out: &mut dyn Write) -> io::Result<()> {
        let dims = self.game.board.dims();
        let width = (self.detail == Detail::Extended).then(|| label_width(dims));
        if let Some(width) = width {
            number_columns(dims, width, out)?;
        }
        let ships = self.ship_symbols(known);
        let mut symbols = Symbols {
            ships: ships.iter().peekable(),
            reefs: self.game.board.reefs().sorted().iter().peekable(),
        };
        let mut runs = known.map(Known::runs).unwrap_or_default();
        for row in 0..dims.rows() {
            if let Some(width) = width {
                write!(out, "{row:0width$}")?;
            }
            let count = runs.iter().take_while(|run| run.row == row).count();
            let (in_row, later) = runs.split_at(count);
            let mut sea = known.map(|_| in_row);
            draw_row(dims.cols(), out, |start, fields| {
                match &mut sea {
                    None => fields.fill(b' '),
                    Some(runs) => *runs = draw_sea(fields, start, runs),
                }
                symbols.draw(fields, Coord::new(row, start));
            })?;
            runs = later;
        }
        Ok(())
    }

    fn ship_symbols(&self, known: Option<&Known>) -> Vec<(Coord, u8)> {
        let mut symbols = Vec::new();
        for (_, ship) in self.game.board.ships() {
            for (at, segment) in ship.hull().fields().zip(0..) {
                if known.is_none_or(|known| known.holds(at)) {
                    symbols.push((at, self.symbol(ship, segment)));
                }
            }
        }
        symbols.sort_unstable();
        symbols
    }

    fn symbol(&self, ship: &Ship, segment: u32) -> u8 {
        let section = match (Section::of(ship, segment), self.detail) {
            (Section::Destroyed, _) => Section::Destroyed,
            (_, Detail::Basic) => Section::Hull,
            (section, Detail::Extended) => section,
        };
        section.name().as_bytes()[0]
    }
}

/// The characters of segments and reefs that are not drawn yet, sorted by row, then column.
struct Symbols<'m> {
    ships: Peekable<Iter<'m, (Coord, u8)>>,
    reefs: Peekable<Iter<'m, Coord>>,
}

impl Symbols<'_> {
    /// Draws the characters of the part of a row that begins at `start`. Draws reefs last, because
    /// a reef hides a segment on its field.
    fn draw(&mut self, fields: &mut [u8], start: Coord) {
        let end = Coord::new(start.row, start.col + i64::from(PART));
        let mut draw = |at: Coord, symbol| fields[index(at.col - start.col)] = symbol;
        while let Some((at, symbol)) = self.ships.next_if(|(at, _)| *at < end) {
            draw(*at, *symbol);
        }
        while let Some(at) = self.reefs.next_if(|at| **at < end) {
            draw(*at, b'#');
        }
    }
}

/// The number of columns of a part of a row.
const PART: u16 = 1 << 12;

/// Writes a row part by part. `draw` gets the first column of a part, and fills the fields of this
/// part.
fn draw_row(
    cols: i64,
    out: &mut dyn Write,
    mut draw: impl FnMut(i64, &mut [u8]),
) -> io::Result<()> {
    let mut part = [b' '; PART as usize];
    for start in (0..cols).step_by(part.len()) {
        let fields = &mut part[..index((cols - start).min(PART.into()))];
        draw(start, fields);
        out.write_all(fields)?;
    }
    out.write_all(b"\n")
}

/// Fills a part of a row with blanks for known fields and `?` for other fields. Returns the runs
/// (known fields side by side) that may have fields after this part.
fn draw_sea<'s>(fields: &mut [u8], start: i64, known: &'s [Run]) -> &'s [Run] {
    fields.fill(b'?');
    let width = fields.len();
    for (drawn, run) in known.iter().enumerate() {
        let first = index((run.first - start).max(0)).min(width);
        let end = index(run.last + 1 - start).min(width);
        fields[first..end].fill(b' ');
        if end == width {
            return &known[drawn..];
        }
    }
    &[]
}

fn index(columns: i64) -> usize {
    usize::try_from(columns).expect("a number of columns is not negative")
}

fn label_width(dims: Dims) -> usize {
    digits(dims.rows() - 1).max(2) as usize
}

fn digits(n: i64) -> u32 {
    n.checked_ilog10().map_or(1, |log| log + 1)
}

/// Writes one line for each digit of the column numbers, the most significant digit first.
fn number_columns(dims: Dims, indent: usize, out: &mut dyn Write) -> io::Result<()> {
    for place in (0..digits(dims.cols() - 1)).rev() {
        write!(out, "{:indent$}", "")?;
        let unit = 10_i64.pow(place);
        draw_row(dims.cols(), out, |start, part| {
            for (col, digit) in (start..).zip(part) {
                *digit = b"0123456789"[index(col / unit % 10)];
            }
        })?;
    }
    Ok(())
}
