//! A game against the machine as a script.

use super::Versus;
use broadside_ships::rules::Setting;
use broadside_ships::rules::fair::TurnReport;
use broadside_ships::script::ast::Group;
use broadside_ships::script::{print, save};

/// The start and all turns that were ended. No side is an AI of the language there: a run of the script
/// plays no further turn.
pub(super) fn script(game: &Versus) -> Vec<u8> {
    let (machine, seed) = (game.machine().name(), game.seed());
    let mut text = format!("# A against the machine ({machine}), seed {seed}\n").into_bytes();
    let tag = Group::State.tag();
    line(tag, &mut text);
    for setting in save::settings(game.start()) {
        if !matches!(setting, Setting::AiPlayer(_)) {
            print::setting(&setting, &mut text);
            text.push(b'\n');
        }
    }
    line(tag, &mut text);
    for report in game.reports() {
        turn(report, &mut text);
    }
    text
}

/// A turn: what was carried out, with what was refused as comments.
fn turn(report: &TurnReport, text: &mut Vec<u8>) {
    let tag = Group::Turn(report.side).tag();
    line(&format!("# turn {}", report.turn), text);
    line(tag, text);
    for step in &report.steps {
        let reason = step.outcome.err().map(|reason| format!(": {reason}"));
        if reason.is_some() {
            text.extend_from_slice(b"# refused ");
        }
        print::order(&step.order, text);
        line(&reason.unwrap_or_default(), text);
    }
    line(tag, text);
}

fn line(line: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(line.as_bytes());
    text.push(b'\n');
}
