//! The environment variables and the installed tools on which tests depend.
//!
//! CONTRIBUTING.md has tables of all variables. A test compares the tables with the sources.

use crate::harness::{attempt, read, root};
use crate::skip::skip;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use std::{env, fs};

pub(crate) fn count<N: FromStr>(name: &str, otherwise: N) -> N {
    let read = |text: String| text.parse().ok().expect(name);
    env::var(name).map_or(otherwise, read)
}

pub(crate) fn is_set(name: &str) -> bool {
    env::var_os(name).is_some()
}

/// Returns whether all `programs` are installed. If a program is missing, reports that the test is
/// skipped.
#[track_caller]
pub(crate) fn has(programs: &[&str]) -> bool {
    let lacks = |program: &&&str| attempt(Command::new(program).arg("--version"), b"").is_err();
    let missing = programs.iter().find(lacks);
    if let Some(missing) = missing {
        skip(&format!("there is no {missing}"));
    }
    missing.is_none()
}

/// Compiles a bot of `scripts/bots` in C++ or Rust to the program `out`. If there is no compiler,
/// returns `false` and reports that the test is skipped.
#[track_caller]
pub(crate) fn compile_bot(bot: &str, out: &Path) -> bool {
    let source = root("scripts/bots").join(bot);
    let is_cpp = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, options) = if is_cpp {
        ("g++", &["-Wall", "-Werror"][..])
    } else {
        ("rustc", &["--edition", "2021", "-D", "warnings"][..])
    };
    if !has(&[compiler]) {
        return false;
    }
    let status = Command::new(compiler).args(options).arg("-o").arg(out).arg(source).status();
    assert!(status.expect("a compiler").success(), "{bot} does not compile");
    true
}

fn find_variables(path: &Path, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_generated = ["node_modules", "target"]
                .map(OsStr::new)
                .contains(&path.file_name().expect("a name"));
            if !is_generated {
                find_variables(&path, found);
            }
        }
    } else if let Ok(text) = fs::read_to_string(path) {
        let is_word = |c: char| c.is_ascii_uppercase() || c == '_';
        for (at, start) in text.match_indices("BROADSIDE_") {
            let rest = &text[at + start.len()..];
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.insert(format!("{start}{}", &rest[..end]));
        }
    }
}

#[test]
fn contributing_has_a_table_of_all_variables() {
    let folders =
        ["src", "crates", "tests/it", "tests/browser", "benches", "examples", ".ci", ".github"];
    let mut found = BTreeSet::new();
    for folder in folders {
        find_variables(&root(folder), &mut found);
    }
    found.remove("BROADSIDE_");
    let page = read("CONTRIBUTING.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `BROADSIDE_")?.split_once('`'));
    let rows: BTreeSet<_> = rows.map(|(name, _)| format!("BROADSIDE_{name}")).collect();
    let strays: Vec<_> = found.symmetric_difference(&rows).collect();
    assert!(strays.is_empty(), "only in the sources, or only in the table: {strays:?}");
}
