//! Checks the laws of the fuzz targets. A law must hold for any bytes: here, for the inputs of the
//! cases and for the inputs that fuzzing has kept.

use crate::harness::{cases, root};
use broadside::script::format;
use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;

#[path = "../../fuzz/laws/mod.rs"]
mod all;

/// The longest input of a case that is tried, in bytes. It is small, because a law runs its script
/// several times.
const LONGEST: usize = 1 << 13;

/// Checks a law on the inputs of a program's cases. `head` is put before each input.
#[track_caller]
fn check_law(name: &str, law: all::Law, program: &str, head: &[u8]) {
    let mut tried = 0;
    for case in cases(&root("tests/cases").join(program)) {
        let Ok(input) = fs::read(case.join("stdin")) else { continue };
        if input.len() > LONGEST {
            continue;
        }
        let input = [head, &input].concat();
        assert!(catch_unwind(|| law(&input)).is_ok(), "`{name}` fails for {}", case.display());
        tried += 1;
    }
    assert_ne!(tried, 0, "{program} has no cases with input");
}

#[test]
fn laws_of_scripts_hold_for_the_cases() {
    for (name, law) in all::OF_SCRIPTS {
        check_law(name, law, "ships", b"");
    }
}

#[test]
fn the_law_of_arsenal_holds_for_the_cases() {
    for bot in [b"0", b"1", b"2"] {
        check_law("arsenal", all::arsenal, "arsenal", bot);
    }
}

fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root("fuzz").join(folder)).expect("a folder");
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    entries.filter_map(|entry| stem(entry.expect("an entry").path())).collect()
}

/// Each fuzz target has its own law and its own corpus. `.ci/full` says how the corpora grow.
#[test]
fn laws_hold_for_what_fuzzing_has_kept() {
    let all = || all::OF_SCRIPTS.into_iter().chain(all::OF_PROGRAMS);
    let targets: BTreeSet<_> = all().map(|(name, _)| name.to_owned()).collect();
    assert_eq!([names("corpus"), names("fuzz_targets")], [targets.clone(), targets]);
    for (name, law) in all() {
        let folder = root("fuzz/corpus").join(name);
        for input in names(&format!("corpus/{name}")) {
            let bytes = fs::read(folder.join(&input)).expect("an input");
            assert!(catch_unwind(|| law(&bytes)).is_ok(), "`{name}` fails for {input}");
        }
    }
}

/// If the canonical form lost the first byte order mark, a reader would take the next bytes for the
/// mark of UTF-16.
#[test]
fn a_script_with_two_byte_order_marks_keeps_the_laws() {
    for (_, law) in all::OF_SCRIPTS {
        law(b"\xef\xbb\xbf\xfe\xff[{tate]\n]\n");
    }
}

/// Regression, found by fuzzing: without its blanks, a line with NULs looked like UTF-16.
#[test]
fn a_script_whose_canonical_form_would_be_utf_16_has_none() {
    for script in [&b" #\0\xff\0"[..], b"\0 \0~  ", b"\t\0T\0\x12\t"] {
        assert!(format(script).is_err());
        for (_, law) in all::OF_SCRIPTS {
            law(script);
        }
    }
}
