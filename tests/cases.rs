//! Each folder below `tests/cases` that has a file `args` or `stdin` is a test: the input of a
//! program and its expected output. `cargo test ships/spy` runs the tests whose names contain
//! `ships/spy`; `cargo test --test cases` runs all.
//!
//! | file | holds |
//! |---|---|
//! | `args` | one argument a line (absent: none) |
//! | `stdin` | standard input (absent: empty) |
//! | `in/` | files in the working directory |
//! | `stdout`, `stderr` | the expected bytes (absent: not compared) |
//! | `stdout_ends` | the last bytes of standard output, if the whole output is too long to keep |
//! | `stderr_has` | texts that standard error must contain, one a line |
//! | `code` | the expected exit status (absent: 1 after a refusal, otherwise 0; `any`: not compared) |
//! | `out/` | files that must be there afterwards, with these bytes |

#[path = "it/harness.rs"]
#[expect(dead_code, reason = "other tests use the rest of this module")]
mod harness;

use harness::{Folder, cases, copy, names, read, root, run};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const PROGRAMS: [&str; 6] = ["ships", "naval", "battle-of-ships", "classic", "arsenal", "tools"];

fn main() -> ExitCode {
    let trials = PROGRAMS.into_iter().flat_map(trials).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Makes a test for each case of a program, and one test for the program's `SOURCE.md`.
fn trials(program: &str) -> Vec<Trial> {
    let top = root("tests/cases").join(program);
    let name = |case: &Path| case.strip_prefix(&top).expect("a case below the top").to_owned();
    let found = cases(&top);
    let folders = found.iter().map(|case| name(case)).collect();
    let trial = |case: PathBuf| {
        let name = format!("{program}/{}", name(&case).display()).replace('\\', "/");
        Trial::test(name, move || passed(&check(&case)))
    };
    let mut trials: Vec<_> = found.into_iter().map(trial).collect();
    let page = read(&format!("tests/cases/{program}/SOURCE.md"));
    let page = move || passed(&unmatched(&page, &folders));
    trials.push(Trial::test(format!("{program}/SOURCE.md"), page));
    trials
}

fn passed(notes: &[String]) -> Result<(), Failed> {
    if notes.is_empty() { Ok(()) } else { Err(notes.join("\n").into()) }
}

/// Lists the cases that are only in `SOURCE.md` or only in the folder. If `page` has the text "A
/// case without a row is ours", a case needs no row in `SOURCE.md`.
fn unmatched(page: &str, folders: &BTreeSet<PathBuf>) -> Vec<String> {
    let names = named_cases(page);
    let needs_rows = !page.contains("A case without a row is ours");
    let unmatched = names.symmetric_difference(folders);
    let unmatched = unmatched.filter(|name| needs_rows || names.contains(*name));
    let unmatched =
        unmatched.map(|name| format!("only a folder or only in SOURCE.md: {}", name.display()));
    let missing = folders.is_empty().then(|| "there are no cases".to_owned());
    unmatched.chain(missing).collect()
}

/// Collects the cases that the tables of `SOURCE.md` name: in the last column of a row if this
/// column holds only names, otherwise in the first column.
fn named_cases(page: &str) -> BTreeSet<PathBuf> {
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

/// Runs a case. Returns the differences from its expected output: none if the case passes.
fn check(case: &Path) -> Vec<String> {
    let work = Folder::new();
    if case.join("in").is_dir() {
        copy(&case.join("in"), work.path());
    }
    let args = text(case, "args").unwrap_or_default();
    let stdin = bytes(case, "stdin").unwrap_or_default();
    let output = run(&mut work.broadside(args.lines()), &stdin);
    let mut notes = Vec::new();
    let stdout = bytes(case, "stdout");
    let code = text(case, "code").unwrap_or_else(|| usual_code(stdout.as_deref()).to_owned());
    note_difference(&mut notes, "stdout", stdout, &output.stdout);
    note_difference(&mut notes, "stderr", bytes(case, "stderr"), &output.stderr);
    if let Some(end) = bytes(case, "stdout_ends") {
        let got = output.stdout.len().saturating_sub(end.len());
        note_difference(&mut notes, "the end of stdout", Some(end), &output.stdout[got..]);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    for part in text(case, "stderr_has").unwrap_or_default().lines() {
        if !stderr.contains(part) {
            notes.push(format!("stderr lacks {part:?}: {stderr:?}"));
        }
    }
    let got = output.status.code().map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    if code.trim() != "any" && code.trim() != got {
        notes.push(format!("exit status: want {}, got {got}; stderr {stderr:?}", code.trim()));
    }
    for name in names(&case.join("out")) {
        let got = bytes(work.path(), &name).unwrap_or_else(|| b"(no such file)".to_vec());
        note_difference(&mut notes, &name, bytes(&case.join("out"), &name), &got);
    }
    notes
}

/// Returns the exit status of a script of the Ships language that prints `stdout`.
fn usual_code(stdout: Option<&[u8]>) -> &'static str {
    let last = stdout.and_then(|text| text.trim_ascii_end().rsplit(|byte| *byte == b'\n').next());
    let is_refusal = last.is_some_and(|line| line.starts_with(b"INVALID OPERATION "));
    if is_refusal { "1" } else { "0" }
}

fn note_difference(notes: &mut Vec<String>, label: &str, want: Option<Vec<u8>>, got: &[u8]) {
    let Some(want) = want else { return };
    if want == got || cfg!(windows) && in_unix_words(&want) == in_unix_words(got) {
        return;
    }
    let (mut w, mut g) = (want.split(|b| *b == b'\n'), got.split(|b| *b == b'\n'));
    let show = |line: Option<&[u8]>| line.map(|bytes| bytes.escape_ascii().to_string());
    let mut number = 0;
    loop {
        let (a, b) = (w.next(), g.next());
        number += 1;
        if a != b {
            let (a, b) = (show(a), show(b));
            return notes.push(format!("{label}, line {number}:\n  want {a:?}\n  got  {b:?}"));
        }
    }
}

/// Replaces the path separators and system messages of Windows with the ones in the cases.
fn in_unix_words(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text).replace('\\', "/");
    let missing = io::Error::from_raw_os_error(2).to_string();
    let folder = io::Error::from(io::ErrorKind::IsADirectory).to_string();
    text.replace(&missing, "No such file or directory (os error 2)")
        .replace(&folder, "Is a directory (os error 21)")
}

fn bytes(folder: &Path, name: &str) -> Option<Vec<u8>> {
    fs::read(folder.join(name)).ok()
}

fn text(folder: &Path, name: &str) -> Option<String> {
    bytes(folder, name).map(|bytes| String::from_utf8(bytes).expect("a text file of UTF-8"))
}
