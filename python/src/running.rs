//! Runs, checks and formats scripts.

use crate::errors;
use crate::watch::interruptible;
use broadside::Cancel;
use broadside::script::check::check_lines;
use broadside::script::{Flow, Session, Stop};
use pyo3::prelude::*;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A text, or its bytes.
#[derive(FromPyObject)]
pub(crate) enum Text {
    Text(String),
    Bytes(Vec<u8>),
}

impl Text {
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// How a run has ended.
#[pyclass(frozen, get_all, module = "broadside")]
#[derive(Debug)]
pub struct Outcome {
    /// All that the script printed.
    output: String,
    /// The exit status of `broadside run`: 0 at the end of the script or after a victory, 1 for an
    /// invalid operation, 2 for a syntax error.
    status: u8,
    /// `A` or `B`, if one has won.
    winner: Option<&'static str>,
    /// The `InvalidOperation` or `ScriptError` that stopped the run.
    problem: Option<Py<PyAny>>,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let Self { output, status, winner, .. } = self;
        let winner = winner.map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("Outcome(status={status}, winner={winner}, output={} characters)", output.len())
    }

    /// Raises `problem`, if there is one; else returns the outcome itself.
    fn checked(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        match &slf.get().problem {
            Some(problem) => Err(PyErr::from_value(problem.bind(slf.py()).clone())),
            None => Ok(slf),
        }
    }
}

/// Runs a script as `broadside run` does.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, script: Text) -> PyResult<Outcome> {
    let script = script.into_bytes();
    let (mut session, mut output) = (Session::default(), Vec::new());
    let end = feed(py, &mut session, &script, &mut output, true)?;
    let (status, winner, problem) = match end {
        Ok(Flow::Continue) => (0, None, None),
        Ok(Flow::Won(side)) => (0, Some(side.name()), None),
        Err(Stop::Syntax(error)) => (2, None, Some(errors::syntax(py, &error))),
        Err(Stop::Invalid(error)) => (1, None, Some(errors::invalid(py, &error))),
        Err(Stop::Output(error)) => return Err(error.into()),
    };
    let problem = problem.map(|error| error.into_value(py).into_any());
    Ok(Outcome { output: into_text(output), status, winner, problem })
}

/// Converts bytes to a text; what is not UTF-8 is replaced.
pub(crate) fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The time after which a thread feeds the remaining lines.
const AT_ONCE: Duration = Duration::from_millis(5);

/// Feeds a script to a session. If `is_whole`, also closes the open group at the end and, if an AI
/// is next, prints its turn. A thread feeds a script that takes long, so that Ctrl-C can stop it.
pub(crate) fn feed(
    py: Python<'_>,
    session: &mut Session,
    script: &[u8],
    output: &mut Vec<u8>,
    is_whole: bool,
) -> PyResult<Result<Flow, Stop>> {
    let mut lines = Lines(Some(script));
    match py.detach(|| feed_at_once(session, &mut lines, output, is_whole)) {
        Some(end) => Ok(end),
        None => interruptible(py, |cancel| {
            session.set_cancel(cancel.clone());
            let mut out = Watched { output, cancel };
            let end = feed_rest(session, &mut lines, &mut out, is_whole);
            session.set_cancel(Cancel::default());
            end
        }),
    }
}

/// The lines of a script, without their LF.
struct Lines<'s>(Option<&'s [u8]>);

impl<'s> Iterator for Lines<'s> {
    type Item = &'s [u8];

    fn next(&mut self) -> Option<&'s [u8]> {
        let rest = self.0.take().filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        self.0 = end.map(|end| &rest[end + 1..]);
        Some(end.map_or(rest, |end| &rest[..end]))
    }
}

/// Feeds lines for a short time. Returns `None` if there may be more to do.
fn feed_at_once(
    session: &mut Session,
    lines: &mut Lines<'_>,
    output: &mut Vec<u8>,
    is_whole: bool,
) -> Option<Result<Flow, Stop>> {
    let start = Instant::now();
    loop {
        if !is_quick(session) || start.elapsed() > AT_ONCE {
            return None;
        }
        let Some(line) = lines.next() else { break };
        match session.feed(line, output) {
            Ok(Flow::Continue) => {}
            end => return Some(end),
        }
    }
    if is_whole && session.expected_ai().is_some() {
        return None;
    }
    Some(if is_whole { session.end(output) } else { Ok(Flow::Continue) })
}

/// Whether each command of a game takes a short time.
fn is_quick(session: &Session) -> bool {
    let game = session.game();
    !game.is_auto_shooting() && game.board().dims().area() <= 1 << 16
}

fn feed_rest(
    session: &mut Session,
    lines: &mut Lines<'_>,
    out: &mut Watched<'_>,
    is_whole: bool,
) -> Result<Flow, Stop> {
    for line in lines {
        out.flush()?;
        let flow = session.feed(line, out)?;
        if flow != Flow::Continue {
            return Ok(flow);
        }
    }
    if !is_whole {
        return Ok(Flow::Continue);
    }
    let flow = session.end(out)?;
    if flow == Flow::Continue {
        session.answer(out)?;
    }
    Ok(flow)
}

/// An output that fails once `cancel` is set.
struct Watched<'o> {
    output: &'o mut Vec<u8>,
    cancel: &'o Cancel,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.flush()?;
        self.output.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.cancel.check().map_err(io::Error::other)
    }
}

/// An error or a warning about a place in a script.
#[pyclass(frozen, get_all, module = "broadside")]
#[derive(Debug)]
pub struct Problem {
    /// The line, from 1.
    line: u64,
    /// The column, from 1, in characters.
    column: u64,
    /// Whether `broadside run` stops here. Otherwise the problem is a warning.
    is_error: bool,
    /// What is wrong.
    message: String,
    /// Advice on how to correct the script.
    help: Option<String>,
}

#[pymethods]
impl Problem {
    fn __repr__(&self) -> String {
        let Self { line, column, message, .. } = self;
        format!("Problem({line}:{column}: {message})")
    }
}

/// All that `broadside check` says about a script.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, script: Text) -> PyResult<Vec<Problem>> {
    let script = script.into_bytes();
    interruptible(py, |cancel| {
        let lines = check_lines(&script).take_while(|_| !cancel.is_set()).flatten();
        lines
            .map(|finding| Problem {
                line: finding.mark.place.line,
                column: finding.mark.place.column,
                is_error: finding.problem.is_error(),
                message: finding.problem.to_string(),
                help: finding.problem.help(),
            })
            .collect()
    })
}

/// The canonical form of a script, as `broadside fmt` writes it.
#[pyfunction]
pub(crate) fn format(py: Python<'_>, script: Text) -> PyResult<String> {
    let script = script.into_bytes();
    let formatted = interruptible(py, |_| broadside::script::format(&script))?;
    formatted.map(into_text).map_err(|error| errors::syntax(py, &error))
}
