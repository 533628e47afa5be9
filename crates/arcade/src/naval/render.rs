//! The texts on standard output, byte for byte (spec naval §3 and §4). `run` itself prints the
//! machine's guesses.

use crate::grids::Grids;
use broadside_core::board::{Coord, Dims, Impact, Side};
use broadside_core::text::column_letters;

pub(super) const BAD: &[u8] = b"Bad guess\n";
pub(super) const REPEATED: &[u8] = b"Repeated guess\n";

pub(super) const fn prompt(side: Side) -> &'static str {
    match side {
        Side::First => "(Your move)>",
        Side::Second => "(CPU move)>",
    }
}

pub(super) const fn result(impact: Impact) -> &'static str {
    match impact {
        Impact::Water | Impact::Again { .. } => "Miss\n",
        Impact::Hit { .. } => "Hit\n",
        Impact::Sunk { .. } => "Hit\nShip sunk\n",
    }
}

pub(super) const fn verdict(winner: Side) -> &'static str {
    match winner {
        Side::First => "Game over - you win\n",
        Side::Second => "Game over - you lose\n",
    }
}

/// Draws both boards, but not the machine's misses on the player's board.
pub(super) fn boards(game: &Grids) -> String {
    let machine = |at| match game.shots(Side::First).get(&at) {
        None => '.',
        Some(Impact::Water) => '/',
        Some(_) => '*',
    };
    let player = |at| match (game.shots(Side::Second).get(&at), game.board(Side::First).ship_at(at))
    {
        (None, Some(ship)) => sign(ship.index() + 1),
        (None | Some(Impact::Water), _) => '.',
        (Some(_), _) => '*',
    };
    format!("{}===\n{}", board(game.dims(), machine), board(game.dims(), player))
}

/// Returns the sign of ship `number`: the first hexadecimal digit of the number.
fn sign(number: usize) -> char {
    format!("{number:X}").chars().next().expect("a number has digits")
}

fn board(dims: Dims, sign: impl Fn(Coord) -> char) -> String {
    let letters = column_letters(usize::try_from(dims.cols()).expect("26 columns at most"));
    let rows = (0..dims.rows()).map(|row| {
        let signs: String = (0..dims.cols()).map(|col| sign(Coord::new(row, col))).collect();
        format!("{:2} {signs}\n", row + 1)
    });
    format!("   {}\n{}", letters.collect::<String>(), rows.collect::<String>())
}
