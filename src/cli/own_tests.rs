//! Reads what a course gives to `verify` and `grade`: a folder of tests, and a file that says how
//! the course reads the rules.
//!
//! The outputs of the tests count as right, even if they break the rules of the language. The file
//! lists the misreadings that the course teaches as right. A misreading is a known way to
//! misunderstand one rule.

use super::exit::{Failure, Result};
use super::files::{read, sorted_entries};
use broadside::lab::compare::{Lenience, is_same_output};
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::ports::Ports;
use broadside::ports::programs::{Ended, Ending};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnTest {
    pub(super) name: String,
    pub(super) script: Vec<u8>,
    pub(super) expected: Vec<u8>,
}

impl OwnTest {
    pub(super) fn is_right(&self, ended: &Ended, lenience: Lenience) -> bool {
        let has_exited = matches!(ended.ending, Ending::Exited(_));
        has_exited && is_same_output(&self.expected, &ended.stdout, lenience)
    }
}

/// Reads the tests of a folder, in order of path.
///
/// A test is a pair of files or a folder. In a pair, the script is `NAME.ships` or `NAME.in`, and
/// the output is `NAME.out`. In a folder, the script is `stdin`, and the output is `stdout`.
pub(super) fn own_tests(folder: Option<&Path>, ports: &mut Ports<'_>) -> Result<Vec<OwnTest>> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let scripts = scripts(folder).map_err(Failure::input(folder))?;
    refuse_equal_names(&scripts)?;
    let mut tests = Vec::new();
    for (name, script, expected) in scripts {
        // A pipe or a device might never end, so only regular files are opened.
        if !script.is_file() {
            return Err(Failure::Refused(format!("`{}` is not a file", script.display())));
        }
        if !expected.is_file() {
            let (script, expected) = (script.display(), expected.display());
            let why = format!("`{script}` has no output: there is no `{expected}`");
            return Err(Failure::Refused(why));
        }
        let (script, expected) = (read(&script, ports)?, read(&expected, ports)?);
        tests.push(OwnTest { name, script, expected });
    }
    if tests.is_empty() {
        let why = format!("there are no scripts in `{}`", folder.to_string_lossy());
        return Err(Failure::Refused(why));
    }
    Ok(tests)
}

/// Refuses two tests with the same name, because results are kept by name.
fn refuse_equal_names(tests: &[Files]) -> Result<()> {
    let mut scripts = HashMap::new();
    for (name, script, _) in tests {
        if let Some(other) = scripts.insert(name, script) {
            let (other, script) = (other.display(), script.display());
            let why = format!("`{other}` and `{script}` are two tests with the name `{name}`");
            return Err(Failure::Refused(why));
        }
    }
    Ok(())
}

/// The name of a test, the file of its script, and the file of its right output.
type Files = (String, PathBuf, PathBuf);

/// Finds the tests of a folder. The files of their outputs may be missing.
pub(super) fn scripts(folder: &Path) -> io::Result<Vec<Files>> {
    let test = |path: PathBuf| {
        if path.join("stdin").symlink_metadata().is_ok() {
            let name = path.file_name()?.to_string_lossy().into_owned();
            return Some((name, path.join("stdin"), path.join("stdout")));
        }
        let is_script = path.extension().is_some_and(|kind| kind == "ships" || kind == "in");
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let expected = path.with_extension("out");
        (is_script && !path.is_dir()).then_some((name, path, expected))
    };
    Ok(sorted_entries(folder)?.into_iter().filter_map(test).collect())
}

/// Reads the misreadings that a course teaches as right. The file has the names of the misreadings.
/// The rest of a line after `#` is a note.
pub(super) fn reading(path: Option<&Path>, ports: &mut Ports<'_>) -> Result<Misreadings> {
    let Some(path) = path else { return Ok(Misreadings::NONE) };
    let bytes = read(path, ports)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let names = lines.flat_map(|line| line.split([' ', '\t', ',']).filter(|name| !name.is_empty()));
    let known = |name: &str| {
        let unknown = || format!("in `{}`: there is no misreading `{name}`", path.display());
        Misreading::from_name(name).ok_or_else(|| Failure::Refused(unknown()))
    };
    names.map(known).collect()
}
