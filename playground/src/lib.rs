//! The interpreter of the Ships language for a web page: what the playground's workers call.
//!
//! Scripts come in as bytes, answers go out as JSON, what a run prints goes to a [`Sink`] as it comes. Nothing
//! here knows the page; JavaScript sees these functions through `wasm-bindgen`. `cargo xtask web` builds it.

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

/// Bytes of a script between two looks at what it has printed.
const CHUNK: usize = 16 * 1024;
/// Findings that are told one by one.
const MOST_FINDINGS: usize = 300;

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The words of the language, for colours, completion and what is told about a command.
#[wasm_bindgen]
pub fn language() -> String {
    json(&language::words())
}

/// Runs a script as `broadside run` does: the same bytes to `sink`, the same exit status.
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

/// Why a run stopped.
fn stopped(error: FeedError) -> Result<Outcome, io::Error> {
    match error {
        FeedError::Stop(Stop::Syntax(error)) => Ok(Outcome::syntax(&error)),
        FeedError::Stop(Stop::Invalid(invalid)) => Ok(Outcome::invalid(&invalid)),
        FeedError::Stop(Stop::Output(error)) | FeedError::Input(error) => Err(error),
    }
}

/// What `broadside check` says about a script.
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

/// The canonical form of a script, as `broadside fmt` writes it.
///
/// # Errors
/// The first syntax error, as JSON: only scripts have such a form.
#[wasm_bindgen]
pub fn format(script: &[u8]) -> Result<Vec<u8>, String> {
    broadside_ships::script::format(script).map_err(|error| json(&Finding::syntax(&error)))
}

/// What may stand at the end of `before`, the beginning of a script: the words for the one that is typed there.
#[wasm_bindgen]
pub fn complete(before: &[u8]) -> String {
    json(&place::choices(before))
}

/// The machine's turn for the player who is expected at the end of a script, as a group to append.
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

/// The frames of a script for the page's board: at most `most` of them, up to the first error.
#[wasm_bindgen]
pub fn replay(script: &[u8], most: usize) -> String {
    let mut recorder = Recorder::default();
    let mut lines = script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n');
    let is_whole = loop {
        if recorder.replay().len() >= most {
            break false;
        }
        let Some(line) = lines.next() else {
            // A game that is refused its end has become a frame.
            let _ = recorder.end();
            break true;
        };
        if !matches!(recorder.feed(line), Ok(Flow::Continue)) {
            break true;
        }
    };
    json(&Replayed::new(&recorder.into_replay(), is_whole))
}

/// All that is told is made of texts and numbers, and memory takes everything.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_in_a_script_is_told_with_its_place() {
        let findings: serde_json::Value =
            serde_json::from_str(&check(b"[state]\nREEF 1\n[state]\n")).unwrap();
        assert_eq!(findings["list"][0]["line"], 3);
        assert_eq!(check(b"[state] REEF 1 1 [state]"), r#"{"list":[],"more":0}"#);
    }
}
