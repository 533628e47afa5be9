//! The exact bytes of the output, spec battle-of-ships §1.

use super::class::Class;
use super::error::BadMove;
use super::game::{Sea, Seas, Verdict};
use super::input::SIZE;
use broadside_core::board::{Coord, Impact, Side};
use broadside_core::text::column_letters;
use std::iter::repeat_n;

/// The first lines.
pub(super) const TITLE: &str = "Battle of Ships Game\n\n";

/// What stands above the moves of a turn: the boards as they are before it.
pub(super) fn turn(side: Side, round: u64, seas: &Seas) -> String {
    let player = name(side);
    format!(
        "{player}'s Move\n\n\
         Round : {round}\t\t\t\t\tGrid Size: 10x10\n\n\
         Player1's Hidden Board\t\tPlayer2's Hidden Board\n\
         {}\n",
        boards(seas, hidden)
    )
}

/// A move as it was read.
pub(super) fn echo(token: &str) -> String {
    format!("Enter your move: {token}\n\n")
}

/// The complaint about a bad move.
pub(super) fn complaint(bad: &BadMove) -> String {
    format!("{bad}\n\n")
}

/// Who has won, and then both boards as they were.
pub(super) fn end(verdict: Option<Verdict>, seas: &Seas) -> String {
    let verdict = match verdict {
        Some(Verdict::Wins(side)) => format!("{} Wins!\n\n", name(side)),
        Some(Verdict::Draw) => "It is a Draw!\n\n".to_owned(),
        None => String::new(),
    };
    format!(
        "{verdict}Final Information\n\n\
         Player1's Board\t\t\t\tPlayer2's Board\n\
         {}\n",
        boards(seas, open)
    )
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Player1",
        Side::Second => "Player2",
    }
}

/// A cell as the opponent sees it.
fn hidden(sea: &Sea, at: Coord) -> char {
    match sea.shot_at(at) {
        None => '-',
        Some(Impact::Water) => 'O',
        Some(Impact::Hit { .. } | Impact::Sunk { .. } | Impact::Again { .. }) => 'X',
    }
}

/// A cell as it is shown when all is over.
fn open(sea: &Sea, at: Coord) -> char {
    match (sea.shot_at(at), sea.class_at(at)) {
        (None, Some(class)) => class.letter(),
        _ => hidden(sea, at),
    }
}

/// Letters, ten rows, an empty line and the lists of ships, both sides next to each other.
fn boards(seas: &Seas, cell: fn(&Sea, Coord) -> char) -> String {
    let letters = spaced(column_letters(SIZE));
    let rows = (0..).zip(1..=SIZE).map(|(row, number)| {
        let half = |sea| spaced((0..).take(SIZE).map(|col| cell(sea, Coord::new(row, col))));
        format!("{number:<2}{}\t\t{number:<2}{}\n", half(&seas.first), half(&seas.second))
    });
    let classes = Class::ALL.map(|class| {
        let half = |sea| format!("{}{}", label(class), marks(class, sea));
        format!("{}{}{}\n", half(&seas.first), gap(class), half(&seas.second))
    });
    format!("  {letters}\t\t  {letters}\n{}\n{}", rows.collect::<String>(), classes.concat())
}

/// One mark for each ship of a class, those of sunk ones first.
fn marks(class: Class, sea: &Sea) -> String {
    let sunk = sea.sunk(class);
    spaced(repeat_n('X', sunk).chain(repeat_n('-', class.count() - sunk)))
}

fn spaced(signs: impl Iterator<Item = char>) -> String {
    let mut text: String = signs.flat_map(|sign| [sign, ' ']).collect();
    text.pop();
    text
}

/// The name of a class.
pub(super) fn class_name(class: Class) -> &'static str {
    label(class).trim_end()
}

const fn label(class: Class) -> &'static str {
    match class {
        Class::Carrier => "Carrier\t\t",
        Class::Battleship => "Battleship\t",
        Class::Destroyer => "Destroyer\t",
        Class::Submarine => "Submarine\t",
        Class::PatrolBoat => "Patrol Boat\t",
    }
}

/// The tabs between the two lists.
const fn gap(class: Class) -> &'static str {
    match class {
        Class::PatrolBoat => "\t\t\t",
        Class::Carrier | Class::Battleship | Class::Destroyer | Class::Submarine => "\t\t\t\t",
    }
}
