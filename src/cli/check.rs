//! `broadside check`: shows errors in scripts, and text that looks like a mistake.

use super::exit::{Exit, Result, shown};
use super::files;
use super::report::Message;
use super::scene::{self, Explanation};
use super::theme::Look;
use annotate_snippets::Level;
use broadside::arena::versus::words::count;
use broadside::ports::Ports;
use broadside::rules::ships::Game;
use broadside::script::check::{Finding, Problem, check_lines};
use broadside::script::{Found, Mark};
use clap::ValueEnum;
use serde::Serialize;
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
failed. For several files, the status is the highest of theirs. Warnings are not errors.";

/// How findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people: the line with a mark under the place, on standard error.
    Text,
    /// For programs: one JSON object on each line, on standard output.
    Json,
}

pub(super) fn run(
    files: &[PathBuf],
    format: Format,
    explanation: Explanation,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let look = explanation.look(ports);
    let (files, mut totals) = (files::scripts(files)?, Totals::default());
    let exit = files::each(&files, ports, |path, ports| {
        run_file(path, (format, look), &mut totals, ports)
    })?;
    if files.len() != 1 && format == Format::Text {
        let [errors, warnings] = [count(totals.errors, "error"), count(totals.warnings, "warning")];
        ports.report(&format!("{} files: {errors}, {warnings}\n", files.len()))?;
    }
    Ok(exit)
}

#[derive(Default)]
struct Totals {
    errors: usize,
    warnings: usize,
}

fn run_file(
    path: &Path,
    (format, look): (Format, Option<Look>),
    totals: &mut Totals,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let script = files::read(path, ports)?;
    let (mut count, mut exit) = (0, Exit::Done);
    // The findings are not collected, because there may be millions.
    let mut lines = check_lines(&script);
    while let Some(findings) = lines.next() {
        for finding in findings {
            let is_error = finding.problem.is_error();
            exit = files::worse(exit, status(&finding.problem));
            totals.errors += usize::from(is_error);
            totals.warnings += usize::from(!is_error);
            count += 1;
            match format {
                Format::Text if count <= MOST => {
                    ports.report(&picture(path, &finding))?;
                    if let Some(scene) = scene_of(&finding, lines.game(), look) {
                        ports.report(&scene)?;
                    }
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

fn scene_of(finding: &Finding, game: Option<&Game>, look: Option<Look>) -> Option<String> {
    let Problem::Invalid(invalid) = &finding.problem else { return None };
    scene::picture(game?, invalid, look?)
}

fn status(problem: &Problem) -> Exit {
    if let Problem::Syntax(error) = problem
        && error.found == Found::Utf16
    {
        return Exit::Syntax;
    }
    if problem.is_error() { Exit::Invalid } else { Exit::Done }
}

/// The largest number of findings that the format `text` shows for one file.
const MOST: usize = 100;

pub(super) fn picture(path: &Path, finding: &Finding) -> String {
    let level = if finding.problem.is_error() { Level::ERROR } else { Level::WARNING };
    let (title, help) = (finding.problem.to_string(), finding.problem.help());
    Message { level, title, help, file: &shown(path), mark: &finding.mark }.picture()
}

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
