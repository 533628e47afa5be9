//! `broadside run`, and `broadside` with a script on standard input.

use super::exit::{Exit, Failure, shown};
use super::world::CHUNK;
use super::{files, report};
use broadside::ports::Ports;
use broadside::script::{FeedError, Flow, Session, Stop, feed};
use std::io::BufReader;
use std::path::{Path, PathBuf};

const HINT: &str = "broadside: reading a script from the terminal, to the end of input (Ctrl-D); \
    see `broadside --help`\n";

/// Runs `files`, or standard input if there are none, in one session.
pub(super) fn run(
    files: &[PathBuf],
    explain: bool,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let mut session = Session::default();
    let stdin = [PathBuf::from("-")];
    for path in if files.is_empty() { &stdin } else { files } {
        match run_file(&mut session, path, ports) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Won(_)) => return Ok(Exit::Done),
            Err(FeedError::Input(error)) => {
                return Err(Failure::Input { path: path.clone(), error });
            }
            Err(FeedError::Stop(stop)) => return explain_stop(stop, path, explain, ports),
        }
    }
    session.answer(ports.out)?;
    Ok(Exit::Done)
}

/// Runs one file in `session`.
pub(super) fn run_file(
    session: &mut Session,
    path: &Path,
    ports: &mut Ports<'_>,
) -> Result<Flow, FeedError> {
    if !files::is_standard(path) {
        let file = ports.files.open(path).map_err(FeedError::Input)?;
        return feed(session, &mut BufReader::with_capacity(CHUNK, file), ports.out);
    }
    if ports.terminals.input {
        ports.report(HINT)?;
    }
    feed(session, ports.input, ports.out)
}

/// Shows on standard error why a run stopped: a syntax error always, the place of an invalid
/// operation on a terminal or with `--explain`.
pub(super) fn explain_stop(
    stop: Stop,
    path: &Path,
    explain: bool,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let name = shown(path);
    match stop {
        Stop::Output(error) => Err(Failure::Output(error)),
        Stop::Syntax(error) => {
            ports.report(&report::syntax(&name, &error))?;
            Ok(Exit::Syntax)
        }
        Stop::Invalid(invalid) => {
            if explain || ports.terminals.err {
                ports.report(&report::invalid(&name, &invalid))?;
            }
            Ok(Exit::Invalid)
        }
    }
}
