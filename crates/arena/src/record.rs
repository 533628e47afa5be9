//! Writes a game as a script for `run` and `replay`: the start, then the turns. Refused orders are
//! comments in the script.

use crate::recorded::REFUSED;
use broadside_core::board::Side;
use broadside_ships::rules::fair::Step;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::Group;
use broadside_ships::script::{print, save};

#[derive(Clone, Debug, Default)]
pub(crate) struct Record(Vec<u8>);

impl Record {
    /// Begins a record with a comment and the start of the game. Leaves out `SET_AI_PLAYER`: with
    /// it, a run of the script could add a turn of an AI.
    pub(crate) fn new(comment: &str, start: &Game) -> Self {
        let mut record = Self::default();
        record.comment(comment);
        record.line(Group::State.tag());
        for setting in save::settings(start) {
            if !matches!(setting, Setting::AiPlayer(_)) {
                print::setting(&setting, &mut record.0);
                record.line("");
            }
        }
        record.line(Group::State.tag());
        record
    }

    /// Continues the `kept` record with another title. Leaves out the line that says how the game
    /// ended, if the game was over.
    pub(crate) fn continuing(kept: &[u8], comment: &str) -> Self {
        let mut record = Self::default();
        record.comment(comment);
        let turns =
            kept.splitn(2, |byte| *byte == b'\n').nth(1).unwrap_or_default().trim_ascii_end();
        let last = turns.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_end = last.starts_with(b"# ");
        record.0.extend_from_slice(&turns[..turns.len() - if is_end { last.len() } else { 0 }]);
        if !is_end {
            record.line("");
        }
        record
    }

    pub(crate) fn turn(&mut self, side: Side, steps: &[Step]) {
        self.open_turn(side, steps);
        self.line(Group::Turn(side).tag());
    }

    /// Adds a turn without its closing tag.
    pub(crate) fn open_turn(&mut self, side: Side, steps: &[Step]) {
        self.line(Group::Turn(side).tag());
        for step in steps {
            if step.outcome.is_err() {
                self.0.extend_from_slice(REFUSED);
            }
            print::order(&step.order, &mut self.0);
            let reason = step.outcome.err().map(|reason| format!(": {reason}"));
            self.line(&reason.unwrap_or_default());
        }
    }

    /// Adds a comment of one line: control characters become blanks.
    pub(crate) fn comment(&mut self, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line(&format!("# {text}"));
    }

    /// Returns all commands that were carried out: the script without its comments.
    pub(crate) fn commands(&self) -> Vec<u8> {
        let lines = self.0.split_inclusive(|byte| *byte == b'\n');
        lines.filter(|line| !line.starts_with(b"#")).flatten().copied().collect()
    }

    pub(crate) fn numbered_turn(&mut self, number: u64, side: Side, steps: &[Step]) {
        self.comment(&format!("turn {number}"));
        self.turn(side, steps);
    }

    pub(crate) fn end(&mut self, winner: Option<Side>, reason: &str) {
        self.comment(&match winner {
            Some(side) => format!("{} wins: {reason}", side.name()),
            None => format!("draw: {reason}"),
        });
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn line(&mut self, line: &str) {
        self.0.extend_from_slice(line.as_bytes());
        self.0.push(b'\n');
    }
}

/// Returns the part of a record before its first turn.
pub(crate) fn opening(record: &[u8]) -> &[u8] {
    let first_turn = memchr::memmem::find(record, b"\n# turn ");
    first_turn.map_or(record, |at| &record[..=at])
}

/// Returns the number of turns in a record whose turns are numbered.
pub(crate) fn turns(record: &[u8]) -> usize {
    record.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"# turn ")).count()
}

/// Returns the title of a record: the comment in its first line.
pub(crate) fn title(record: &[u8]) -> Option<&str> {
    let line = record.split(|byte| *byte == b'\n').next()?;
    str::from_utf8(line).ok()?.strip_prefix("# ")
}
