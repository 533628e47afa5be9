//! Tests the shards of `broadside verify`. A shard tries a part of the scripts. All shards together
//! must report the same as one run.

use crate::harness::{BINARY, broadside};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// The verified programs: a correct one, one that prints at most three lines, and one with wrong
/// digits.
const PROGRAMS: [&str; 3] = ["$SHIPS", "$SHIPS | head -n 3", "$SHIPS | sed s/2/3/"];

fn verify(folder: &Path, program: &str, options: &[&str]) -> Output {
    let mut command = broadside();
    command.current_dir(folder).env("SHIPS", BINARY).args(["verify", "--time", "10"]);
    command.args(["--level", "place", "--scripts", "24", "--findings", "1", "--keep", "none"]);
    command.args(options);
    command.args(["--", "sh", "-c", program]).output().expect("the binary starts")
}

/// Runs shards with these numbers, out of three. Checks that each journal has eight answers.
#[track_caller]
fn run_shards(folder: &Path, program: &str, numbers: &[&str]) {
    for number in numbers {
        let journal = format!("part{number}");
        let shard = format!("{number}/3");
        let output = verify(folder, program, &["--shard", &shard, "--journal", &journal]);
        let text = String::from_utf8_lossy(&output.stdout);
        let told = format!("Shard {shard} is done. The journal has 8 answers. ");
        assert!(output.status.success() && text.starts_with(&told), "{output:?}");
    }
}

#[test]
fn all_shards_together_report_the_same_as_one_run() {
    for program in PROGRAMS {
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path();
        run_shards(folder, program, &["1", "2", "3", "2"]);
        let read = |name| fs::read_to_string(folder.join(name)).expect("a journal");
        let all = ["part1", "part2", "part3"].map(read).concat();
        assert_eq!(all.lines().count(), 24, "a finished shard adds no answers");
        fs::write(folder.join("all"), &all).expect("a file");
        let merged = verify(folder, program, &["--journal", "all", "--json", "merged.json"]);
        let alone = verify(folder, program, &["--json", "alone.json"]);
        assert_eq!(merged, alone, "{program}");
        assert_eq!(read("merged.json"), read("alone.json"), "{program}");
        assert_eq!(read("all"), all, "a report adds no answer");
    }
}

/// The results in a journal are not checked again. The journal of this test says that a correct
/// program is wrong.
#[test]
fn answers_of_a_journal_are_not_asked_for_again() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    run_shards(folder, PROGRAMS[0], &["1"]);
    let right = fs::read_to_string(folder.join("part1")).expect("a journal");
    let wrong = right.replace(r#""right":true"#, r#""right":false"#);
    fs::write(folder.join("part1"), wrong).expect("a file");
    let output = verify(folder, PROGRAMS[0], &["--journal", "part1"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

/// Regression: a line that makes no sense was counted as an answer.
#[test]
fn a_line_that_makes_no_sense_is_no_answer() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    run_shards(folder, PROGRAMS[0], &["1"]);
    let right = fs::read_to_string(folder.join("part1")).expect("a journal");
    let wrong = right.replacen(r#""ending":"exited""#, r#""ending":"lost""#, 1);
    assert_ne!(wrong, right);
    fs::write(folder.join("part1"), wrong).expect("a file");
    run_shards(folder, PROGRAMS[0], &["1"]);
}

#[test]
fn other_options_than_in_the_journal_and_a_shard_without_a_journal_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    run_shards(folder, PROGRAMS[0], &["1"]);
    let output = verify(folder, PROGRAMS[0], &["--journal", "part1", "--seed", "2"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && text.contains("with other options"), "{output:?}");
    let output = verify(folder, PROGRAMS[0], &["--shard", "1/3"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && text.contains("--journal"), "{output:?}");
}
