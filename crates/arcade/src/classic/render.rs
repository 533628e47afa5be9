//! Makes the exact bytes of standard output (spec classic §1, §3 and §4).

use crate::grids::Grids;
use broadside_core::board::{Coord, Dims, Hull, Impact, Side};
use std::fmt::{self, Display, Write as _};

pub(super) const SEED: &str = "Enter the seed: ";
pub(super) const WIDTH: &str = "Enter the width of the board: ";
pub(super) const HEIGHT: &str = "Enter the height of the board: ";
pub(super) const FILE: &str = "Enter the name of the file containing your ship placements: ";
pub(super) const AI: &str = "Choose your AI.\n1. Random\n2. Smart\n3. Cheater\n Your choice: ";
pub(super) const SHOT: &str = "Enter row and column to fire on separated by a space: ";

pub(super) const WON: &str = "You win!\n";
pub(super) const LOST: &str = "The AI wins.\n";

/// Says where a ship of the machine lies. The player sees this, as in the original program.
pub(super) fn placed(hull: &Hull) -> String {
    let (first, last) = (hull.bow(), hull.stern());
    format!("Placing ship from {},{} to {},{}.\n", first.row, first.col, last.row, last.col)
}

pub(super) fn fires(at: Coord) -> String {
    format!("The AI fires at location ({}, {})\n", at.row, at.col)
}

pub(super) fn result(game: &Grids, side: Side, impact: Impact) -> String {
    match impact {
        Impact::Sunk { ship, .. } => format!("You sunk my {}\n", game.name(side.other(), ship)),
        Impact::Water => "Miss!\n".to_owned(),
        Impact::Hit { .. } | Impact::Again { .. } => "Hit!\n".to_owned(),
    }
}

pub(super) fn boards(game: &Grids) -> String {
    let mut scanned = Picture::new(game.dims());
    scanned.paint_shots(game, Side::First);
    let mut own = Picture::new(game.dims());
    for ship in game.fleet(Side::First) {
        ship.hull.fields().for_each(|at| own.paint(at, ship.name));
    }
    own.paint_shots(game, Side::Second);
    format!("Scanning Board\n{scanned}\nMy Board\n{own}\n")
}

struct Picture<'a> {
    cols: usize,
    cells: Vec<&'a str>,
}

impl<'a> Picture<'a> {
    fn new(dims: Dims) -> Self {
        let (rows, cols) = (index(dims.rows()), index(dims.cols()));
        Self { cols, cells: vec!["*"; rows * cols] }
    }

    fn paint_shots(&mut self, game: &Grids, side: Side) {
        for (at, impact) in game.shots(side) {
            self.paint(*at, if *impact == Impact::Water { "O" } else { "X" });
        }
    }

    fn paint(&mut self, at: Coord, sign: &'a str) {
        self.cells[index(at.row) * self.cols + index(at.col)] = sign;
    }
}

impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(' ')?;
        for col in 0..self.cols {
            write!(f, " {col}")?;
        }
        for (row, number) in self.cells.chunks(self.cols).zip(0..) {
            write!(f, "\n{number} {}", row.join(" "))?;
        }
        f.write_char('\n')
    }
}

/// Boards have at most a million cells, so every row and column fits.
fn index(n: i64) -> usize {
    usize::try_from(n).expect("a row or column of the board")
}
