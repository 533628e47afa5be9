//! Runs the programs of the catalog as processes: arguments, prompts, pipes.

use crate::harness::{Folder, Talk, Texts as _, broadside, make_pipe, root, run, unread};
use broadside::catalog::Program;
use broadside::ports::Memory;
use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::Stdio;

#[test]
fn a_prompt_is_out_before_its_answer_is_read() {
    let mut command = broadside();
    command.arg("classic").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut talk = Talk::with(&mut command);
    let mut input = talk.input.take().expect("a pipe");
    let output = talk.out.as_mut().expect("a pipe");
    let dialogue = [
        ("Enter the seed: ", "1\n"),
        ("Enter the width of the board: ", "x\n"),
        ("Enter the w", ""),
    ];
    for (prompt, answer) in dialogue {
        expect_output(output, prompt);
        input.write_all(answer.as_bytes()).expect("the binary reads");
    }
    drop(input);
    assert_eq!(talk.ends().status.code(), Some(1));
}

#[test]
fn arguments_behind_a_name_belong_to_the_program() {
    for (words, code, told) in [
        ("--color never naval --help --", 10, "Usage: naval rules playermap cpumap turns\n"),
        ("naval --color -- --explain --version", 20, "Missing rules file\n"),
    ] {
        let output = run(broadside().args(words.split(' ')), b"");
        assert_eq!((output.status.code(), &*output.err()), (Some(code), told));
    }
}

#[test]
fn broadside_answers_help_about_a_program() {
    for (name, usage) in [
        ("naval", "Usage: broadside naval RULES PLAYERMAP CPUMAP TURNS\n"),
        ("battle-of-ships", "battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in\n"),
        ("classic", "Usage: broadside classic\n"),
    ] {
        for words in [["help", name], [name, "--help"], [name, "-h"]] {
            let output = run(broadside().args(words), b"");
            assert!(output.status.success() && output.out().contains(usage), "{output:?}");
        }
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let mut command = broadside();
    command.arg("classic").stdin(Stdio::piped()).stdout(unread()).stderr(Stdio::piped());
    let mut talk = Talk::with(&mut command);
    // The program may end before it has read this input.
    drop(talk.input.take().expect("a pipe").write_all(b"1\n2\n2\n"));
    let output = talk.ends();
    assert_eq!((output.status.code(), output.err()), (Some(0), String::new()));
}

#[track_caller]
fn expect_output(output: &mut impl Read, expected: &str) {
    let mut shown = vec![0; expected.len()];
    output.read_exact(&mut shown).expect("an answer");
    assert_eq!(String::from_utf8_lossy(&shown), expected);
}

#[test]
fn naval_prints_before_it_reads_from_either_side() {
    const BOARDS: &str = "   AB\n 1 ..\n===\n   AB\n 1 1.\n";
    let folder = Folder::new();
    folder.write("rules", "2 1\n1\n1\n");
    folder.write("map", "A1 N\n");
    let pipe = folder.at("turns");
    make_pipe(&pipe);
    let mut command = folder.broadside(["naval", "rules", "map", "map", "turns"]);
    let mut talk = Talk::with(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut guesses = talk.input.take().expect("a pipe");
    let output = talk.out.as_mut().expect("a pipe");
    let mut turns = fs::File::options().write(true).open(pipe).expect("the binary opens it");
    expect_output(output, &format!("{BOARDS}(Your move)>"));
    guesses.write_all(b"B1\n").expect("the binary reads");
    expect_output(output, "Miss\n(CPU move)>");
    turns.write_all(b"C1\n").expect("the binary reads");
    expect_output(output, "C1\nBad guess\n(CPU move)>");
    turns.write_all(b"A1\n").expect("the binary reads");
    expect_output(output, "A1\nHit\nShip sunk\nGame over - you lose\n");
    assert!(talk.ends().status.success());
}

#[test]
fn unreadable_input_counts_as_ended() {
    let folder = || Stdio::from(fs::File::open(root("scripts")).expect("a folder"));
    let mut naval = broadside();
    naval.args(["naval", "bay.rules", "player.map", "cpu.map", "cpu.turns"]);
    naval.current_dir(root("scripts/naval")).stdin(folder()).stdout(Stdio::piped());
    let output = Talk::with(naval.stderr(Stdio::piped())).ends();
    assert_eq!((output.status.code(), output.err()), (Some(130), "Bad guess\n".to_owned()));
    let mut classic = broadside();
    classic.arg("classic").stdin(folder()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = Talk::with(&mut classic).ends();
    output.fails(1, "input ended");
}

#[test]
fn a_battle_log_that_cannot_be_written_is_reported_even_if_the_output_has_no_reader() {
    let folder = Folder::new();
    folder.make("Battleship.out");
    let mut command = folder.broadside(["battle-of-ships", "a", "b", "c", "d"]);
    let output = Talk::with(command.stdout(unread()).stderr(Stdio::piped())).ends();
    output.fails(3, "cannot write `Battleship.out`");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf_8_stay_as_they_are() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = Folder::new();
    let name = OsStr::from_bytes(b"\xff.txt");
    let output = run(folder.broadside(["battle-of-ships"]).args([name; 4]), b"");
    let wanted =
        b"IOError: input file(s) \xff.txt, \xff.txt, \xff.txt, \xff.txt is/are not reachable.";
    assert_eq!(output.stdout, wanted);
    assert_eq!(folder.bytes("Battleship.out"), wanted);

    folder.write(name, "");
    let output = run(&mut folder.broadside(["classic"]), b"1\n1\n1\n \xff.txt \n1\n");
    assert!(output.stdout.ends_with(b"You win!\n"), "{output:?}");
}

/// The text of a fault ends without a newline. At a terminal, a newline is added, because the
/// prompt of the shell would otherwise follow in the same line.
#[test]
fn faults_of_battle_of_ships_end_their_line_on_a_terminal() {
    for (args, fault) in [(0, "kaBOOM: run for your life!"), (4, "IOError: ")] {
        let mut memory = Memory::default();
        memory.terminals.out = true;
        let args = vec![OsString::from("none"); args];
        let code = memory.run(|ports| Program::BattleOfShips.run(&args, ports));
        assert_eq!(code.expect("memory does not fail"), 0);
        assert!(memory.out.starts_with(fault.as_bytes()) && memory.out.ends_with(b"\n"));
        let copy = memory.files.0.borrow().get(Path::new("Battleship.out")).cloned();
        assert!(copy.is_none_or(|copy| !copy.ends_with(b"\n")));
    }
}
