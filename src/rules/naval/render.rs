//! The exact bytes of standard output, spec naval §3 and §4.

use super::game::Game;
use crate::board::{Coord, Dims, Impact, Side};
use std::fmt;
use std::io::{self, Write};

/// The answer to what is no guess.
pub(super) const BAD: &str = "Bad guess\n";
/// The answer to a guess made before.
pub(super) const REPEATED: &str = "Repeated guess\n";

/// What stands before a guess of `side`.
pub(super) const fn prompt(side: Side) -> &'static str {
    match side {
        Side::First => "(Your move)>",
        Side::Second => "(CPU move)>",
    }
}

/// What a shot met.
pub(super) const fn result(impact: Impact) -> &'static str {
    match impact {
        Impact::Water | Impact::Again { .. } => "Miss\n",
        Impact::Hit { .. } => "Hit\n",
        Impact::Sunk { .. } => "Hit\nShip sunk\n",
    }
}

/// The last line of a game that `winner` has won.
pub(super) const fn verdict(winner: Side) -> &'static str {
    match winner {
        Side::First => "Game over - you win\n",
        Side::Second => "Game over - you lose\n",
    }
}

/// Both boards: what the player knows of the machine's, then the player's own.
pub(super) fn boards(out: &mut dyn Write, game: &Game) -> io::Result<()> {
    let text = format!("{}===\n{}", machine(game), player(game));
    out.write_all(text.as_bytes())
}

fn machine(game: &Game) -> Picture {
    let mut picture = Picture::new(game.dims());
    for (at, impact) in game.shots(Side::First) {
        picture.paint(*at, if *impact == Impact::Water { '/' } else { '*' });
    }
    picture
}

/// The machine's misses are not drawn.
fn player(game: &Game) -> Picture {
    let mut picture = Picture::new(game.dims());
    for (id, ship) in game.fleet(Side::First).ships() {
        let sign = sign(id.index() + 1);
        for at in ship.hull().fields() {
            picture.paint(at, sign);
        }
    }
    for (at, impact) in game.shots(Side::Second) {
        if *impact != Impact::Water {
            picture.paint(*at, '*');
        }
    }
    picture
}

/// The sign of ship `number`: the first digit of its hexadecimal number.
fn sign(number: usize) -> char {
    format!("{number:X}").chars().next().unwrap_or('.')
}

/// A board as it is drawn, `.` where nothing was painted. Its area is at most 26 by 26.
struct Picture {
    rows: Vec<Vec<char>>,
}

impl Picture {
    fn new(dims: Dims) -> Self {
        let row = (0..dims.cols()).map(|_| '.').collect();
        Self { rows: (0..dims.rows()).map(|_| Vec::clone(&row)).collect() }
    }

    /// Paints a field of the board.
    fn paint(&mut self, at: Coord, sign: char) {
        let index = |n| usize::try_from(n).expect("a field of the board");
        self.rows[index(at.row)][index(at.col)] = sign;
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = ('A'..='Z').take(self.rows[0].len()).collect();
        writeln!(f, "   {letters}")?;
        for (row, number) in self.rows.iter().zip(1..) {
            writeln!(f, "{number:2} {}", row.iter().collect::<String>())?;
        }
        Ok(())
    }
}
