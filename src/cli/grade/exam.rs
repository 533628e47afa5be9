//! The tests that were asked for.

use super::Grade;
use crate::cli::exit::Failure;
use crate::cli::files::read;
use broadside::lab::grade::{Exam, Plan, Test};
use broadside::ports::Ports;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The default number of random scripts of each level.
const RANDOM: u64 = 50;

/// The tests of the options, or why there are none.
pub(super) fn exam(told: &Grade, ports: &mut Ports<'_>) -> Result<Result<Exam, String>, Failure> {
    let cases = match &told.cases {
        Some(folder) => cases(folder, ports)?,
        None => Ok(Vec::new()),
    };
    let is_default = !told.cards && told.cases.is_none() && told.random.is_none();
    let random = if is_default { Some(RANDOM) } else { told.random };
    let cards = told.cards || is_default;
    let (seed, most) = (told.seed.clone(), told.level);
    Ok(cases.map(|cases| Exam::new(&Plan { cards, cases, random, seed, most })))
}

/// The scripts of a folder, in order of name.
fn cases(folder: &Path, ports: &mut Ports<'_>) -> Result<Result<Vec<Test>, String>, Failure> {
    let failed = |error| Failure::Input { path: folder.to_owned(), error };
    let mut cases = Vec::new();
    for (name, script, expected) in scripts(folder).map_err(failed)? {
        let bytes = read(&script, ports)?;
        let expected = if expected.exists() { Some(read(&expected, ports)?) } else { None };
        match Test::given(&name, bytes, expected.as_deref()) {
            Ok(test) => cases.push(test),
            Err(error) => {
                let file = script.to_string_lossy();
                return Ok(Err(format!("`{file}` cannot be a test: {error}")));
            }
        }
    }
    if cases.is_empty() {
        return Ok(Err(format!("there are no scripts in `{}`", folder.to_string_lossy())));
    }
    Ok(Ok(cases))
}

/// The name of each case, its script, and the file that may hold the right answer.
fn scripts(folder: &Path) -> io::Result<Vec<(String, PathBuf, PathBuf)>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let case = |path: PathBuf| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let is_script = path.extension().is_some_and(|kind| kind == "ships" || kind == "in");
        if path.join("stdin").is_file() {
            let name = path.file_name()?.to_string_lossy().into_owned();
            Some((name, path.join("stdin"), path.join("stdout")))
        } else if is_script && path.is_file() {
            let expected = path.with_extension("out");
            Some((name, path, expected))
        } else {
            None
        }
    };
    Ok(paths.into_iter().filter_map(case).collect())
}
