//! Makes the exact bytes of the output (spec battle-of-ships §1).

use super::class::{self, Class, Verdict};
use super::error::BadMove;
use super::input::SIZE;
use crate::grids::Grids;
use broadside_core::board::{Coord, Impact, Side};
use broadside_core::text::column_letters;
use std::iter::repeat_n;

pub(super) const TITLE: &str = "Battle of Ships Game\n\n";

pub(super) fn turn(side: Side, round: u64, game: &Grids) -> String {
    let player = name(side);
    format!(
        "{player}'s Move\n\n\
         Round : {round}\t\t\t\t\tGrid Size: 10x10\n\n\
         Player1's Hidden Board\t\tPlayer2's Hidden Board\n\
         {}\n",
        boards(game, hidden)
    )
}

pub(super) fn echo(token: &str) -> String {
    format!("Enter your move: {token}\n\n")
}

pub(super) fn bad_move(bad: &BadMove) -> String {
    format!("{bad}\n\n")
}

pub(super) fn end(verdict: Option<Verdict>, game: &Grids) -> String {
    let verdict = match verdict {
        Some(Verdict::Wins(side)) => format!("{} Wins!\n\n", name(side)),
        Some(Verdict::Draw) => "It is a Draw!\n\n".to_owned(),
        None => String::new(),
    };
    format!(
        "{verdict}Final Information\n\n\
         Player1's Board\t\t\t\tPlayer2's Board\n\
         {}\n",
        boards(game, open)
    )
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Player1",
        Side::Second => "Player2",
    }
}

fn hidden(game: &Grids, side: Side, at: Coord) -> char {
    match game.shots(side.other()).get(&at) {
        None => '-',
        Some(Impact::Water) => 'O',
        Some(Impact::Hit { .. } | Impact::Sunk { .. } | Impact::Again { .. }) => 'X',
    }
}

fn open(game: &Grids, side: Side, at: Coord) -> char {
    match class::class_at(game, side, at) {
        Some(class) if !game.has_shot(side.other(), at) => class.letter(),
        _ => hidden(game, side, at),
    }
}

/// Draws both boards side by side: column letters, ten rows, an empty line, and the lists of ships.
fn boards(game: &Grids, cell: fn(&Grids, Side, Coord) -> char) -> String {
    let letters = spaced(column_letters(SIZE));
    let rows = (0..).zip(1..=SIZE).map(|(row, number)| {
        let cells = |side| (0..).take(SIZE).map(move |col| cell(game, side, Coord::new(row, col)));
        let [first, second] = Side::ALL.map(|side| spaced(cells(side)));
        format!("{number:<2}{first}\t\t{number:<2}{second}\n")
    });
    let classes = Class::ALL.map(|class| {
        let [first, second] = Side::ALL.map(|side| marks(game, side, class));
        // The example of spec battle-of-ships has one tab less after the patrol boats.
        let (label, gap) = (class.label(), if class == Class::PatrolBoat { 3 } else { 4 });
        format!("{label}{first}{}{label}{second}\n", "\t".repeat(gap))
    });
    format!("  {letters}\t\t  {letters}\n{}\n{}", rows.collect::<String>(), classes.concat())
}

fn marks(game: &Grids, side: Side, class: Class) -> String {
    let sunk = class::sunk(game, side, class);
    spaced(repeat_n('X', sunk).chain(repeat_n('-', class.count() - sunk)))
}

fn spaced(signs: impl Iterator<Item = char>) -> String {
    let mut text: String = signs.flat_map(|sign| [sign, ' ']).collect();
    text.pop();
    text
}
