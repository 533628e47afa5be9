//! What is noted of the turns of a game's programs, to explain a table: times, and the first fault. It may
//! differ when a game is played again, so no digest holds it.

use super::fault::Fault;
use broadside_core::ports::programs::Ended;
use broadside_core::text::Visible;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most characters that are kept of a line of standard error.
const LONGEST_LINE: usize = 160;

/// The turns of one side's program in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Observed {
    /// How many turns it was asked for.
    pub turns: u64,
    /// The time of all its turns, in microseconds.
    pub micros: u64,
    /// The time of its longest turn, in microseconds.
    pub longest: u64,
    /// The number of its longest turn, those of both sides counted, from 1.
    pub longest_turn: u64,
    /// Its first fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FirstFault>,
}

/// The first fault of a side in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstFault {
    /// The number of the turn, those of both sides counted, from 1.
    pub turn: u64,
    /// What it did, in the words of journals.
    pub fault: String,
    /// The last line of its standard error, shortened; empty where there is none.
    pub stderr: String,
}

impl Observed {
    /// Notes a turn.
    pub(super) fn add(&mut self, turn: u64, ended: &Ended, fault: Option<&Fault>) {
        let micros = u64::try_from(ended.wall.as_micros()).unwrap_or(u64::MAX);
        self.turns += 1;
        self.micros = self.micros.saturating_add(micros);
        if self.turns == 1 || micros > self.longest {
            (self.longest, self.longest_turn) = (micros, turn);
        }
        if let (Some(fault), None) = (fault, &self.fault) {
            let stderr = last_line(&ended.stderr_tail);
            self.fault = Some(FirstFault { turn, fault: fault.to_string(), stderr });
        }
    }
}

/// The last line that is not blank, with control characters made visible.
fn last_line(text: &[u8]) -> String {
    let mut lines = text.split(|byte| *byte == b'\n').rev().map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
    Visible(line).to_string().chars().take(LONGEST_LINE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_longest_turn_and_the_first_fault_are_kept() {
        let mut observed = Observed::default();
        let mut note = |turn, millis, stderr: &str, fault: Option<Fault>| {
            let wall = Duration::from_millis(millis);
            let stderr_tail = stderr.as_bytes().to_vec();
            let ended = Ended { wall, stderr_tail, ..Ended::exited(0, []) };
            observed.add(turn, &ended, fault.as_ref());
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
