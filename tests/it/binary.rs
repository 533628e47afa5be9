//! Runs the binary as a process, and checks its exit statuses, streams, pipes and files.

use crate::harness::{Folder, Talk, Texts as _, broadside, run, unread};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;

const PICTURE: &[u8] = b"[state]\nBOARD_SIZE 1 3\nPRINT 0\n[state]\n";
const DRAWN: &[u8] = b"   \nPARTS REMAINING:: A : 0 B : 0\n";

#[test]
fn a_driver_is_answered_before_it_writes_the_next_group() {
    let mut command = broadside();
    let mut talk = Talk::with(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut input = talk.input.take().expect("a pipe");
    let output = talk.out.as_mut().expect("a pipe");
    for _ in 0..3 {
        input.write_all(PICTURE).expect("the binary reads");
        let mut answer = vec![0; DRAWN.len()];
        output.read_exact(&mut answer).expect("an answer");
        assert_eq!(answer.escape_ascii().to_string(), DRAWN.escape_ascii().to_string());
    }
    drop(input);
    assert!(talk.ends().status.success());
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let mut command = broadside();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut talk = Talk::with(&mut command);
    let mut input = talk.input.take().expect("a pipe");
    input.write_all(b"[state] BOARD_SIZE 100000 1000 PRINT 0 [state]\n").expect("the binary reads");
    drop(input);
    let mut line = String::new();
    BufReader::new(talk.out.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let output = talk.ends();
    assert_eq!((output.status.code(), output.err()), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let mut command = broadside();
    let mut talk = Talk::with(command.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()));
    talk.input.take().expect("a pipe").write_all(PICTURE).expect("the binary reads");
    let output = talk.ends();
    output.fails(3, "cannot write the output");
}

#[test]
fn a_script_may_be_an_argument() {
    let folder = Folder::new();
    folder.write("reef.ships", "[state]\nREEF 0 1");
    let picture = String::from_utf8(PICTURE.to_vec()).expect("text");
    let print = "[state] BOARD_SIZE 1 3 PRINT 0 [state]";
    let reef = b" # \nPARTS REMAINING:: A : 0 B : 0\n";
    let check = |args: &[&str], stdout: &[u8], code: i32, told: &str| {
        let output = run(&mut folder.broadside(args), b"[state] SAVE");
        assert_eq!(output.out().as_bytes(), stdout, "{args:?}");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let stderr = output.err();
        assert!(
            stderr.contains(told) && stderr.is_empty() == told.is_empty(),
            "{args:?}: {stderr}"
        );
    };
    check(&["-c", print], DRAWN, 0, "");
    check(&["run", "-c", &picture], DRAWN, 0, "");
    // Several `-c` options are the lines of one script. This script runs after the files. Standard
    // input is not read.
    check(&["-c", "[state] BOARD_SIZE", "-c", "1 3 PRINT 0"], DRAWN, 0, "");
    check(&["run", "reef.ships", "-c", print], reef, 0, "");
    check(&["run", "-c", print, "reef.ships"], reef, 0, "");
    check(&["-c", "[state]", "run", "-c", "BOARD_SIZE 1 3 PRINT 0"], DRAWN, 0, "");
    check(&["-c", ""], b"", 0, "");
    check(&["-c", "-x"], b"", 0, "");
    check(&["-c", "naval"], b"", 0, "");
    // The exit statuses and the messages are the same as with a file.
    check(&["--explain", "-c", "[state] REEF 99 9"], REFUSED, 1, "<-c>:1:9");
    check(&["run", "-c", "[state]", "-c", "REEF x"], b"", 2, "<-c>:2:6");
    check(&["run", "none.ships", "-c", print], b"", 3, "none.ships");
    check(&["-c", "x", "check", "reef.ships"], b"", 2, "alone or with `run`");
    check(&["-c"], b"", 2, "value is required");
}

const REFUSED: &[u8] = b"INVALID OPERATION \"REEF 99 9\": REEF IS NOT PLACED ON BOARD\n";

#[test]
fn files_run_in_one_session_and_the_end_of_a_file_closes_a_group() {
    let folder = Folder::new();
    folder.write("setup", "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1");
    folder.write("turn", "[playerA] PLACE_SHIP 0 1 E 0 DES");
    let mut command = folder.broadside(["run", "setup", "turn", "-"]);
    let output = run(&mut command, b"[playerB] [playerB] [state] BOARD_SIZE 1 3 PRINT 0 [state]");
    assert_eq!(output.out(), "++ \nPARTS REMAINING:: A : 2 B : 0\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_command_never_spans_files() {
    let folder = Folder::new();
    folder.write("first", "[state] REEF 3");
    let output = run(&mut folder.broadside(["run", "first", "-"]), b"4 [state]");
    output.fails(2, "first:1:15");
}

#[test]
fn a_file_that_cannot_be_read_is_status_3() {
    for path in ["no-such-file", "."] {
        let output = run(broadside().args(["run", path]), b"");
        output.fails(3, &format!("cannot read `{path}`"));
    }
}

#[test]
fn an_expected_ai_answers_after_all_input() {
    let output = run(&mut broadside(), b"[state] SET_AI_PLAYER A [state]");
    assert_eq!(output.status.code(), Some(0));
    let text = output.out();
    assert!(text.starts_with("[state]\nBOARD_SIZE 21 10\n"), "{text}");
    let end = "\n[playerA]\n[state]\nPRINT 0\n[state]\n";
    assert!(text.contains("\n[playerA]\nPLACE_SHIP ") && text.ends_with(end), "{text}");
}

#[test]
fn explain_shows_the_place_of_an_invalid_operation() {
    let script = b"[state]\n  REEF 99 99\n[state]\n";
    let quiet = run(&mut broadside(), script);
    let loud = run(broadside().arg("--explain"), script);
    assert_eq!(quiet.stdout, loud.stdout);
    assert_eq!((quiet.status.code(), quiet.err()), (Some(1), String::new()));
    loud.fails(1, "<stdin>:2:3");
}

#[test]
fn explain_shows_the_place_of_a_target_that_the_end_of_the_turn_refuses() {
    let script = b"[state]
        EXTENDED_SHIPS AUTO_SHOOTING SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1
        SHIP A 0 0 N 0 DES 11 SHIP B 20 9 S 0 DES 11 [state]
        [playerA] SHOOT 1 1
          SHOOT 20 0
        [playerA]";
    let output = run(broadside().arg("--explain"), script);
    assert_eq!(output.out(), "INVALID OPERATION \"SHOOT 20 0\": SHOOTS ARE UNFEASIBLE\n");
    assert!(output.err().contains("<stdin>:5:11"), "{}", output.err());
}

#[test]
fn a_pipe_gets_colour_only_if_the_option_says_so() {
    let script = b"[state] REEF x";
    let has_colour = |args: &[&str]| run(broadside().args(args), script).stderr.contains(&b'\x1b');
    assert!(!has_colour(&[]));
    assert!(has_colour(&["--color", "always"]));
    assert!(!has_colour(&["--color", "never"]));
}

#[test]
fn help_and_version_are_there() {
    let help = run(broadside().arg("--help"), b"");
    assert!(help.status.success() && help.out().contains("Examples:"));
    let version = run(broadside().arg("--version"), b"");
    assert_eq!(version.out(), concat!("broadside ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(run(broadside().arg("--no-such-flag"), b"").status.code(), Some(2));
}

#[test]
fn a_line_over_one_mebibyte_is_refused_and_one_mebibyte_is_not() {
    let longest = [b"[state]".to_vec(), vec![b' '; (1 << 20) - 7], b"\nPRINT 1".to_vec()].concat();
    assert_eq!(run(&mut broadside(), &longest).status.code(), Some(0));
    let longer = "é".repeat(1 << 19) + "x";
    let output = run(&mut broadside(), longer.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    // Columns count characters. Here there are half as many characters as bytes.
    assert!(output.err().contains("<stdin>:1:524289"), "{output:?}");
    assert!(output.err().contains("1 MiB"), "{output:?}");
}

#[test]
fn the_exit_status_is_right_without_standard_error() {
    for (script, code) in [(&b"[state] X"[..], 2), (b"[state] REEF 99 99", 1)] {
        let mut command = broadside();
        command.arg("--explain").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(unread());
        let mut talk = Talk::with(&mut command);
        talk.input.take().expect("a pipe").write_all(script).expect("the binary reads");
        assert_eq!(talk.ends().status.code(), Some(code));
    }
}

#[test]
fn blank_lines_inside_a_command_take_no_time() {
    let number = "0".repeat(1_000_000);
    let script = format!("[state]\nREEF {number}\n{}0\nSAVE [state]", "\n".repeat(200_000));
    let output = run(&mut broadside(), script.as_bytes());
    assert!(output.out().contains("REEF 0 0\n"), "{output:?}");
}

#[test]
fn a_script_without_a_command_gets_a_hint() {
    let output = run(broadside().arg("game.ships"), b"");
    output.fails(2, "broadside run FILE");
}

#[test]
fn options_for_a_terminal_are_refused_without_one() {
    for words in [&["--undo"][..], &["--record", "no-such-folder/game"]] {
        let output = run(broadside().arg("arsenal").args(words), b"");
        output.fails(2, "are for games at a terminal");
    }
}
