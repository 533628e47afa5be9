//! Runs every script of `scripts/` and compares the output with `tests/scripts/`.

use crate::harness::{BINARY, Folder, Texts as _, attempt, broadside, names, root, run};
use crate::skip::skip;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Returns the paths of all scripts of `scripts/`.
pub(crate) fn paths() -> Vec<PathBuf> {
    let folder = fs::read_dir(root("scripts")).expect("a folder");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "ships")).collect();
    assert!(paths.len() >= 7, "there are only {} scripts", paths.len());
    paths
}

#[test]
fn scripts_print_what_is_recorded() {
    let mut failures = Vec::new();
    for path in paths() {
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
    assert!(failures.is_empty(), "these differ from tests/scripts: {failures:?}");
}

#[test]
fn the_scripts_are_in_canonical_form() {
    let output = run(broadside().args(["fmt", "--diff"]).arg(root("scripts")), b"");
    assert_eq!(output.out(), "");
    assert!(output.status.success());
}

/// A search for small changes among so many lines would take minutes, so `fmt` shows one large
/// change.
#[test]
fn a_large_script_is_one_change() {
    let script = ["[state]\n", &"PRINT 1\n".repeat(50_000), "[state]\n"].concat();
    let diff = run(broadside().args(["fmt", "--diff", "-"]), script.as_bytes()).out();
    assert_eq!(diff.lines().filter(|line| line.starts_with("@@")).count(), 1);
    assert_eq!(diff.lines().filter(|line| *line == "+  PRINT 1").count(), 50_000);
}

/// `fmt` cannot replace a mount point with a new file, so it writes into the old file.
#[test]
fn a_script_that_is_a_mount_point_is_formatted() {
    let folder = Folder::new();
    let [script, mounted] = ["script", "mounted"].map(|name| folder.at(name));
    folder.write("script", "[state]\nREEF  1 1\n[state]\n");
    folder.write("mounted", "");
    let bind = || {
        let mut command = Command::new("bwrap");
        command.args(["--dev-bind", "/", "/", "--bind"]).args([&script, &mounted]);
        command
    };
    if !attempt(bind().arg("true"), b"").is_ok_and(|ended| ended.status.success()) {
        return skip("bubblewrap does not work here");
    }
    let output = run(bind().args([BINARY, "fmt"]).arg(&mounted), b"");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(folder.read("script"), "[state]\n  REEF 1 1\n[state]\n");
    assert_eq!(names(folder.path()).len(), 2);
}
