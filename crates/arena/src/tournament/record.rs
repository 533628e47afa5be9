//! A game as a script, for `run` and `replay`.

use super::outcome::{End, Fault};
use super::schedule::Fixture;
use broadside_core::board::{BySide, Side};
use broadside_ships::rules::fair::TurnReport;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::Group;
use broadside_ships::script::{print, save, side_name};

/// The script of a game while it is played. Comments say who plays, what was refused and how it ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Record(Vec<u8>);

impl Record {
    /// The head and the state that the game begins with. No side is an AI of the language there: a run
    /// of the record plays no further turn.
    pub(super) fn new(fixture: &Fixture, names: &BySide<&str>, start: &Game) -> Self {
        let mut record = Self(Vec::new());
        let Fixture { game, round, .. } = fixture;
        let (first, second) = (names.first, names.second);
        record.comment(&format!("game {game}, round {round}: A is {first}, B is {second}"));
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

    /// A turn: what was carried out, with what was refused in between as comments.
    pub(super) fn turn(&mut self, number: u64, report: &TurnReport) {
        let tag = Group::Turn(report.side).tag();
        self.comment(&format!("turn {number}"));
        self.line(tag);
        for step in &report.steps {
            if step.outcome.is_err() {
                self.0.extend_from_slice(b"# refused ");
            }
            print::order(&step.order, &mut self.0);
            let reason = step.outcome.err().map(|reason| format!(": {reason}"));
            self.line(&reason.unwrap_or_default());
        }
        self.line(tag);
    }

    /// Notes a fault of `side`, which may end the game or not.
    pub(super) fn fault(&mut self, number: u64, side: Side, fault: &Fault) {
        let side = side_name(side);
        self.comment(&format!("turn {number}: fault of {side}: {fault}"));
    }

    /// The script so far without comments: all commands that were carried out.
    pub(super) fn commands(&self) -> Vec<u8> {
        let lines = self.0.split_inclusive(|byte| *byte == b'\n');
        lines.filter(|line| !line.starts_with(b"#")).flatten().copied().collect()
    }

    /// The whole script.
    pub(super) fn end(mut self, end: &End) -> Vec<u8> {
        match end.winner() {
            Some(side) => self.comment(&format!("{} wins: {end}", side_name(side))),
            None => self.comment(&format!("draw: {end}")),
        }
        self.0
    }

    fn line(&mut self, line: &str) {
        self.0.extend_from_slice(line.as_bytes());
        self.0.push(b'\n');
    }

    /// A comment on one line, whatever names hold.
    fn comment(&mut self, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line(&format!("# {text}"));
    }
}
