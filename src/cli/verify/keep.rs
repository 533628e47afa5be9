//! Findings as folders: `stdin` is the script, `stdout` our answer, `got` the program's.

use super::report::kept_name;
use crate::cli::exit::Failure;
use broadside::lab::verify::{Finding, Verdict};
use broadside::ports::Files;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes a folder below `folder` for each finding: `01-accepts`, `02-picture`.
pub(super) fn findings(folder: &Path, verdict: &Verdict, files: &dyn Files) -> Result<(), Failure> {
    for (index, finding) in verdict.findings.iter().enumerate() {
        keep(&folder.join(kept_name(index + 1, finding)), finding, files)?;
    }
    Ok(())
}

fn keep(folder: &Path, finding: &Finding, files: &dyn Files) -> Result<(), Failure> {
    let failed = |path: PathBuf| move |error| Failure::Save { path, error };
    fs::create_dir_all(folder).map_err(failed(folder.to_owned()))?;
    let case = &finding.case;
    for (name, bytes) in
        [("stdin", &case.script), ("stdout", &case.answer.output), ("got", &case.ended.stdout)]
    {
        let path = folder.join(name);
        files.replace(&path, bytes).map_err(failed(path))?;
    }
    Ok(())
}
