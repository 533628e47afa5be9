//! The laws of the Ships language.

use broadside::script::check::{Finding, Problem, check as findings};
use broadside::script::{FeedError, Flow, Session, Stop, feed, format, save as state};
use std::io::{self, Write};

/// The most bytes that a script may print. So a picture of 10^9 fields is cut short.
const ROOM: usize = 1 << 20;

/// An output of at most [`ROOM`] bytes.
#[derive(Default)]
pub(super) struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > ROOM {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Any script can be run. If a turn of an AI follows the script, the answer of the AI is a script
/// that runs (spec ships §9).
pub(crate) fn script(script: &[u8]) {
    let (mut session, mut out) = (Session::default(), Bounded::default());
    let end = feed(&mut session, &mut &*script, &mut out);
    let is_whole = matches!(end, Ok(Flow::Continue)) && session.expected_ai().is_some();
    let mut answer = Bounded::default();
    if is_whole && session.answer(&mut answer).is_ok() {
        runs(&answer.0);
    }
}

/// Checks a script written by Broadside: it must run. It may end with a victory, but no command may
/// be refused.
fn runs(script: &[u8]) {
    let end = feed(&mut Session::default(), &mut &*script, &mut Bounded::default());
    let runs = matches!(end, Ok(_) | Err(FeedError::Stop(Stop::Output(_))));
    assert!(runs, "{end:?} of\n{}", String::from_utf8_lossy(script));
}

/// A saved game is a script that runs. SAVE then writes the same again, except for the seed (spec
/// ships §7).
pub(crate) fn save(script: &[u8]) {
    let mut session = Session::default();
    drop(feed(&mut session, &mut &*script, &mut Bounded::default()));
    let first = saved(&session);
    let mut again = Session::default();
    feed(&mut again, &mut first.as_slice(), &mut io::sink())
        .expect("a saved game is a valid script");
    assert_eq!(without_seed(&saved(&again)), without_seed(&first));
}

/// Returns the game of a session as SAVE writes it.
pub(super) fn saved(session: &Session) -> Vec<u8> {
    let mut text = Vec::new();
    state::write(session.game(), &mut text).expect("a write to memory never fails");
    text
}

/// Returns a saved game without its seed, because each SAVE raises the seed.
fn without_seed(saved: &[u8]) -> Vec<u8> {
    let lines = saved.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(b"SRAND ")).collect::<Vec<_>>().join(&b'\n')
}

/// If a script runs to its end, `check` finds no errors. If a run refuses the script, `check` finds
/// at least one error.
pub(crate) fn check(script: &[u8]) {
    let is_error =
        |finding: &Finding| matches!(finding.problem, Problem::Syntax(_) | Problem::Invalid(_));
    let errors = findings(script).iter().filter(|finding| is_error(finding)).count();
    match feed(&mut Session::default(), &mut &*script, &mut Bounded::default()) {
        Ok(Flow::Continue) => assert_eq!(errors, 0),
        Ok(Flow::Won(_)) | Err(FeedError::Stop(Stop::Output(_))) => {}
        Err(_) => assert_ne!(errors, 0),
    }
}

/// The canonical form of a script does not change when it is formatted again. It prints what the
/// script prints.
pub(crate) fn fmt(script: &[u8]) {
    let Ok(canonical) = format(script) else { return };
    let again = format(&canonical).expect("the canonical form is a script");
    assert_eq!(again, canonical);
    assert_eq!(printed(&canonical), printed(script));
}

/// Returns the output of a script.
fn printed(script: &[u8]) -> Vec<u8> {
    let mut out = Bounded::default();
    drop(feed(&mut Session::default(), &mut &*script, &mut out));
    out.0
}
