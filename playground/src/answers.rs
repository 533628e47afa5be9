//! What the page is told, as JSON with these names. Lines and columns are counted from 1, columns in
//! characters.

use broadside_core::board::Side;
use broadside_ships::script::ast::Group;
use broadside_ships::script::check::{self, Mark};
use broadside_ships::script::replay::Replay;
use broadside_ships::script::replay::page::Frames;
use broadside_ships::script::{Flow, Invalid, Place, Session, Stop, SyntaxError};
use serde::{Serialize, Serializer};
use std::ops::Range;

/// Something to be said about a place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) line: u64,
    pub(super) column: u64,
    /// How many characters it is about.
    pub(super) width: usize,
    pub(super) is_error: bool,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Finding {
    /// What `broadside check` says of it.
    pub(super) fn of(finding: &check::Finding) -> Self {
        let Mark { place, source, span } = &finding.mark;
        let (message, help) = (finding.problem.to_string(), finding.problem.help());
        let is_error = finding.problem.is_error();
        Self { is_error, ..Self::error(*place, source, span, message, help) }
    }

    /// What `broadside run` says of it.
    pub(super) fn syntax(error: &SyntaxError) -> Self {
        Self::error(error.place, &error.source, &error.span, error.message(), error.help())
    }

    fn error(
        place: Place,
        source: &[u8],
        span: &Range<usize>,
        message: String,
        help: Option<String>,
    ) -> Self {
        let bytes = source.get(span.clone()).unwrap_or_default();
        let width = String::from_utf8_lossy(bytes).chars().count();
        Self { line: place.line, column: place.column, width, is_error: true, message, help }
    }
}

/// The findings of a script.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Findings {
    pub(super) list: Vec<Finding>,
    /// How many there are beside the list.
    pub(super) more: u64,
}

/// How a run ended.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    /// The exit status of `broadside run`.
    pub(super) status: u8,
    /// Who won.
    pub(super) winner: Option<&'static str>,
    /// Why it stopped.
    pub(super) problem: Option<Finding>,
}

impl Outcome {
    /// The script ran to its end, or to a victory.
    pub(super) fn ended(winner: Option<Side>) -> Self {
        Self { status: 0, winner: winner.map(Side::name), problem: None }
    }

    /// It stopped at a command that may not be carried out now.
    pub(super) fn invalid(invalid: &Invalid) -> Self {
        let Invalid { place, source, span, .. } = invalid;
        let problem = Finding::error(*place, source, span, invalid.to_string(), None);
        Self { status: 1, winner: None, problem: Some(problem) }
    }

    /// It is no script.
    pub(super) fn syntax(error: &SyntaxError) -> Self {
        Self { status: 2, winner: None, problem: Some(Finding::syntax(error)) }
    }

    /// The output took no more, which a page's never does.
    pub(super) fn failed(error: &std::io::Error) -> Self {
        let place = Place { line: 1, column: 1 };
        let problem = Finding::error(place, b"", &(0..0), error.to_string(), None);
        Self { status: 3, winner: None, problem: Some(problem) }
    }
}

/// The machine's turn.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Turn {
    /// A group to be appended.
    Text(String),
    /// Why there is none.
    Why(String),
}

impl Turn {
    /// The turn behind a script that ended so, with the group that was `open` at its end.
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

/// The tag that closes `open`, on a line of its own.
fn closed(open: Option<Group>) -> String {
    open.map_or(String::new(), |group| format!("{}\n", group.tag()))
}

/// A script's frames.
#[derive(Serialize)]
pub(super) struct Replayed<'r> {
    #[serde(serialize_with = "frames")]
    frames: &'r Replay,
    /// Whether no frame is missing.
    is_whole: bool,
}

impl<'r> Replayed<'r> {
    /// All frames of a replay.
    pub(super) const fn new(frames: &'r Replay, is_whole: bool) -> Self {
        Self { frames, is_whole }
    }
}

fn frames<S: Serializer>(replay: &Replay, serializer: S) -> Result<S::Ok, S::Error> {
    Frames(replay).serialize(serializer)
}
