//! Tests submissions (programs of students) that attack the grading of their class. The grading
//! must go on, and the marks of all other submissions must not change.

use super::*;
use crate::skip::{skip, skip_for_this_user};
use std::sync::OnceLock;

/// Options that select few tests. For an attack, few tests are enough.
const FEW: [&str; 4] = ["--level", "place", "--random", "1"];

/// Grades a class in a sandbox. Returns the lines of the CSV file with the marks.
fn marks(class: &Class, sandbox: &str) -> Vec<String> {
    let words = "grade class --time 2 --memory 32M --findings 0 --similar --csv marks.csv";
    let mut command = class.broadside(words.split(' '));
    command.args(FEW).args(["--sandbox", sandbox]);
    let output = command.output().expect("the binary starts");
    assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    let csv = fs::read_to_string(class.at("marks.csv"));
    assert!(csv.is_ok(), "{output:?}");
    csv.expect("marks").lines().map(str::to_owned).collect()
}

fn sandbox_works(sandbox: &str) -> bool {
    let mut command = broadside();
    command.args(["verify", "--sandbox", sandbox, "--scripts", "0", "--findings", "1"]);
    let output = command.args(["--keep", "none", "--", "cat"]).output().expect("the binary starts");
    let works = !output.err().contains("the sandbox does not work");
    if !works {
        skip(&format!("{sandbox} does not work here"));
    }
    works
}

/// Honest programs with different marks. [`class`] adds two samples in Python.
const HONEST: [(&str, &str); 3] = [
    ("anna", "exec cat"),
    ("finn", "cat > seen; cp seen $TMPDIR/x; wc -c < $TMPDIR/x"),
    ("hugo", "echo 'INVALID OPERATION'; exit 1"),
];

fn class(others: &[(&str, &str)]) -> Class {
    let class = Class::of(&[&HONEST[..], others].concat());
    for name in ["ben.py", "clara.py"] {
        let from = root("scripts/submissions").join(name);
        fs::copy(from, class.at("class").join(name)).expect("a copy");
    }
    class
}

/// Hostile programs. They attack their own files, their parent processes, the files of other
/// submissions, the disk and the memory.
const HOSTILE: [(&str, &str); 5] = [
    ("a-eraser", "rm -rf ./* .[!.]*; mkfifo \"${0##*/}\"; ln -s /dev/zero zero.c; chmod 0 ."),
    (
        "b-killer",
        "for p in $PPID $(cut -d' ' -f4 /proc/$PPID/stat); do [ $p -gt 1 ] || continue; \
         prlimit --pid $p --fsize=0 --cpu=1; renice 19 -p $p; kill -KILL $p; done 2>/dev/null; \
         setsid sleep 1000 & exec cat",
    ),
    (
        "c-locker",
        "for n in 1 2 3; do cat /proc/[0-9]*/cmdline 2>/dev/null | \
         tr '\\0' '\\n' | grep \"^${PWD%/*}/\" | while read -r f; do [ \"${f#$PWD}\" != \"$f\" ] || \
         chmod 0 \"$f\"; done 2>/dev/null; done; exec cat",
    ),
    ("y-flood", "while :; do head -c 2M /dev/zero > $TMPDIR/$$; yes 2>/dev/null; done"),
    ("z-hog", "(trap '' TERM; sleep 1000) & tail -n 1 /dev/zero"),
];

/// The marks of the honest programs when no hostile program is in the class. The first sandbox that
/// works gives these marks, and every other sandbox must give the same marks.
static ALONE: OnceLock<Vec<String>> = OnceLock::new();

/// Returns the marks of the honest programs when no hostile program is in the class. At least two
/// of these programs must get some points.
fn marks_alone(sandbox: &str) -> Vec<String> {
    let alone = marks(&class(&[]), sandbox);
    let is_good = |line: &&String| !line.contains(",0.00,") && !line.contains(",0,100,");
    assert!(alone.iter().skip(1).filter(is_good).count() >= 2, "{alone:?}");
    alone
}

#[track_caller]
fn check_marks(sandbox: &str) {
    if !sandbox_works(sandbox) {
        return;
    }
    let alone = ALONE.get_or_init(|| marks_alone(sandbox));
    let together = marks(&class(&HOSTILE), sandbox);
    let is_hostile = |line: &&String| HOSTILE.iter().any(|(name, _)| line.starts_with(*name));
    let (hostile, honest): (Vec<_>, Vec<_>) = together.iter().partition(is_hostile);
    assert_eq!((honest, hostile.len()), (alone.iter().collect(), HOSTILE.len()));
}

#[test]
fn honest_programs_keep_their_marks_in_bubblewrap() {
    check_marks("bwrap");
}

#[test]
fn honest_programs_keep_their_marks_behind_landlock() {
    check_marks("landlock");
}

/// Once, a run found the files that an earlier run had written. And once, a program that removed
/// itself could not be started again, and this failure ended the grading of the class.
#[test]
fn every_run_begins_with_the_files_of_the_build() {
    let right = "exec \"$BROADSIDE\"";
    let writer = format!("[ ! -e runs ] || exit 1; mkdir runs; chmod 0 runs; {right}");
    let remover = format!("rm -rf \"$0\" ./.[!.]*; chmod 0 .; {right}");
    let class = Class::of(&[("remover", &remover), ("right", right), ("writer", &writer)]);
    let marks = ["remover     100.00", "right       100.00", "writer      100.00"];
    class.check(&FEW, 0, &marks);
}

#[test]
fn every_run_begins_with_the_files_of_the_build_in_sandboxes() {
    let scripts = [
        ("echo", "exec cat"),
        ("remover", "rm -f \"$0\"; exec cat"),
        ("writer", "[ ! -e runs ] || exit 1; echo > runs; exec cat"),
    ];
    for sandbox in ["bwrap", "landlock"].into_iter().filter(|sandbox| sandbox_works(sandbox)) {
        let marks = marks(&Class::of(&scripts), sandbox);
        let of = |line: &String| line.split_once(',').map(|(_, marks)| marks.to_owned());
        let [_, echo, remover, writer] = &marks[..] else { panic!("{marks:?}") };
        assert_eq!([of(remover), of(writer)], [of(echo), of(echo)], "{marks:?}");
    }
}

/// Once, a program removed the permissions of the copies of other submissions, and this ended the
/// grading of the class. Landlock does not prevent such a change, so the names of the copies must
/// be hard to guess.
#[test]
fn programs_cannot_guess_the_names_of_copies() {
    let script = "for d in ../* ../0* ../1* ../2* ../3* /proc/*/cwd; do \
                  [ $d -ef . ] || all=\"$all $d $d/*\"; done; chmod 0 $all 2>/dev/null; exec cat";
    let class = Class::of(&[("a", script), ("b", "exec cat"), ("c", script), ("d", "exec cat")]);
    if sandbox_works("landlock") {
        let marks = marks(&class, "landlock");
        assert_eq!(marks.len(), 5, "{marks:?}");
    }
}

/// Once, some files of a build could not be copied for the next run, and this failure ended the
/// grading of the class.
#[test]
fn files_of_a_build_do_not_end_the_grading() {
    let class = Class::of(&[("echo", "exec cat")]);
    for (name, leave) in
        [("locked", "touch x; chmod 0 x"), ("piper", "mkfifo x"), ("linker", "ln -s x x")]
    {
        let make =
            format!("all:\n\t{leave}; printf '#!/bin/sh\\nexec cat\\n' > prog; chmod +x prog\n");
        class.write(format!("class/{name}/Makefile"), make);
    }
    let output = class.grade(&[&FEW[..], &["--csv", "marks.csv"]].concat());
    let csv = class.read("marks.csv");
    let of = |name: &str| csv.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    assert!(
        ["echo", "locked", "piper", "linker"].iter().all(|name| of(name).is_some()),
        "{output:?}"
    );
    for name in ["piper", "linker"] {
        assert_eq!(of(name), of("echo").map(|line| line.replacen("echo", name, 1)), "{output:?}");
    }
}

/// Once, the message about a wrong line quoted the whole line.
#[test]
fn a_message_about_a_long_line_is_short() {
    let class = Class::of(&[("echo", "exec cat")]);
    class.write("weights.toml", "[".repeat(1 << 20));
    let output = class.grade(&["--weights", "weights.toml"]);
    assert!(output.status.code() == Some(2) && output.stderr.len() < 4000, "{output:?}");
}

/// Once, every user of the machine could read all submissions during the grading.
#[test]
fn copies_are_private() {
    let class = Class::of(&[("a", "stat -c %a .. > $OUT; exec cat")]);
    let mut command = class.command(&FEW);
    let output = command.env("OUT", class.at("mode")).output().expect("the binary starts");
    let mode = class.read("mode");
    assert_eq!(mode, "700\n", "{output:?}");
}

/// Once, a program replaced its source with a pipe. After the runs, `grade` read the source, and
/// this reading never ended.
#[test]
fn a_replaced_source_is_not_read_again() {
    let script = "rm -f \"$0\" x.c; mkfifo \"$0\"; ln -s /dev/zero x.c";
    let class = Class::of(&[("echo", "exec cat"), ("piper", script)]);
    class.check(&[&FEW[..], &["--similar"]].concat(), 0, &["piper", "No two submissions"]);
}

/// Once, a submission that filled the disk ended the grading of the class, or the builds of other
/// submissions failed. Here bubblewrap only makes a small disk.
#[test]
fn a_full_disk_is_not_blamed_on_a_submission() {
    if !sandbox_works("bwrap") {
        return;
    }
    let class = Class::of(&[("echo", "exec cat")]);
    let build = |name: &str, make: &str| {
        fs::create_dir(class.at("class").join(name)).expect("a folder");
        let end = "printf '#!/bin/sh\\nexec cat\\n' > prog; chmod +x prog";
        let make = format!("all:\n\t{make}; {end}\n");
        fs::write(class.at("class").join(name).join("Makefile"), make).expect("a file");
    };
    build("ben", "sleep 0.2; head -c 1M /dev/zero > x || exit 1");
    build("hog", "head -c 70M /dev/zero > x; sleep 0.4; [ -e /nothing ]");
    build("quiet-hog", "head -c 47M /dev/zero > x || exit 1");
    fs::create_dir(class.at("small")).expect("a folder");
    let mut command = Command::new("bwrap");
    command.args(["--dev-bind", "/", "/", "--size", "67108864", "--tmpfs"]).arg(class.at("small"));
    command.arg(env!("CARGO_BIN_EXE_broadside")).args([
        "grade",
        "--sandbox",
        "none",
        "--jobs",
        "3",
    ]);
    command.args(FEW).args(["--findings", "0", "--csv", "marks.csv", "class"]);
    let output = command.current_dir(class.0.path()).env("TMPDIR", class.at("small")).output();
    let output = output.expect("bubblewrap starts");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    for hog in ["hog", "quiet-hog"] {
        let full = format!("`{hog}` could not be run: no space is left in `");
        assert!(said.contains(&full), "{said}");
    }
    let csv = fs::read_to_string(class.at("marks.csv")).expect("marks");
    let of = |name: &str| csv.lines().find_map(|line| line.strip_prefix(&format!("{name},")));
    assert_eq!((of("ben"), csv.lines().count()), (of("echo"), 5), "{csv}");
}

#[test]
fn a_submission_that_cannot_be_read_is_a_result() {
    let class = Class::of(&[("echo", "exec cat")]);
    class.write("class/locked/main.py", "print()");
    let file = class.at("class/locked/main.py");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("a mode");
    if fs::read(&file).is_ok() {
        return skip_for_this_user("the superuser can read every file");
    }
    let said = "`locked` could not be run: `main.py` cannot be read: Permission denied";
    class.check(&FEW, 3, &["echo", said]);
}

/// Two names differ only in bytes that are not UTF-8, and one name leaves no room for an ending
/// such as `.json`.
#[test]
fn submissions_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt as _;
    let class = Class::of(&[("echo", "exec cat"), (&"n".repeat(252), "exec cat")]);
    for name in [b"b\xff", b"b\xfe"] {
        let path = class.at("class").join(std::ffi::OsStr::from_bytes(name));
        fs::copy(class.at("class/echo"), path).expect("a copy");
    }
    let out = class.check(&[&FEW[..], &["--json", "json"]].concat(), 0, &["b\\u{ff}", "b\\u{fe}"]);
    assert_eq!(class.results("json").len(), 4, "{out}");
}

#[test]
fn the_first_line_says_what_protects_this_machine() {
    let class = Class::of(&[("echo", "exec cat")]);
    let mut command = class.broadside(["grade", "--findings=0", "class"]);
    let output = command.args(FEW).output().expect("the binary starts");
    let said = output.err();
    let protection = if sandbox_works("bwrap") {
        "in bubblewrap: "
    } else if sandbox_works("landlock") {
        "behind Landlock "
    } else {
        "without a sandbox: "
    };
    assert!(said.starts_with(&format!("broadside: programs run {protection}")), "{said}");
}
