//! Writes the texts of the game as the specification gives them, and draws its grid.

use super::cells::{Area, Cell, Line, SIZE};
use super::game::Outcome;
use super::input::Tracking;
use super::moves::{Knowledge, Move};
use crate::ai::{Bits, Chart};
use broadside_core::board::Axis;
use broadside_core::text::column_letters;
use std::fmt;
use std::io::{self, Write};

/// Clears a terminal, including the text that has scrolled out of sight.
pub(super) const CLEAR: &[u8] = b"\x1b[3J\x1b[2J\x1b[H";

#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) tracking: Tracking,
    /// Whether hits are red and misses are blue.
    pub(super) colour: bool,
}

pub(super) fn grid(out: &mut dyn Write, chart: &Chart, style: Style) -> io::Result<()> {
    for col in 0..SIZE {
        write!(out, "\t{}", letter(col))?;
    }
    writeln!(out)?;
    for row in 0..SIZE {
        write!(out, "{}", row + 1)?;
        for col in 0..SIZE {
            write!(out, "\t{}", mark(chart, row * SIZE + col, style))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn mark(chart: &Chart, cell: u32, style: Style) -> &'static str {
    let hit = chart.hits().has(cell);
    let miss = style.tracking == Tracking::Easy && chart.missed().has(cell);
    match (hit, miss, style.colour) {
        (true, _, false) => "*",
        (true, _, true) => "\x1b[31m*\x1b[0m",
        (false, true, false) => "o",
        (false, true, true) => "\x1b[34mo\x1b[0m",
        (false, false, _) => "~",
    }
}

impl Knowledge<'_> {
    /// Says which moves are allowed in this turn: `Moves: Fire, Radar (3 left)`.
    #[doc(hidden)]
    pub fn allowed_moves(&self) -> String {
        let counted = |word: &str, left: u32| (left > 0).then(|| format!(", {word} ({left} left)"));
        let if_open = |word: &str, is_open: bool| is_open.then(|| format!(", {word}"));
        let special = [
            counted("Radar", self.sweeps),
            counted("Smoke", self.screens),
            if_open("Artillery", self.openings.artillery),
            if_open("Torpedo", self.openings.torpedo),
        ];
        format!("Moves: Fire{}", special.map(Option::unwrap_or_default).concat())
    }
}

pub(super) fn outcome(out: &mut dyn Write, outcome: &Outcome) -> io::Result<()> {
    outcome.facts().try_for_each(|fact| writeln!(out, "{fact}"))
}

impl Outcome {
    /// Says what a move has done, in the words of spec arsenal §2: `hit`, `Carrier sunk`.
    #[doc(hidden)]
    pub fn facts(&self) -> impl Iterator<Item = String> + '_ {
        let (first, sunk) = match self {
            Self::Shot { hit: false, .. } => ("miss", &[][..]),
            Self::Shot { hit: true, sunk } => ("hit", &sunk[..]),
            Self::AlreadyTargeted => ("already targeted", &[][..]),
            Self::Radar { found: true } => ("Enemy ships found", &[][..]),
            Self::Radar { found: false } => ("No enemy ships found", &[][..]),
            Self::Smoke => ("Smoke screen laid", &[][..]),
        };
        let sunk = sunk.iter().map(|class| format!("{} sunk", class.name()));
        std::iter::once(first.to_owned()).chain(sunk)
    }
}

/// Writes a move as the game announces it, without the place of smoke.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fire(cell) => write!(f, "Fire {cell}"),
            Self::Radar(area) => write!(f, "Radar {area}"),
            Self::Smoke(_) => write!(f, "Smoke"),
            Self::Artillery(area) => write!(f, "Artillery {area}"),
            Self::Torpedo(line) => write!(f, "Torpedo {line}"),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.col()), self.row() + 1)
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.corner().fmt(f)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.axis() {
            Axis::Column => write!(f, "{}", letter(self.index())),
            Axis::Row => write!(f, "{}", self.index() + 1),
        }
    }
}

fn letter(col: u32) -> char {
    column_letters(SIZE as usize).nth(col as usize).expect("cells lie on the board")
}
