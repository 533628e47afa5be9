//! Tests the shards of `broadside verify`. A shard tries a part of the scripts. All shards together
//! must report the same as one run.

use crate::harness::{BINARY, Folder, Texts as _};
use std::process::Output;

/// The verified programs: a correct one, one that prints at most three lines, and one with wrong
/// digits.
const PROGRAMS: [&str; 3] = ["$SHIPS", "$SHIPS | head -n 3", "$SHIPS | sed s/2/3/"];

fn verify(folder: &Folder, program: &str, options: &[&str]) -> Output {
    let words = "verify --time 10 --level place --scripts 24 --findings 1 --keep none";
    let mut command = folder.broadside(words.split(' '));
    command.env("SHIPS", BINARY).args(options).args(["--", "sh", "-c", program]);
    command.output().expect("the binary starts")
}

/// Runs shards with these numbers, out of three. Checks that each journal has eight answers.
#[track_caller]
fn run_shards(folder: &Folder, program: &str, numbers: &[&str]) {
    for number in numbers {
        let journal = format!("part{number}");
        let shard = format!("{number}/3");
        let output = verify(folder, program, &["--shard", &shard, "--journal", &journal]);
        let text = output.out();
        let told = format!("Shard {shard} is done. The journal has 8 answers. ");
        assert!(output.status.success() && text.starts_with(&told), "{output:?}");
    }
}

#[test]
fn all_shards_together_report_the_same_as_one_run() {
    for program in PROGRAMS {
        let folder = &Folder::new();
        run_shards(folder, program, &["1", "2", "3", "2"]);
        let all = ["part1", "part2", "part3"].map(|name| folder.read(name)).concat();
        assert_eq!(all.lines().count(), 24, "a finished shard adds no answers");
        folder.write("all", &all);
        let merged = verify(folder, program, &["--journal", "all", "--json", "merged.json"]);
        let alone = verify(folder, program, &["--json", "alone.json"]);
        assert_eq!(merged, alone, "{program}");
        assert_eq!(folder.read("merged.json"), folder.read("alone.json"), "{program}");
        assert_eq!(folder.read("all"), all, "a report adds no answer");
    }
}

/// For an answer in the journal, the program is not run again. The journal of this test says that
/// the answers of a correct program are wrong.
#[test]
fn answers_of_a_journal_are_not_asked_for_again() {
    let folder = &Folder::new();
    run_shards(folder, PROGRAMS[0], &["1"]);
    let right = folder.read("part1");
    let wrong = right.replace(r#""right":true"#, r#""right":false"#);
    folder.write("part1", wrong);
    let output = verify(folder, PROGRAMS[0], &["--journal", "part1"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

/// Regression: a line that makes no sense was counted as an answer.
#[test]
fn a_line_that_makes_no_sense_is_no_answer() {
    let folder = &Folder::new();
    run_shards(folder, PROGRAMS[0], &["1"]);
    let right = folder.read("part1");
    let wrong = right.replacen(r#""ending":"exited""#, r#""ending":"lost""#, 1);
    assert_ne!(wrong, right);
    folder.write("part1", wrong);
    run_shards(folder, PROGRAMS[0], &["1"]);
}

#[test]
fn other_options_than_in_the_journal_and_a_shard_without_a_journal_are_refused() {
    let folder = &Folder::new();
    run_shards(folder, PROGRAMS[0], &["1"]);
    let other_seed = ["--journal", "part1", "--seed", "2"];
    verify(folder, PROGRAMS[0], &other_seed).fails(2, "with other options");
    verify(folder, PROGRAMS[0], &["--shard", "1/3"]).fails(2, "--journal");
}
