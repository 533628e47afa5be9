//! The answers to the web page. They are JSON with the field names of these types. Lines and
//! columns are counted from 1, columns in characters.

use broadside_core::board::Side;
use broadside_ships::script::ast::Group;
use broadside_ships::script::check;
use broadside_ships::script::replay::Replay;
use broadside_ships::script::replay::page::Frames;
use broadside_ships::script::{Flow, Invalid, Mark, Place, Session, Stop, SyntaxError};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A message about a place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) line: u64,
    pub(super) column: u64,
    /// The number of marked characters.
    pub(super) width: usize,
    pub(super) is_error: bool,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Finding {
    /// Converts a finding of `broadside check`.
    pub(super) fn of(finding: &check::Finding) -> Self {
        let (message, help) = (finding.problem.to_string(), finding.problem.help());
        let is_error = finding.problem.is_error();
        Self { is_error, ..Self::error(&finding.mark, message, help) }
    }

    /// Converts a syntax error of `broadside run`.
    pub(super) fn syntax(error: &SyntaxError) -> Self {
        Self::error(&error.mark, error.message(), error.help())
    }

    fn error(mark: &Mark, message: String, help: Option<String>) -> Self {
        let bytes = mark.source.get(mark.span.clone()).unwrap_or_default();
        let width = String::from_utf8_lossy(bytes).chars().count();
        let Place { line, column } = mark.place;
        Self { line, column, width, is_error: true, message, help }
    }
}

/// The findings of a script.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Findings {
    pub(super) list: Vec<Finding>,
    /// The number of findings that the list leaves out.
    pub(super) more: u64,
}

/// The end of a run.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    /// The exit status of `broadside run`.
    pub(super) status: u8,
    pub(super) winner: Option<&'static str>,
    /// The reason why the run stopped.
    pub(super) problem: Option<Finding>,
}

impl Outcome {
    /// Returns the outcome of a run to the end of the script, or to a victory.
    pub(super) fn ended(winner: Option<Side>) -> Self {
        Self { status: 0, winner: winner.map(Side::name), problem: None }
    }

    /// Returns the outcome of a run that stopped at an invalid operation.
    pub(super) fn invalid(invalid: &Invalid) -> Self {
        let problem = Finding::error(&invalid.mark, invalid.to_string(), None);
        Self { status: 1, winner: None, problem: Some(problem) }
    }

    /// Returns the outcome of a run that stopped at a syntax error.
    pub(super) fn syntax(error: &SyntaxError) -> Self {
        Self { status: 2, winner: None, problem: Some(Finding::syntax(error)) }
    }

    /// Returns the outcome of a run whose output failed. On a page, this does not happen.
    pub(super) fn failed(error: &std::io::Error) -> Self {
        let place = Place { line: 1, column: 1 };
        let mark = Mark { place, source: Arc::default(), span: 0..0 };
        let problem = Finding::error(&mark, error.to_string(), None);
        Self { status: 3, winner: None, problem: Some(problem) }
    }
}

/// The turn of the AI.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Turn {
    /// The group that the page appends to the script.
    Text(String),
    /// Why there is no turn.
    Why(String),
}

impl Turn {
    /// Returns the turn after a script that ended with `end` while the group `open` was open.
    pub(super) fn of(end: Result<Flow, Stop>, open: Option<Group>, session: &Session) -> Self {
        match end {
            Ok(Flow::Won(side)) => Self::Why(format!("{} has won", side.name())),
            Err(stop) => Self::Why(format!("the script stops: {stop}")),
            Ok(Flow::Continue) => match session.turn() {
                Ok(turn) => Self::Text(closed(open) + &String::from_utf8_lossy(&turn)),
                Err(stopped) => Self::Why(stopped.to_string()),
            },
        }
    }
}

/// Returns a line with the tag that closes `open`.
fn closed(open: Option<Group>) -> String {
    open.map_or(String::new(), |group| format!("{}\n", group.tag()))
}

/// The frames of a script. A frame is one step of the game and what it changed.
#[derive(Serialize)]
pub(super) struct Replayed<'r> {
    #[serde(serialize_with = "frames")]
    frames: &'r Replay,
    /// Whether these are all frames.
    is_whole: bool,
}

impl<'r> Replayed<'r> {
    /// Returns the frames of a replay.
    pub(super) const fn new(frames: &'r Replay, is_whole: bool) -> Self {
        Self { frames, is_whole }
    }
}

fn frames<S: Serializer>(replay: &Replay, serializer: S) -> Result<S::Ok, S::Error> {
    Frames(replay).serialize(serializer)
}
