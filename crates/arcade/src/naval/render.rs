//! The exact bytes of standard output, spec naval §3 and §4.

use crate::grids::Grids;
use broadside_core::board::{BySide, Coord, Dims, Impact, Side};
use broadside_core::text::column_letters;
use std::io::{self, Write};

/// The answer to an invalid guess.
pub(super) const BAD: &[u8] = b"Bad guess\n";
/// The answer to a repeated guess.
pub(super) const REPEATED: &[u8] = b"Repeated guess\n";

/// The text before a guess of `side`.
pub(super) const fn prompt(side: Side) -> &'static str {
    match side {
        Side::First => "(Your move)>",
        Side::Second => "(CPU move)>",
    }
}

/// The text for the result of a shot.
pub(super) const fn result(impact: Impact) -> &'static str {
    match impact {
        Impact::Water | Impact::Again { .. } => "Miss\n",
        Impact::Hit { .. } => "Hit\n",
        Impact::Sunk { .. } => "Hit\nShip sunk\n",
    }
}

/// The last line of a game that `winner` won.
pub(super) const fn verdict(winner: Side) -> &'static str {
    match winner {
        Side::First => "Game over - you win\n",
        Side::Second => "Game over - you lose\n",
    }
}

/// Both boards as they are shown. They are painted once; then each shot is marked.
pub(super) struct Screen(BySide<Picture>);

impl Screen {
    /// The boards before the first shot: the player's with its ships, the machine's without.
    pub(super) fn new(game: &Grids) -> Self {
        let mut boards = BySide::from_fn(|_| Picture::new(game.dims()));
        for (ship, number) in game.fleet(Side::First).zip(1..) {
            let sign = sign(number);
            ship.hull.fields().for_each(|at| boards.first.paint(at, sign));
        }
        Self(boards)
    }

    /// Marks a shot of `side`. The machine's misses are not drawn.
    pub(super) fn mark(&mut self, side: Side, at: Coord, impact: Impact) {
        let board = &mut self.0[side.other()];
        match (side, impact) {
            (Side::First, Impact::Water) => board.paint(at, b'/'),
            (Side::Second, Impact::Water) => {}
            _ => board.paint(at, b'*'),
        }
    }

    /// Shows the machine's board as the player knows it, then the player's own board.
    pub(super) fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.0.second.text)?;
        out.write_all(b"===\n")?;
        out.write_all(&self.0.first.text)
    }
}

/// The sign of ship `number`: the first digit of the number in hexadecimal.
fn sign(number: usize) -> u8 {
    format!("{number:X}").as_bytes()[0]
}

/// The text of a board: a line of letters and a line for each row. All lines have the same length, so that a
/// cell has a known place in the text.
struct Picture {
    text: Vec<u8>,
    /// The bytes of a line.
    width: usize,
}

impl Picture {
    /// The bytes before the cells of a row.
    const MARGIN: usize = "26 ".len();

    fn new(dims: Dims) -> Self {
        let cols = index(dims.cols());
        let letters: String = column_letters(cols).collect();
        let mut text = format!("   {letters}\n").into_bytes();
        for number in 1..=dims.rows() {
            text.extend(format!("{number:2} ").bytes());
            text.resize(text.len() + cols, b'.');
            text.push(b'\n');
        }
        Self { text, width: Self::MARGIN + cols + 1 }
    }

    /// Paints a cell of the board.
    fn paint(&mut self, at: Coord, sign: u8) {
        self.text[index(at.row + 1) * self.width + Self::MARGIN + index(at.col)] = sign;
    }
}

/// An index into a picture; boards have 26 rows and columns at most.
fn index(n: i64) -> usize {
    usize::try_from(n).expect("a row or column of the board")
}
