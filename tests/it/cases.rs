//! Every folder below `tests/cases` is run; all failures are listed at the end.

use crate::harness::{cases, check, root};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs the cases of one program, all of them, and fails once with the whole list. Its page of sources
/// names these cases and no others.
#[track_caller]
fn pass(program: &str) {
    let top = root("tests/cases").join(program);
    let found = cases(&top);
    assert!(!found.is_empty(), "no cases in {}", top.display());
    let name = |case: &PathBuf| case.strip_prefix(&top).expect("a case below the top").to_owned();
    let (names, folders) = (sourced(&top), found.iter().map(name).collect());
    let strays: Vec<_> = names.symmetric_difference(&folders).collect();
    assert!(strays.is_empty(), "only a folder or only in SOURCE.md: {strays:?}");
    let mut failures = String::new();
    for case in &found {
        let notes = check(case);
        if !notes.is_empty() {
            let name = case.strip_prefix(&top).expect("a case below the top").display();
            write!(failures, "\n{name}\n  {}", notes.join("\n  ")).expect("a string grows");
        }
    }
    assert!(failures.is_empty(), "of {} cases these fail:{failures}", found.len());
}

/// The cases that the page of sources names in the rows of its tables: in the last column, if there are
/// names and nothing else, or in the first one.
fn sourced(top: &Path) -> BTreeSet<PathBuf> {
    let page = fs::read_to_string(top.join("SOURCE.md")).expect("a page of sources");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let names = rows.flat_map(|row| {
        let columns: Vec<_> = row.split(" | ").collect();
        let names = |column: &str| {
            let name = |word: &str| {
                let name = word.strip_prefix('`')?.strip_suffix('`')?;
                (!name.contains(' ')).then(|| name.into())
            };
            column.split(", ").map(name).collect::<Option<Vec<PathBuf>>>()
        };
        let last = columns.last().and_then(|column| names(column));
        last.or_else(|| names(columns[0])).unwrap_or_default()
    });
    names.collect()
}

#[test]
fn ships() {
    pass("ships");
}

#[test]
fn naval() {
    pass("naval");
}

#[test]
fn battle_of_ships() {
    pass("battle-of-ships");
}

#[test]
fn classic() {
    pass("classic");
}

#[test]
fn arsenal() {
    pass("arsenal");
}

#[test]
fn tools() {
    pass("tools");
}
