//! `broadside run`, and `broadside` with a script on standard input or in an argument.

use super::boards::Look;
use super::exit::{Exit, Failure, shown};
use super::scene::{self, Telling};
use super::world::CHUNK;
use super::{files, report};
use broadside::ports::Ports;
use broadside::rules::ships::Game;
use broadside::script::{FeedError, Flow, Session, Stop, feed};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// What messages call the script of `-c`.
const GIVEN: &str = "<-c>";

const HINT: &str = "broadside: reading a script from the terminal, to the end of input (Ctrl-D); \
    see `broadside --help`\n";

/// Runs `files` and then the text of `-c`, or standard input if there is neither, in one session.
pub(super) fn run(
    files: &[PathBuf],
    given: Option<&[u8]>,
    telling: Telling,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let mut session = Session::default();
    let stdin = [PathBuf::from("-")];
    for path in if files.is_empty() && given.is_none() { &stdin } else { files } {
        let ran = run_file(&mut session, path, ports);
        if let Some(exit) = ended(ran, path, (&session, telling), ports)? {
            return Ok(exit);
        }
    }
    if let Some(text) = given {
        let ran = feed(&mut session, &mut &*text, ports.out);
        if let Some(exit) = ended(ran, Path::new(GIVEN), (&session, telling), ports)? {
            return Ok(exit);
        }
    }
    session.answer(ports.out)?;
    Ok(Exit::Done)
}

/// How the run ends, if it ends with this script.
fn ended(
    ran: Result<Flow, FeedError>,
    path: &Path,
    (session, telling): (&Session, Telling),
    ports: &mut Ports<'_>,
) -> Result<Option<Exit>, Failure> {
    match ran {
        Ok(Flow::Continue) => Ok(None),
        Ok(Flow::Won(_)) => Ok(Some(Exit::Done)),
        Err(FeedError::Input(error)) => Err(Failure::Input { path: path.to_owned(), error }),
        Err(FeedError::Stop(stop)) => {
            let scene = scene_of(&stop, session.game(), telling.look(ports));
            let exit = explain_stop(stop, path, telling.explain, ports)?;
            scene.map_or(Ok(()), |scene| ports.report(&scene))?;
            Ok(Some(exit))
        }
    }
}

/// A picture of the place where a run stopped, if `look` says that one is wanted.
fn scene_of(stop: &Stop, game: &Game, look: Option<Look>) -> Option<String> {
    match stop {
        Stop::Invalid(invalid) => scene::picture(game, invalid, look?),
        Stop::Syntax(_) | Stop::Output(_) => None,
    }
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
                ports.report(&report::invalid(&name, &invalid, invalid.advice.clone()))?;
            }
            Ok(Exit::Invalid)
        }
    }
}
