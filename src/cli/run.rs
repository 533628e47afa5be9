//! `broadside run`, and `broadside` with a script from standard input or from `-c`.

use super::exit::{Exit, Failure, Result, is_standard, shown};
use super::report;
use super::scene::{self, Explanation};
use super::world::CHUNK;
use broadside::ports::Ports;
use broadside::script::{FeedError, Flow, Session, Stop, feed};
use std::io::BufReader;
use std::path::{Path, PathBuf};

const GIVEN: &str = "<-c>";

const HINT: &str = "broadside: reading a script from the terminal, to the end of input (Ctrl-D); \
    see `broadside --help`\n";

/// Runs `files`, and then the text `given`. If both are missing, runs standard input. If an AI is
/// to move at the end, prints its answer: the state, the board, its turn, and the board again.
pub(super) fn run(
    files: &[PathBuf],
    given: Option<&[u8]>,
    explanation: Explanation,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let mut session = Session::default();
    let stdin = [PathBuf::from("-")];
    for path in if files.is_empty() && given.is_none() { &stdin } else { files } {
        let result = run_file(&mut session, path, ports);
        if let Some(exit) = ended(result, path, (&session, explanation), ports)? {
            return Ok(exit);
        }
    }
    if let Some(text) = given {
        let result = feed(&mut session, &mut &*text, ports.out);
        if let Some(exit) = ended(result, Path::new(GIVEN), (&session, explanation), ports)? {
            return Ok(exit);
        }
    }
    session.answer(ports.out)?;
    Ok(Exit::Done)
}

/// Returns how the program exits after `result`, or `None` if the run goes on.
fn ended(
    result: Result<Flow, FeedError>,
    path: &Path,
    (session, explanation): (&Session, Explanation),
    ports: &mut Ports<'_>,
) -> Result<Option<Exit>> {
    match result {
        Ok(Flow::Continue) => Ok(None),
        Ok(Flow::Won(_)) => Ok(Some(Exit::Done)),
        Err(FeedError::Input(error)) => Err(Failure::input(path)(error)),
        Err(FeedError::Stop(stop)) => {
            let scene = match (&stop, explanation.look(ports)) {
                (Stop::Invalid(invalid), Some(look)) => {
                    scene::picture(session.game(), invalid, look)
                }
                _ => None,
            };
            let exit = explain_stop(stop, path, explanation.explain, ports)?;
            if let Some(scene) = scene {
                ports.report(&scene)?;
            }
            Ok(Some(exit))
        }
    }
}

pub(super) fn run_file(
    session: &mut Session,
    path: &Path,
    ports: &mut Ports<'_>,
) -> Result<Flow, FeedError> {
    if !is_standard(path) {
        let file = ports.files.open(path).map_err(FeedError::Input)?;
        return feed(session, &mut BufReader::with_capacity(CHUNK, file), ports.out);
    }
    if ports.terminals.input {
        ports.report(HINT)?;
    }
    feed(session, ports.input, ports.out)
}

/// Reports why a script stops. Reports an invalid operation only with `explain`, or if standard
/// error is a terminal.
pub(super) fn explain_stop(
    stop: Stop,
    path: &Path,
    explain: bool,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let name = shown(path);
    match stop {
        Stop::Output(error) => Err(Failure::Output(error)),
        Stop::Syntax(error) => {
            ports.report(&report::syntax(&name, &error))?;
            Ok(Exit::Syntax)
        }
        Stop::Invalid(invalid) => {
            if explain || ports.terminals.err {
                ports.report(&report::invalid(&name, &invalid, invalid.advice.clone()))?;
            }
            Ok(Exit::Invalid)
        }
    }
}
