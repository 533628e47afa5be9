//! `broadside check`.

use super::args::Format;
use super::exit::{Exit, Failure, shown};
use super::files;
use super::report::{self, Message, Severity, Source};
use broadside::ports::Ports;
use broadside::script::check::{Finding, Mark, check};
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
        for finding in check(&files::read(path, ports)?) {
            if finding.problem.is_error() {
                exit = Exit::Invalid;
            }
            match format {
                Format::Text => ports.report(&picture(path, &finding))?,
                Format::Json => write_record(path, &finding, ports)?,
            }
        }
    }
    Ok(exit)
}

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
