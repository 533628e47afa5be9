//! Findings as folders: `stdin` is the script, `stdout` our answer, `got` the program's.

use crate::cli::exit::Failure;
use crate::cli::files::{make_folder, read, save, save_json};
use broadside::lab::compare::Kind;
use broadside::lab::misreadings::Misreading;
use broadside::lab::report::Finding;
use broadside::ports::Ports;
use std::fs;
use std::io;
use std::path::Path;

/// Writes a folder below `folder` for each finding: `01-accepts`, `02-picture`.
pub(super) fn findings(
    folder: &Path,
    findings: &[Finding],
    ports: &Ports<'_>,
) -> Result<(), Failure> {
    clear(folder)?;
    for (index, finding) in findings.iter().enumerate() {
        keep(&folder.join(kept_name(index + 1, finding)), finding, ports)?;
    }
    Ok(())
}

/// The name of the folder in which a finding is kept.
pub(super) fn kept_name(number: usize, finding: &Finding) -> String {
    format!("{number:02}-{}", finding.kind)
}

/// Removes what an earlier run has kept, and nothing else.
fn clear(folder: &Path) -> Result<(), Failure> {
    let kept = |name: &str| {
        let (number, kind) = name.split_once('-')?;
        let is_number = number.len() >= 2 && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && Kind::ALL.iter().any(|known| known.name() == kind)).then_some(())
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(kept).is_none() {
            continue;
        }
        let path = entry.path();
        let removed = ["stdin", "stdout", "got", ABOUT].iter().try_for_each(|name| {
            match fs::remove_file(path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            }
        });
        // A folder with other files in it stays.
        removed.map_err(|error| Failure::Save { path: path.clone(), error })?;
        drop(fs::remove_dir(path));
    }
    Ok(())
}

fn keep(folder: &Path, finding: &Finding, ports: &Ports<'_>) -> Result<(), Failure> {
    make_folder(folder)?;
    let Finding { script, expected, got, .. } = finding;
    [("stdin", script), ("stdout", expected), ("got", got)]
        .into_iter()
        .try_for_each(|(name, bytes)| save(&folder.join(name), bytes, ports))?;
    save_json(&folder.join(ABOUT), finding, ports)
}

/// The file with all that was said of a finding.
const ABOUT: &str = "finding.json";

/// Returns the misreading that the kept finding `number` looks like.
pub(super) fn misreading(
    folder: Option<&Path>,
    number: usize,
    ports: &mut Ports<'_>,
) -> Result<Misreading, Failure> {
    let prefix = format!("{number:02}-");
    let is_it = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&prefix);
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let Some(entry) = entries.flatten().find(is_it) else {
        return Err(Failure::Refused(format!("no finding {number} was kept")));
    };
    let bytes = read(&entry.path().join(ABOUT), ports)?;
    let finding: Option<Finding> = serde_json::from_slice(&bytes).ok();
    let like = finding.and_then(|finding| finding.looks_like.into_iter().next());
    let misreading = like.and_then(|like| Misreading::from_name(&like.misreading));
    let unknown = || Failure::Refused(format!("finding {number} looks like no misreading"));
    misreading.ok_or_else(unknown)
}
