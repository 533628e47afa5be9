//! Times and first faults of programs, as the table of a match shows them.

use super::observed::{FirstFault, Observed};
use broadside_core::board::Side;
use std::fmt;

/// The times and the first fault of a program over all its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// The number of turns.
    pub count: u64,
    /// The total time, in microseconds.
    pub micros: u64,
    /// The time of the longest turn in microseconds, the number of its game (counted from 0), and
    /// the number of the turn (counted from 1).
    pub longest: Option<(u64, u64, u64)>,
    /// The number of the game with the first fault (counted from 0), the side of the program in
    /// this game, and the fault.
    pub fault: Option<(u64, Side, FirstFault)>,
}

impl Turns {
    pub(super) fn add(&mut self, game: u64, side: Side, observed: &Observed) {
        self.count = self.count.saturating_add(observed.turns);
        self.micros = self.micros.saturating_add(observed.micros);
        let longest = (observed.longest, game, observed.longest_turn);
        if observed.turns > 0 && self.longest.is_none_or(|(micros, ..)| micros < longest.0) {
            self.longest = Some(longest);
        }
        if let (None, Some(fault)) = (&self.fault, &observed.fault) {
            self.fault = Some((game, side, fault.clone()));
        }
    }
}

/// Writes the first fault and the times of a program. In this text, games are counted from 1.
pub(super) fn explain(name: &str, turns: &Turns, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Turns { count, micros, longest, fault } = turns;
    if let Some((game, side, fault)) = fault {
        let (game, turn) = (game.saturating_add(1), fault.turn);
        writeln!(f, "{name}: first fault in game {game}, turn {turn}, as {side}: {fault}")?;
    }
    let Some((longest, game, turn)) = longest else { return Ok(()) };
    let (mean, longest) = (millis(micros / count.max(&1)), millis(*longest));
    let game = game.saturating_add(1);
    writeln!(f, "{name}: {mean} a turn, at most {longest} (game {game}, turn {turn})")
}

/// Writes a time in milliseconds. Below 10 ms, it has one digit after the point.
fn millis(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{}.{} ms", micros / 1000, micros / 100 % 10),
        _ => format!("{} ms", micros / 1000),
    }
}
