//! Tests that the names of result files are checked before the work. If a name is wrong, no file is
//! replaced, and no game or program is run.

use crate::harness::{Folder, Texts as _, broadside, run};

/// Runs a command in a folder with the script `g.ships`. Checks the status and a part of the
/// message. Checks that the script is unchanged, that standard output is empty, and that `verify`
/// did not run the program under test.
#[track_caller]
fn check(command: &str, code: i32, message: &str) {
    let folder = Folder::new();
    let script = "[state]\nREEF 0 1\n[state]\n";
    folder.write("g.ships", script);
    folder.write("weights", "[levels]\nplace = 1\n");
    folder.write("prog.sh", "#!/bin/sh\ntouch ran\nexec cat\n");
    let output = run(&mut folder.broadside(command.split(' ')), b"");
    output.fails(code, message);
    assert_eq!(folder.read("g.ships"), script, "{command}");
    assert_eq!((folder.at("ran").exists(), output.stdout.len()), (false, 0), "{command}");
}

const TWO: &str = "--engine random --engine name=r random --games 2";

#[test]
fn no_result_replaces_another_result_or_what_is_read() {
    check("replay g.ships -o g.ships", 2, "FILE and --output name one file: `g.ships`");
    check("replay ./g.ships --output g.ships", 2, "name one file");
    check("merge g.ships --html g.ships", 2, "a journal and --html");
    check(&format!("match {TWO} --journal j --html j"), 2, "--journal and --html");
    check(&format!("match {TWO} --json m --html ./m"), 2, "--json and --html");
    check("grade --csv m --html m prog.sh", 2, "--csv and --html");
    check("grade --csv prog.sh prog.sh", 2, "a submission and --csv");
    check("grade --weights weights --html weights prog.sh", 2, "--weights and --html");
    check(&format!("match {TWO} --setup g.ships --json g.ships"), 2, "--setup and --json");
    check("verify --json prog.sh -- sh prog.sh", 2, "the command and --json");
    check("verify --script g.ships --json g.ships -- sh prog.sh", 2, "--script and --json");
}

#[cfg(unix)]
#[test]
fn a_result_does_not_replace_a_file_behind_a_link() {
    let folder = Folder::new();
    folder.write("g.ships", "[state]");
    std::os::unix::fs::symlink("g.ships", folder.at("link")).expect("a link");
    let output = run(&mut folder.broadside(["replay", "g.ships", "-o", "link"]), b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(folder.read("g.ships"), "[state]");
}

#[test]
fn results_that_cannot_be_written_are_reported_before_the_work() {
    check(&format!("match {TWO} --records r --html no/x.html"), 3, "cannot write `no/x.html`");
    check("bench targeting --bot hunt --show 1 -o no/x.html", 3, "cannot write `no/x.html`");
    check("grade --json g.ships prog.sh", 3, "cannot write `g.ships`");
    check("grade --csv no/m.csv prog.sh", 3, "cannot write `no/m.csv`");
    check(&format!("match {TWO} --records g.ships"), 3, "`g.ships`: not a directory");
    check("verify --json no/v.json -- sh prog.sh", 3, "cannot write `no/v.json`");
    check("royale --bots easy,medium --html no/r.html", 3, "cannot write `no/r.html`");
    check("bench targeting --bot posterior --games 9 --svg no/p.svg", 3, "cannot write `no/p.svg`");
}

/// Not even the superuser can make a file in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_reported_before_the_work() {
    for command in [
        &format!("match {TWO} --records /proc"),
        &format!("match {TWO} --log /proc"),
        "royale --bots easy,medium --records /proc",
        "bench arsenal --bot easy --records /proc",
    ] {
        check(command, 3, "cannot write `/proc`");
    }
}

#[test]
fn a_page_may_stand_in_the_folder_of_the_records() {
    let folder = Folder::new();
    for command in [
        &format!("match {TWO} --records games --html games/match.html"),
        "royale --bots easy,medium --clock steps --records bouts --html bouts/royale.html",
    ] {
        let output = run(&mut folder.broadside(command.split(' ')), b"");
        assert!(output.status.success(), "{command}: {output:?}");
        let page = command.split(' ').next_back().expect("a page");
        assert!(folder.at(page).exists(), "{command}");
    }
}

/// A result is usually written to a new file, which then replaces the old file. A pipe cannot be
/// replaced, so the page is written straight into the pipe.
#[cfg(unix)]
#[test]
fn pages_go_to_standard_output_by_any_name() {
    let page = |to: &[&str]| {
        let output = run(broadside().arg("replay").args(to), b"[state] REEF 0 1 [state]");
        assert!(output.status.success(), "{to:?}: {output:?}");
        output.stdout
    };
    let expected = page(&[]);
    assert!(expected.starts_with(b"<!"), "a page");
    for to in ["-", "/dev/stdout"] {
        assert!(page(&["-o", to]) == expected, "{to}");
    }
}
