//! Findings as folders: `stdin` is the script, `stdout` our answer, `got` the program's.

use super::report::kept_name;
use crate::cli::exit::Failure;
use crate::cli::files::{make_folder, save};
use broadside::lab::report::Finding;
use broadside::ports::Ports;
use std::path::Path;

/// Writes a folder below `folder` for each finding: `01-accepts`, `02-picture`.
pub(super) fn findings(
    folder: &Path,
    findings: &[Finding],
    ports: &Ports<'_>,
) -> Result<(), Failure> {
    for (index, finding) in findings.iter().enumerate() {
        keep(&folder.join(kept_name(index + 1, finding)), finding, ports)?;
    }
    Ok(())
}

fn keep(folder: &Path, finding: &Finding, ports: &Ports<'_>) -> Result<(), Failure> {
    make_folder(folder)?;
    let Finding { script, expected, got, .. } = finding;
    [("stdin", script), ("stdout", expected), ("got", got)]
        .into_iter()
        .try_for_each(|(name, bytes)| save(&folder.join(name), bytes, ports))
}
