//! `broadside check`.

use super::boards::Look;
use super::exit::{Exit, Failure, shown};
use super::files;
use super::report::{self, Message, Severity, Source};
use super::scene::{self, Telling};
use broadside::ports::Ports;
use broadside::rules::ships::Game;
use broadside::script::Found;
use broadside::script::check::{Finding, Mark, Problem, check_lines};
use clap::ValueEnum;
use serde::Serialize;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub(super) const HELP: &str = "\
Examples:
  broadside check scripts
  broadside check --format json game.ships

With --format json each line of standard output is an object with one finding:
  file, line, column, end_column   the place; columns in characters from 1, the end not included
  severity                         \"error\" or \"warning\"
  kind                             syntax, invalid-operation, prose-like-command, prose-like-tag,
                                   tag-in-prose, empty-start, never-placed, after-the-end,
                                   several-shots, reef-under-ship, no-effect, nothing-to-run
  message, help                    texts; help may be null

Exit status: 0 no errors, 1 errors, 2 a file is not a script (it is UTF-16), 3 input or output
failed. For several files, the highest of these counts. Warnings are not errors.";

/// How findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people: the line with a mark under the place, on standard error.
    Text,
    /// For programs: one JSON object on each line, on standard output.
    Json,
}

/// Checks each of `files` on its own.
pub(super) fn run(
    files: &[PathBuf],
    format: Format,
    telling: Telling,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let look = telling.look(ports);
    let (files, mut exit, mut total) = (files::scripts(files)?, Exit::Done, Count::default());
    for path in &files {
        let next = run_file(path, (format, look), &mut total, ports);
        let next = next.or_else(|failure| files::go_on(failure, ports))?;
        exit = files::graver(exit, next);
    }
    if files.len() != 1 && format == Format::Text {
        ports.report(&format!("{} files: {total}\n", files.len()))?;
    }
    Ok(exit)
}

/// How many findings there are.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    errors: u64,
    warnings: u64,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count| if count == 1 { "" } else { "s" };
        let Self { errors, warnings } = *self;
        write!(f, "{errors} error{}, {warnings} warning{}", many(errors), many(warnings))
    }
}

fn run_file(
    path: &Path,
    (format, look): (Format, Option<Look>),
    total: &mut Count,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let script = files::read(path, ports)?;
    let (mut count, mut exit) = (0, Exit::Done);
    // Told as they are found: there may be millions.
    let mut lines = check_lines(&script);
    while let Some(findings) = lines.next() {
        for finding in findings {
            let is_error = finding.problem.is_error();
            exit = files::graver(exit, status(&finding.problem));
            total.errors += u64::from(is_error);
            total.warnings += u64::from(!is_error);
            count += 1;
            match format {
                Format::Text if count <= MOST => {
                    ports.report(&picture(path, &finding))?;
                    let scene = scene_of(&finding, lines.game(), look);
                    scene.map_or(Ok(()), |scene| ports.report(&scene))?;
                }
                Format::Text => {}
                Format::Json => write_record(path, &finding, ports)?,
            }
        }
    }
    if format == Format::Text && count > MOST {
        ports.report(&format!("{}: and {} more\n", shown(path), count - MOST))?;
    }
    Ok(exit)
}

/// A picture of the place of a finding, as the board is behind its line.
fn scene_of(finding: &Finding, game: Option<&Game>, look: Option<Look>) -> Option<String> {
    let Problem::Invalid(invalid) = &finding.problem else { return None };
    scene::picture(game?, invalid, look?)
}

/// The exit status that a finding asks for.
fn status(problem: &Problem) -> Exit {
    if let Problem::Syntax(error) = problem
        && error.found == Found::Utf16
    {
        return Exit::Syntax;
    }
    if problem.is_error() { Exit::Invalid } else { Exit::Done }
}

/// The most findings of a file that text shows.
const MOST: usize = 100;

/// A finding as people see it.
pub(super) fn picture(path: &Path, finding: &Finding) -> String {
    let Mark { place, source, span } = &finding.mark;
    let severity = if finding.problem.is_error() { Severity::Error } else { Severity::Warning };
    let title = finding.problem.to_string();
    let message = Message { severity, title, help: finding.problem.help() };
    let source = Source { place: *place, bytes: source, span };
    report::picture(&shown(path), &message, source)
}

/// A finding as programs see it.
#[derive(Serialize)]
struct Record<'f> {
    file: &'f str,
    line: u64,
    column: u64,
    end_column: u64,
    severity: &'static str,
    kind: &'static str,
    message: String,
    help: Option<String>,
}

fn write_record(path: &Path, finding: &Finding, ports: &mut Ports<'_>) -> io::Result<()> {
    let Mark { place, source, span } = &finding.mark;
    let width = String::from_utf8_lossy(&source[span.clone()]).chars().count() as u64;
    let record = Record {
        file: &shown(path),
        line: place.line,
        column: place.column,
        end_column: place.column + width,
        severity: if finding.problem.is_error() { "error" } else { "warning" },
        kind: finding.problem.name(),
        message: finding.problem.to_string(),
        help: finding.problem.help(),
    };
    serde_json::to_writer(&mut *ports.out, &record)?;
    ports.out.write_all(b"\n")
}
