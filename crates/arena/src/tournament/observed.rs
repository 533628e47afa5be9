//! The times and the first fault of each program in a game. These data help to explain the result
//! of a match. The data may differ when the game is played again, so no digest covers them.

use super::fault::Blame;
use crate::exchange::shown_telling_line;
use broadside_core::board::Side;
use broadside_core::ports::programs::Ended;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The turns of one side's program in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Observed {
    /// The number of turns that the program was asked to play.
    pub turns: u64,
    /// The time of all turns of the program, in microseconds.
    pub micros: u64,
    /// The time of the longest turn of the program, in microseconds.
    pub longest: u64,
    /// The number of the longest turn of the program; 0 if it had no turn. The turns of both sides
    /// are counted together, from 1.
    pub longest_turn: u64,
    /// The first fault of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FirstFault>,
}

/// The first fault of a side in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstFault {
    /// The number of the turn. The turns of both sides are counted together, from 1.
    pub turn: u64,
    /// What the program did, in the words of journals, such as `timeout` or `crash SIGNAL`.
    pub fault: String,
    /// What the fault is about, such as the wrong line with the reason, or the illegal command.
    /// Empty if there is nothing to add.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The line of the program's standard error that says most about an error, shortened. Empty if
    /// there is none.
    pub stderr: String,
}

impl fmt::Display for FirstFault {
    /// Writes for example ``malformed 2:1, in `FIRE`: expected a ...; it said `KeyError` ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fault, about, stderr, .. } = self;
        f.write_str(fault)?;
        if !about.is_empty() {
            write!(f, ", {about}")?;
        }
        if stderr.is_empty() { Ok(()) } else { write!(f, "; it said `{stderr}`") }
    }
}

impl Observed {
    pub(super) fn add(&mut self, turn: u64, ended: &Ended, stderr: &[u8], blame: Option<&Blame>) {
        let micros = u64::try_from(ended.wall.as_micros()).unwrap_or(u64::MAX);
        self.turns += 1;
        self.micros = self.micros.saturating_add(micros);
        if self.turns == 1 || micros > self.longest {
            (self.longest, self.longest_turn) = (micros, turn);
        }
        if let (Some(Blame { fault, about }), None) = (blame, &self.fault) {
            let (fault, about) = (fault.to_string(), about.clone());
            let stderr = shown_telling_line(stderr);
            self.fault = Some(FirstFault { turn, fault, about, stderr });
        }
    }
}

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
    /// The first fault, the number of its game (counted from 0), and the side of the program.
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

fn millis(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{}.{} ms", micros / 1000, micros / 100 % 10),
        _ => format!("{} ms", micros / 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::Fault;
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_longest_turn_and_the_first_fault_are_kept() {
        let mut observed = Observed::default();
        let mut note = |turn, millis, stderr: &str, fault: Option<Fault>| {
            let wall = Duration::from_millis(millis);
            let ended = Ended { wall, ..Ended::exited(0, []) };
            observed.add(turn, &ended, stderr.as_bytes(), fault.map(Blame::from).as_ref());
        };
        note(1, 3, "", None);
        note(3, 9, "Traceback\nKeyError: '\u{1b}A'\n\n", Some(Fault::Exit(1)));
        note(5, 4, "later", Some(Fault::NoGroup));
        assert_eq!((observed.turns, observed.micros), (3, 16_000));
        assert_eq!((observed.longest, observed.longest_turn), (9000, 3));
        let fault = observed.fault.unwrap();
        assert_eq!((fault.turn, &*fault.fault), (3, "exit 1"));
        assert_eq!(fault.stderr, "KeyError: '\\u{1b}A'");
    }
}
