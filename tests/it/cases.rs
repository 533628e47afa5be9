//! Every folder below `tests/cases` is run; all failures are listed at the end.

use crate::harness::{cases, check, root};
use std::fmt::Write as _;

/// Runs the cases of one program, all of them, and fails once with the whole list.
#[track_caller]
fn pass(program: &str) {
    let top = root("tests/cases").join(program);
    let found = cases(&top);
    assert!(!found.is_empty(), "no cases in {}", top.display());
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
