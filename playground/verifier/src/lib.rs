//! `broadside verify` for a web page: the laboratory, and a program that JavaScript runs.
//!
//! The worker that loads this has two global functions: `runProgram` gives a script to the program of the page and
//! returns what came of it; `tellProgress` is told how far the work is. Nothing else here knows the page.

mod ran;

use broadside_core::ports::programs::{Command, Limits, time_for};
use broadside_lab::generate::Scope;
use broadside_lab::patience::{Machine, Patient};
use broadside_lab::report::{Printed, Report};
use broadside_lab::rules::Level;
use broadside_lab::verify::{self, Plan, ProgramUnderTest, Verdict};
use ran::Pasted;
use serde::Serialize;
use std::cell::Cell;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

/// The program as it is typed on a command line.
const PROGRAM: &str = "node program.js";

#[wasm_bindgen]
unsafe extern "C" {
    /// Takes the number of random scripts so far, and what was found since the last time.
    #[wasm_bindgen(js_name = tellProgress)]
    fn tell_progress(scripts: f64, found: Option<String>);
}

/// What the page gets.
#[derive(Debug, Serialize)]
struct Answer {
    /// What `--json` writes.
    report: Report,
    /// What the command prints, with its styles.
    text: String,
}

/// Verifies the program of the page as `broadside verify --level LEVEL` does, with so many random scripts and a
/// report of so many columns. Answers with JSON.
///
/// # Errors
/// When there is no such level.
#[wasm_bindgen]
pub fn verify(level: &str, scripts: u32, columns: usize) -> Result<String, String> {
    let level = Level::from_name(level).ok_or_else(|| format!("there is no level `{level}`"))?;
    let scope = Scope { level: Some(level), ..Plan::default().scope };
    let plan = Plan { scope, scripts: scripts.into(), ..Plan::default() };
    let (machine, command) = (Machine::default(), Command::new(PROGRAM.split(' ')));
    let patient = Patient::new(&Pasted, &machine);
    let mut program = ProgramUnderTest::new(&patient, &command);
    // Nothing runs beside the program here: its first tries need no more than what a fast one gets.
    program.limits.time = Some(time_for(vec![Duration::ZERO]));
    let settle = |first| Limits { time: Some(time_for(first)), ..Limits::default() };
    let shown = Cell::new(0);
    let goes_on = |verdict: &Verdict| {
        tell(verdict, shown.replace(verdict.findings.len()));
        true
    };
    let verdict = verify::verify(&plan, program, &settle, &goes_on);
    let verdict = verdict.map_err(|error| error.to_string())?;
    let report = verdict.report(PROGRAM, &plan.seed.to_string());
    let text = printed(&report, &verdict, level, columns);
    serde_json::to_string(&Answer { report, text }).map_err(|error| error.to_string())
}

/// Tells how far the work is, with the findings behind the first `shown`.
fn tell(verdict: &Verdict, shown: usize) {
    let found = verdict.findings.iter().skip(shown).map(|found| {
        let found = found.finding("", "");
        format!("found at level {}: {}", found.level, found.headline)
    });
    let found = found.collect::<Vec<_>>().join("\n");
    #[expect(clippy::cast_precision_loss, reason = "the page asks for some hundred scripts")]
    tell_progress(verdict.scripts as f64, (!found.is_empty()).then_some(found));
}

fn printed(found: &Report, verdict: &Verdict, level: Level, columns: usize) -> String {
    let report = Printed {
        found,
        verdict,
        options: "",
        columns,
        coverage: false,
        kept: &[],
        link: |_| None,
        level: Some(level),
        is_one_script: false,
        checks_ai: false,
    };
    report.to_string()
}
