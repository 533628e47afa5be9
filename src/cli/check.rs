//! `broadside check`.

use super::args::Format;
use super::exit::{Exit, Failure, shown};
use super::files;
use super::report::{self, Message, Severity, Source};
use broadside::ports::Ports;
use broadside::script::check::{Finding, Mark, check_lines};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

/// Checks each of `files` on its own.
pub(super) fn run(
    files: &[PathBuf],
    format: Format,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for path in files {
        let next = run_file(path, format, ports).or_else(|failure| files::go_on(failure, ports))?;
        exit = files::graver(exit, next);
    }
    Ok(exit)
}

fn run_file(path: &Path, format: Format, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let script = files::read(path, ports)?;
    let (mut count, mut is_wrong) = (0, false);
    // Told as they are found: there may be millions.
    for finding in check_lines(&script).flatten() {
        is_wrong |= finding.problem.is_error();
        count += 1;
        match format {
            Format::Text if count <= MOST => ports.report(&picture(path, &finding))?,
            Format::Text => {}
            Format::Json => write_record(path, &finding, ports)?,
        }
    }
    if format == Format::Text && count > MOST {
        ports.report(&format!("{}: and {} more\n", shown(path), count - MOST))?;
    }
    Ok(if is_wrong { Exit::Invalid } else { Exit::Done })
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
