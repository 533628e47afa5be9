//! Keeps each finding (a mistake of the program under test, with a script that shows it) in a
//! folder: `stdin` is the script, `stdout` the right output, `got` the program's output, and
//! `finding.json` the whole finding. Also reads which misreading (a known wrong way to read a rule)
//! a kept finding looks like.

use crate::cli::exit::{Failure, Result};
use crate::cli::files::{make_folder, read, save, save_json};
use crate::cli::lab::KEPT_FINDINGS;
use broadside::lab::compare::Kind;
use broadside::lab::misreadings::Misreading;
use broadside::lab::report::Finding;
use broadside::ports::Ports;
use std::fs;
use std::io;
use std::path::Path;

/// Replaces the kept findings. Each finding gets a folder, such as `02-does-not-know`.
/// Fails if the default folder is a link: the link may have come with the program under test, and
/// lead to a folder of the user.
pub(super) fn findings(folder: &Path, findings: &[Finding], ports: &Ports<'_>) -> Result<()> {
    if folder == Path::new(KEPT_FINDINGS) && folder.is_symlink() {
        let link = io::Error::other("it is a link; `--keep DIR` keeps the findings elsewhere");
        return Err(Failure::save(folder)(link));
    }
    clear(folder)?;
    for (index, finding) in findings.iter().enumerate() {
        keep(&folder.join(kept_name(index + 1, finding)), finding, ports)?;
    }
    Ok(())
}

pub(super) fn kept_name(number: usize, finding: &Finding) -> String {
    format!("{number:02}-{}", finding.kind).replace(' ', "-")
}

/// Removes the findings of an earlier run. Other files in the folders stay. A link with the name of
/// a finding is removed and not followed: it may have come with the program under test.
fn clear(folder: &Path) -> Result<()> {
    let is_kept = |name: &str| {
        name.split_once('-').is_some_and(|(number, kind)| {
            let is_number = number.len() >= 2 && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number && Kind::from_name(&kind.replace('-', " ")).is_some()
        })
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_kept)) {
        let path = entry.path();
        if path.is_symlink() {
            remove_link(&path).map_err(Failure::save(&path))?;
        } else if path.is_dir() {
            remove_finding(&path)?;
        }
    }
    Ok(())
}

fn remove_link(link: &Path) -> io::Result<()> {
    // On Windows, `remove_dir` removes a link to a folder, and `remove_file` fails.
    fs::remove_file(link)
        .or_else(|error| if cfg!(windows) { fs::remove_dir(link) } else { Err(error) })
}

fn remove_finding(folder: &Path) -> Result<()> {
    for name in ["stdin", "stdout", "got", FINDING_FILE] {
        let file = folder.join(name);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::Save { path: file, error });
            }
            _ => {}
        }
    }
    // This fails if the folder has other files. Then the folder stays.
    drop(fs::remove_dir(folder));
    Ok(())
}

fn keep(folder: &Path, finding: &Finding, ports: &Ports<'_>) -> Result<()> {
    make_folder(folder)?;
    let Finding { script, expected, got, .. } = finding;
    [("stdin", script), ("stdout", expected), ("got", got)]
        .into_iter()
        .try_for_each(|(name, bytes)| save(&folder.join(name), bytes, ports))?;
    save_json(&folder.join(FINDING_FILE), finding, ports)
}

const FINDING_FILE: &str = "finding.json";

/// Returns the misreading that the kept finding `number` looks like.
pub(super) fn misreading(
    folder: Option<&Path>,
    number: usize,
    ports: &mut Ports<'_>,
) -> Result<Misreading> {
    let prefix = format!("{number:02}-");
    // A folder of an earlier run may still exist without a finding: `clear` leaves a folder that
    // has other files.
    let is_finding = |entry: &fs::DirEntry| {
        let has_number = entry.file_name().to_string_lossy().starts_with(&prefix);
        has_number && entry.path().join(FINDING_FILE).is_file()
    };
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let Some(entry) = entries.flatten().find(is_finding) else {
        return Err(Failure::Refused(format!("no finding {number} was kept")));
    };
    let bytes = read(&entry.path().join(FINDING_FILE), ports)?;
    let finding: Option<Finding> = serde_json::from_slice(&bytes).ok();
    let like = finding.and_then(|finding| finding.looks_like.into_iter().next());
    let misreading = like.and_then(|like| Misreading::from_name(&like.misreading));
    let unknown = || Failure::Refused(format!("finding {number} looks like no misreading"));
    misreading.ok_or_else(unknown)
}
