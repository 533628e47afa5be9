//! The exact bytes of standard output, spec classic §1, §3 and §4.

use super::fleet::Fleet;
use broadside_core::board::{Coord, Dims, Hull, Impact};
use std::fmt::{self, Display, Write as _};

/// The questions, in the order in which they are asked.
pub(super) const SEED: &str = "Enter the seed: ";
pub(super) const WIDTH: &str = "Enter the width of the board: ";
pub(super) const HEIGHT: &str = "Enter the height of the board: ";
pub(super) const FILE: &str = "Enter the name of the file containing your ship placements: ";
pub(super) const AI: &str = "Choose your AI.\n1. Random\n2. Smart\n3. Cheater\n Your choice: ";
pub(super) const SHOT: &str = "Enter row and column to fire on separated by a space: ";

/// The last lines.
pub(super) const WON: &str = "You win!\n";
pub(super) const LOST: &str = "The AI wins.\n";

/// Where the machine's ship lies; told to every player.
pub(super) fn placed(hull: &Hull) -> String {
    let (first, last) = (hull.bow(), hull.stern());
    format!("Placing ship from {},{} to {},{}.\n", first.row, first.col, last.row, last.col)
}

/// The machine's shot.
pub(super) fn fires(at: Coord) -> String {
    format!("The AI fires at location ({}, {})\n", at.row, at.col)
}

/// What a shot at `target` met.
pub(super) fn result(target: &Fleet, impact: Impact) -> String {
    match (target.sunk(impact), impact) {
        (Some(symbol), _) => format!("You sunk my {symbol}\n"),
        (None, Impact::Water) => "Miss!\n".to_owned(),
        (None, _) => "Hit!\n".to_owned(),
    }
}

/// Both boards: what the player knows of the machine's, then the player's own.
pub(super) fn boards(machine: &Fleet, player: &Fleet) -> String {
    let mut scanned = Picture::new(machine.board().dims());
    scanned.paint_shots(machine);
    let mut own = Picture::new(player.board().dims());
    for (symbol, hull) in player.ships() {
        hull.fields().for_each(|at| own.paint(at, symbol));
    }
    own.paint_shots(player);
    format!("Scanning Board\n{scanned}\nMy Board\n{own}\n")
}

/// A board as it is drawn, `*` where nothing was painted.
struct Picture<'a> {
    cols: usize,
    cells: Vec<&'a str>,
}

impl<'a> Picture<'a> {
    fn new(dims: Dims) -> Self {
        let (rows, cols) = (index(dims.rows()), index(dims.cols()));
        Self { cols, cells: vec!["*"; rows * cols] }
    }

    fn paint_shots(&mut self, fleet: &Fleet) {
        for (at, impact) in fleet.shots() {
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

/// An index into a picture; boards have a million cells at most.
fn index(n: i64) -> usize {
    usize::try_from(n).expect("a row or column of the board")
}
