//! Runs every script of `scripts/` and compares the output with `tests/scripts/`.

use crate::harness::{broadside, root, run};
use std::fs;

#[test]
fn scripts_run_as_their_prose_says() {
    let mut failures = Vec::new();
    let mut scripts = 0;
    for entry in fs::read_dir(root("scripts")).expect("scripts") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "ships") {
            continue;
        }
        scripts += 1;
        let name = path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned();
        let output = run(&mut broadside(), &fs::read(&path).expect("a script"));
        let mut got = output.stdout;
        got.extend(format!("(exit status {:?})\n", output.status.code()).into_bytes());
        let golden = root("tests/scripts").join(format!("{name}.out"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &got).expect("a blessed file");
        }
        if fs::read(&golden).ok() != Some(got) {
            failures.push(name);
        }
    }
    assert!(scripts >= 7, "there are only {scripts} scripts");
    assert!(failures.is_empty(), "these differ from tests/scripts: {failures:?}");
}

#[test]
fn the_scripts_are_in_canonical_form() {
    let output = run(broadside().args(["fmt", "--diff"]).arg(root("scripts")), b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(output.status.success());
}
