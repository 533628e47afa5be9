//! The programs of the catalog as processes: arguments, prompts, pipes.

use crate::harness::{broadside, run};
use std::io::{Read as _, Write as _};
use std::process::Stdio;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_prompt_is_out_before_its_answer_is_read() {
    let mut command = broadside();
    command.arg("classic").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    let dialogue = [
        ("Enter the seed: ", "1\n"),
        ("Enter the width of the board: ", "x\n"),
        ("Enter the w", ""),
    ];
    for (prompt, answer) in dialogue {
        let mut shown = vec![0; prompt.len()];
        output.read_exact(&mut shown).expect("a prompt");
        assert_eq!(text(&shown), prompt);
        input.write_all(answer.as_bytes()).expect("the binary reads");
    }
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(1));
}

#[test]
fn arguments_behind_a_name_belong_to_the_program() {
    let output = run(broadside().args(["--color", "never", "naval", "--help"]), b"");
    assert_eq!(output.status.code(), Some(10));
    assert_eq!(text(&output.stderr), "Usage: naval rules playermap cpumap turns\n");
    let output = run(broadside().args(["naval", "--color", "--", "--explain", "--version"]), b"");
    assert_eq!(output.status.code(), Some(20));
    assert_eq!(text(&output.stderr), "Missing rules file\n");
}

#[test]
fn help_about_a_program_is_ours() {
    for (name, usage) in [
        ("naval", "Usage: broadside naval RULES PLAYERMAP CPUMAP TURNS\n"),
        ("battle-of-ships", "battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in\n"),
        ("classic", "Usage: broadside classic\n"),
    ] {
        let output = run(broadside().args(["help", name]), b"");
        assert!(output.status.success() && text(&output.stdout).contains(usage), "{output:?}");
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let mut command = broadside();
    command.arg("classic").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    drop(child.stdout.take());
    // The program may be gone before it has read this.
    drop(child.stdin.take().expect("a pipe").write_all(b"1\n2\n2\n"));
    let output = child.wait_with_output().expect("an end");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}
