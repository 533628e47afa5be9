//! The ways in which a run ends, their messages, and their exit statuses.

use super::world;
use broadside::ports::Ports;
use broadside::script::Keyword;
use broadside::text::{Screen, Visible, is_control, nearest, third};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Done,
    /// An invalid operation, an error that `check` found, or a script that `fmt` would change.
    Invalid,
    /// A syntax error, or a request that cannot be met.
    Syntax,
    /// A status that the command itself defines, as `naval` does.
    Own(u8),
    /// `play-out` ended without a winner.
    Undecided,
    Interrupted,
}

#[derive(Debug, Error)]
pub(super) enum Failure {
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("standard input or output failed: {0}")]
    Stream(#[source] io::Error),
    #[error("cannot read `{}`: {error}", shown(path))]
    Input {
        /// May be `-`, which stands for standard input.
        path: PathBuf,
        error: io::Error,
    },
    #[error("cannot write `{}`: {error}", shown(path))]
    Save { path: PathBuf, error: io::Error },
    #[error("cannot start threads: {0}")]
    Threads(rayon::ThreadPoolBuildError),
    #[error("cannot start `{program}`: {reason}")]
    Start {
        /// The program, usually as the user typed it.
        program: String,
        reason: String,
    },
    #[error("cannot run programs: {0}")]
    Run(#[source] io::Error),
    #[error("the sandbox does not work here: {0}")]
    Sandbox(#[source] io::Error),
    /// The options or the files that they name cannot be used. The report begins with `broadside`.
    #[error("{}", Visible(.0.as_bytes()))]
    Refused(String),
    /// Like [`Refused`](Self::Refused), but the report begins with `error`, as the reports of clap
    /// do.
    #[error("{}", Visible(.0.as_bytes()))]
    Options(String),
    #[error("cannot make the page: {0}")]
    Page(#[from] askama::Error),
    #[error("interrupted")]
    Interrupted,
    #[error("cannot resume: {0}")]
    Resume(io::Error),
}

pub(super) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Whether the path means standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns a path as messages name it. `-` stands for standard input.
pub(super) fn shown(path: &Path) -> Cow<'_, str> {
    if is_standard(path) {
        return "<stdin>".into();
    }
    Visible(path.as_os_str().as_encoded_bytes()).to_string().into()
}

impl Exit {
    const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Invalid => 1,
            Self::Syntax => 2,
            Self::Own(code) => code,
            Self::Undecided => 4,
            Self::Interrupted => 130,
        }
    }
}

impl Failure {
    pub(super) fn input(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Input { path: path.to_owned(), error }
    }

    pub(super) fn save(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Save { path: path.to_owned(), error }
    }

    /// Returns true if the reader of the output has closed its pipe. Such a failure is not
    /// reported.
    fn is_quiet(&self) -> bool {
        let (Self::Output(error) | Self::Stream(error)) = self else { return false };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Prints the message of clap, which may also be the help. Returns the exit status.
pub(super) fn unparsed(mut error: clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::InvalidSubcommand {
        error.remove(ContextKind::Suggested);
        if let Some(tip) = tip(&error).map(StyledStr::from) {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
    }
    match print(&error) {
        Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe && !error.use_stderr() => {
            drop(writeln!(io::stderr(), "broadside: {}", Failure::Output(failed)));
            3.into()
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(2).into(),
    }
}

/// Returns a tip for an unknown subcommand: the user may mean a command of scripts, or a script to
/// run. Returns `None` for a subcommand of `bench`, which takes no scripts.
fn tip(error: &clap::Error) -> Option<String> {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    if usage.contains(" bench ") {
        return None;
    }
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => word,
        _ => "",
    };
    let is_near = error.get(ContextKind::SuggestedSubcommand).is_some();
    Some(match nearest(word, Keyword::ALL.map(Keyword::name), third).filter(|_| !is_near) {
        Some(name) => format!("`broadside language` explains `{name}`, a command of scripts"),
        None => "to run a script, say `broadside run FILE`".to_owned(),
    })
}

/// Prints a message of clap, which may repeat arguments. If an argument has control characters, the
/// message is filtered and has no styles. Otherwise long lines are broken: those of an error by
/// [`world::errors`], those of the help by clap itself.
fn print(error: &clap::Error) -> io::Result<()> {
    let is_harmless = |arg: OsString| !arg.to_string_lossy().chars().any(is_control);
    let (is_harmless, text) = (env::args_os().all(is_harmless), error.render());
    match error.use_stderr() {
        true if is_harmless => write!(world::errors(), "{}", text.ansi()),
        true => Screen::new(io::stderr()).write_all(text.to_string().as_bytes()),
        false if is_harmless => error.print(),
        false => Screen::new(io::stdout()).write_all(text.to_string().as_bytes()),
    }
}

/// Reports a failure and returns the exit status of the program. A closed pipe or an interrupt is
/// not reported.
pub(super) fn conclude(outcome: Result<Exit>, ports: &mut Ports<'_>) -> ExitCode {
    match outcome {
        Ok(exit) => exit.code().into(),
        Err(Failure::Interrupted) => Exit::Interrupted.code().into(),
        Err(failure @ Failure::Options(_)) => {
            let reported = ports.report(&format!("error: {failure}\n"));
            conclude(reported.map(|()| Exit::Syntax).map_err(Failure::Output), ports)
        }
        Err(failure) if failure.is_quiet() => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error fails too, only the exit status can show the failure.
            drop(writeln!(ports.err, "broadside: {failure}").and_then(|()| ports.err.flush()));
            ExitCode::from(if matches!(failure, Failure::Refused(_)) { 2 } else { 3 })
        }
    }
}
