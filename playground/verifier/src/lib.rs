//! `broadside verify` for a web page: JavaScript runs the program that is verified.
//!
//! The worker that loads this module has two global functions. `runProgram` runs the program of the
//! page with a script as its input, and returns the result. `tellProgress` takes the progress.
//! Nothing else here depends on the page.

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

/// The command line of the program.
const PROGRAM: &str = "node program.js";

#[wasm_bindgen]
unsafe extern "C" {
    /// Takes the number of random scripts so far and the new findings.
    #[wasm_bindgen(js_name = tellProgress)]
    fn tell_progress(scripts: f64, found: Option<String>);
}

/// The answer to the page.
#[derive(Debug, Serialize)]
struct Answer {
    /// The report that `--json` writes.
    report: Report,
    /// The output of the command, with its styles.
    text: String,
}

/// Verifies the program of the page like `broadside verify --level LEVEL`, with `scripts` random
/// scripts. The report is `columns` characters wide. Returns JSON.
///
/// # Errors
/// If there is no such level, or if the program cannot be run.
#[wasm_bindgen]
pub fn verify(level: &str, scripts: u32, columns: usize) -> Result<String, String> {
    let level = Level::from_name(level).ok_or_else(|| format!("there is no level `{level}`"))?;
    let scope = Scope { level: Some(level), ..Plan::default().scope };
    let plan = Plan { scope, scripts: scripts.into(), ..Plan::default() };
    let (machine, command) = (Machine::default(), Command::new(PROGRAM.split(' ')));
    let patient = Patient::new(&Pasted, &machine);
    let mut program = ProgramUnderTest::new(&patient, &command);
    // No other program slows the first runs down, so the shortest time limit is enough for them.
    program.limits.time = Some(time_for(vec![Duration::ZERO]));
    let settle = |first| Limits { time: Some(time_for(first)), ..Limits::default() };
    let shown = Cell::new(0);
    let goes_on = |verdict: &Verdict| {
        report_progress(verdict, shown.replace(verdict.findings.len()));
        true
    };
    let verdict = verify::verify(&plan, program, &settle, &goes_on);
    let verdict = verdict.map_err(|error| error.to_string())?;
    let report = verdict.report(PROGRAM, &plan.seed.to_string());
    let text = printed(&report, &verdict, level, columns);
    serde_json::to_string(&Answer { report, text }).map_err(|error| error.to_string())
}

/// Reports the progress, with the findings after the first `shown`.
fn report_progress(verdict: &Verdict, shown: usize) {
    let found = verdict.findings.iter().skip(shown).map(|found| {
        let found = found.finding("", "");
        format!("found at level {}: {}", found.level, found.headline)
    });
    let found = found.collect::<Vec<_>>().join("\n");
    #[expect(clippy::cast_precision_loss, reason = "the page asks for some hundred scripts")]
    tell_progress(verdict.scripts as f64, (!found.is_empty()).then_some(found));
}

/// Returns the report as the command prints it.
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
