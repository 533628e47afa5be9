//! Keeps each finding in a folder: `stdin` is the script, `stdout` our answer, `got` the program's answer, and
//! `finding.json` the finding.

use crate::cli::exit::Failure;
use crate::cli::files::{make_folder, read, save, save_json};
use broadside::lab::compare::Kind;
use broadside::lab::misreadings::Misreading;
use broadside::lab::report::Finding;
use broadside::ports::Ports;
use std::fs;
use std::io;
use std::path::Path;

/// Writes a folder for each finding into `folder`, for example `01-accepts` and `02-picture`.
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

/// Returns the name of the folder in which a finding is kept.
pub(super) fn kept_name(number: usize, finding: &Finding) -> String {
    format!("{number:02}-{}", finding.kind)
}

/// Removes the findings that an earlier run kept, and no other files.
fn clear(folder: &Path) -> Result<(), Failure> {
    let is_kept = |name: &str| {
        name.split_once('-').is_some_and(|(number, kind)| {
            let is_number = number.len() >= 2 && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number && Kind::from_name(kind).is_some()
        })
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_kept) {
            continue;
        }
        let path = entry.path();
        for name in ["stdin", "stdout", "got", ABOUT] {
            match fs::remove_file(path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Failure::Save { path, error });
                }
                _ => {}
            }
        }
        // A folder that has other files stays.
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

/// The name of the file with a finding as JSON.
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
