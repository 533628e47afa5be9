//! The interpreter of the Ships language for a web page: the functions that the playground's
//! workers call.
//!
//! Scripts are bytes, answers are JSON, and the output of a run goes to a [`Sink`] during the run.
//! JavaScript calls these functions through `wasm-bindgen`. The functions do not depend on the
//! page. `cargo xtask web` builds this crate and the page.

mod answers;
mod language;
mod output;
mod place;

use answers::{Finding, Findings, Outcome, Replayed, Turn};
use broadside_ships::script::check::check_lines;
use broadside_ships::script::replay::Recorder;
use broadside_ships::script::{FeedError, Flow, Session, Stop, feed};
use output::Stream;
use serde::Serialize;
use std::io::{self, BufReader};
use wasm_bindgen::prelude::wasm_bindgen;

pub use output::Sink;

/// The number of bytes of a script that are read at once.
const CHUNK: usize = 16 * 1024;
/// The most findings in a list.
const MOST_FINDINGS: usize = 300;

/// Returns the version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the words of the language, for colours, completion and help.
#[wasm_bindgen]
pub fn language() -> String {
    json(&language::words())
}

/// Runs a script like `broadside run`. The output goes to `sink`, and the answer has the exit
/// status.
#[wasm_bindgen]
pub fn run(script: &[u8], sink: &Sink) -> String {
    let (mut session, mut out) = (Session::default(), Stream::new(sink));
    let outcome = match feed(&mut session, &mut BufReader::with_capacity(CHUNK, script), &mut out) {
        Ok(Flow::Continue) => session.answer(&mut out).map(|()| Outcome::ended(None)),
        Ok(Flow::Won(side)) => Ok(Outcome::ended(Some(side))),
        Err(error) => stopped(error),
    };
    out.close();
    json(&outcome.unwrap_or_else(|error| Outcome::failed(&error)))
}

/// Returns the outcome of a run that stopped.
fn stopped(error: FeedError) -> Result<Outcome, io::Error> {
    match error {
        FeedError::Stop(Stop::Syntax(error)) => Ok(Outcome::syntax(&error)),
        FeedError::Stop(Stop::Invalid(invalid)) => Ok(Outcome::invalid(&invalid)),
        FeedError::Stop(Stop::Output(error)) | FeedError::Input(error) => Err(error),
    }
}

/// Returns the findings of `broadside check` for a script.
#[wasm_bindgen]
pub fn check(script: &[u8]) -> String {
    let mut findings = Findings::default();
    for finding in check_lines(script).flatten() {
        if findings.list.len() < MOST_FINDINGS {
            findings.list.push(Finding::of(&finding));
        } else {
            findings.more += 1;
        }
    }
    json(&findings)
}

/// Returns the canonical form of a script, as `broadside fmt` writes it.
///
/// # Errors
/// The first syntax error, as JSON.
#[wasm_bindgen]
pub fn format(script: &[u8]) -> Result<Vec<u8>, String> {
    broadside_ships::script::format(script).map_err(|error| json(&Finding::syntax(&error)))
}

/// Returns the words that may complete the last word of `before`, the beginning of a script.
#[wasm_bindgen]
pub fn complete(before: &[u8]) -> String {
    json(&place::choices(before))
}

/// Returns the turn of the AI for the player who is expected at the end of a script, as a group to
/// append.
#[wasm_bindgen]
pub fn turn(script: &[u8]) -> String {
    let mut session = Session::default();
    let mut lines = script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n');
    let flow = lines.try_fold(Flow::Continue, |flow, line| match flow {
        Flow::Continue => session.feed(line, &mut io::sink()),
        won @ Flow::Won(_) => Ok(won),
    });
    let open = session.group();
    let end = flow.and_then(|flow| match flow {
        Flow::Continue => session.end(&mut io::sink()),
        won @ Flow::Won(_) => Ok(won),
    });
    json(&Turn::of(end, open, &session))
}

/// Returns the first `most` frames (steps of the game) of a script, up to the first error.
#[wasm_bindgen]
pub fn replay(script: &[u8], most: usize) -> String {
    let mut recorder = Recorder::default();
    let mut lines = script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n');
    while recorder.replay().len() <= most {
        let Some(line) = lines.next() else {
            // If the end of the script is refused, this refusal has a frame too.
            let _ = recorder.end();
            break;
        };
        if !matches!(recorder.feed(line), Ok(Flow::Continue)) {
            break;
        }
    }
    let mut frames = recorder.into_replay();
    let is_whole = frames.len() <= most;
    frames.truncate(most);
    json(&Replayed::new(&frames, is_whole))
}

/// Returns an answer as JSON. Answers consist of texts and numbers, so the conversion cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_its_place() {
        let findings: serde_json::Value =
            serde_json::from_str(&check(b"[state]\nREEF 1\n[state]\n")).unwrap();
        assert_eq!(findings["list"][0]["line"], 3);
        assert_eq!(check(b"[state] REEF 1 1 [state]"), r#"{"list":[],"more":0}"#);
    }

    /// Tags and comments have no frames.
    #[test]
    fn a_replay_is_whole_if_it_has_all_frames() {
        let script = b"[state]\nREEF 1 1 REEF 3 3\nREEF 5 5\n[state]\n# the end\n";
        let shown = [0, 1, 2, 3, 4].map(|most| {
            let answer: serde_json::Value = serde_json::from_str(&replay(script, most)).unwrap();
            (answer["frames"].as_array().unwrap().len(), answer["is_whole"].as_bool().unwrap())
        });
        assert_eq!(shown, [(0, false), (1, false), (2, false), (3, true), (3, true)]);
    }
}
