//! Tests of completion, hints, history, paste, and the control keys.

use super::terminal::{Terminal, coloured, home, new_prompt, program};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

const UP: &str = "\u{1b}[A";

#[test]
fn tab_completes_words_and_lists_what_there_is() {
    let (_home, mut t) = new_prompt();
    t.presses("[pl\t", &["[playerA] "]);
    t.presses("PLA\t", &["PLACE_SHIP "]);
    t.types("3 3 \t\t");
    t.sees_like(r"N +E +S +W");
    t.types("N \t\t");
    t.sees_like(r"0 +1 +2 +3");
    t.types("0 \t\t");
    t.sees_like(r"CAR +BAT +CRU +DES");
    t.answers("CRU", &["A> "]);
    t.presses("MOVE \t", &["MOVE 0 "]);
    t.presses("\t", &["MOVE 0 CRU "]);
    t.types("\t\t");
    t.sees_like(r"F +L +R");
    t.answers("F", &["A> "]);
    t.presses(".bo\t", &[".board "]);
    t.answers("A", &["02"]);
}

#[test]
fn hints_tell_what_is_missing() {
    let home = home();
    let mut t = Terminal::start(coloured(home.path(), &[]));
    t.sees("ships");
    t.presses("[state] INIT_POSITION A 0 ", &["\u{1b}[2mx1 y2 x2\u{1b}[0m"]);
    t.presses("0 9 9 SRA", &["\u{1b}[2mND n\u{1b}[0m"]);
    // The right arrow completes the word, but does not insert the names of arguments.
    t.answers("\u{1b}[C 7", &["state"]);
    t.answers("SAVE", &["SRAND 8"]);
    t.answers(".undi", &["did you mean `.undo`"]);
    // Optional arguments are in brackets. If a command goes on in the next line, the hint goes on
    // there too.
    t.presses("SET_FLEET ", &["\u{1b}[2mP [a b c d]\u{1b}[0m"]);
    t.answers("A 1 1", &["\u{1b}[2mc d\u{1b}[0m"]);
}

#[test]
fn the_right_arrow_inserts_the_rest_of_an_earlier_line() {
    let (_home, mut t) = new_prompt();
    t.takes("[state]");
    t.takes("REEF 7 3");
    t.takes("REEF 8 4");
    t.enters(".undo", "took back REEF 8 4");
    t.presses("RE", &["  # REEF 8 4"]);
    t.answers("\u{1b}[C", &["(A) state> "]);
    t.presses("REEF 7", &["  # 7 3"]);
    t.drops_the_line();
    t.enters("SAVE", "REEF 7 3\r\nREEF 8 4\r\n");
}

#[test]
fn history_lives_from_one_session_to_the_next() {
    let (home, mut t) = new_prompt();
    t.takes("[state]");
    t.takes("REEF 4 4");
    t.takes("[state]");
    t.types(".quit\r");
    t.ends();
    let mut t = Terminal::at_prompt(home.path());
    // The entry before `.quit` is the whole group.
    t.presses(UP, &[".quit"]);
    t.presses(UP, &["REEF 4 4"]);
    t.presses("\r", &["(A) ships> "]);
    t.enters(".undo 3", "took back REEF 4 4");
    t.enters(".history 2", ".undo 3");
}

/// Enters `.fleet` in a prompt whose variable `BROADSIDE_HISTORY` has this value.
#[track_caller]
fn enter_with_history(home: &Path, history: &str) {
    let mut t = Terminal::with_variable(home, &[], "BROADSIDE_HISTORY", history);
    t.sees("ships> ");
    t.enters(".fleet", "0 of 10 ships");
    t.types("\u{4}");
    t.ends();
}

#[test]
fn an_empty_variable_turns_history_off_and_a_path_moves_it() {
    let home = home();
    // A device may have no end, so the program does not read it as a history.
    for none in ["", "/dev/zero"] {
        enter_with_history(home.path(), none);
        assert!(!home.at("broadside/history").exists());
    }
    enter_with_history(home.path(), "lines");
    let lines = home.read("lines");
    assert!(lines.contains(".fleet"), "{lines}");
}

/// Once, `BROADSIDE_HISTORY=~/lines` made the whole home folder private.
#[test]
fn the_folder_of_a_history_is_made_private_only_if_it_is_new() {
    let home = home();
    let mode = |path: &Path| fs::metadata(path).expect("a folder").permissions().mode() & 0o777;
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
    for file in ["lines", "new/lines"] {
        enter_with_history(home.path(), &home.word(file));
    }
    assert_eq!((mode(home.path()), mode(&home.at("new"))), (0o755, 0o700));
}

#[test]
fn a_pasted_script_runs_as_a_whole() {
    let (_home, mut t) = new_prompt();
    t.types(
        "\u{1b}[200~[state]\nREEF 1 1 # a rock\nREEF 99 99\nREEF 2 2\nSAVE\n[state]\n\u{1b}[201~",
    );
    t.sees("SAVE");
    t.presses(
        "\r",
        &["REEF IS NOT PLACED ON BOARD", "NEXT_PLAYER A", "REEF 1 1", "REEF 2 2", "(A) ships> "],
    );
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let (_home, mut t) = new_prompt();
    t.presses("[state]\rREEF 1 1\rREEF 2 2\r[state]\r.check\r", &["nothing looks wrong"]);
    t.enters(".undo 9", "took back REEF 1 1");
}

#[test]
fn control_c_drops_a_line_or_stops_a_long_command() {
    let (_home, mut t) = new_prompt();
    t.presses("[state] REEF 1", &["REEF 1"]);
    t.drops_the_line();
    t.takes("[state] BOARD_SIZE 30000 30000 REEF");
    // Ctrl-C also drops the earlier words of a command that goes on.
    t.drops_the_line();
    // A second Ctrl-C shows how to leave.
    t.presses("\u{3}", &["`.quit` leaves", "(A) state> "]);
    t.answers("PRINT 0", &[&" ".repeat(1000)]);
    t.presses("\u{3}", &["stopped", "(A) state> "]);
    t.takes("BOARD_SIZE 2 2");
    t.enters("PRINT 0", "PARTS REMAINING");
}

#[test]
fn control_c_takes_back_all_that_a_stopped_input_did() {
    let home = home();
    let long = "BOARD_SIZE 30000 30000\nREEF 2 2\nPRINT 0\n";
    home.write("long.ships", format!("[state]\n{long}"));
    let mut t = Terminal::at_prompt(home.path());
    t.takes("[state] REEF 1 1 [state]");
    t.takes("[state] REEF 3 3 [state]");
    t.enters(".undo 3", "took back REEF 3 3");
    let inputs = [
        ".read long.ships".to_owned(),
        format!("[state] {}", long.replace('\n', " ")),
        format!("\u{1b}[200~[state]\n{long}\u{1b}[201~"),
    ];
    for input in inputs {
        t.answers(&input, &[&" ".repeat(1000)]);
        t.presses("\u{3}", &["stopped", "(A) ships> "]);
    }
    t.kill();
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on after 3 commands");
    t.sees("(A) ships> ");
    // A stopped input leaves `.redo` as it was.
    t.enters(".redo 9", "brought back REEF 3 3");
    t.enters(".undo 5", "took back REEF 1 1");
}

#[test]
fn ctrl_c_drops_the_turn_of_the_machine() {
    let (_home, mut t) = new_prompt();
    t.takes("[state] BOARD_SIZE 6 6 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]");
    t.answers(".ai", &["drops it> "]);
    t.presses("\u{3}", &["dropped", "(A) ships> "]);
}

#[test]
fn control_c_takes_the_prompt_back_from_the_machine() {
    let (_home, mut t) = new_prompt();
    let setup = "[state] BOARD_SIZE 200 200 SET_FLEET A 0 0 0 200 SET_FLEET B 0 0 0 200 \
                 INIT_POSITION A 0 0 99 199 INIT_POSITION B 100 0 199 199 [state]";
    t.takes(setup);
    t.answers(".ai auto", &["(B) ships> "]);
    t.answers(".ai auto", &["[playerB]"]);
    t.presses("\u{3}", &["stopped"]);
    // The stop leaves no half-played turn, and it ends automatic moves.
    t.sees_like(r"\([AB]\) ships> ");
    t.takes("[state] NEXT_PLAYER B [state]");
    t.enters(".undo 3", "took back NEXT_PLAYER B");
}

#[test]
fn control_d_closes_the_group_and_then_leaves() {
    let (_home, mut t) = new_prompt();
    t.takes("[playerA]");
    t.presses("\u{4}", &["(B) ships> "]);
    t.takes("[state] REEF");
    t.presses("\u{4}", &["found the end of the input", "(B) state> "]);
    t.presses("\u{4}", &["(B) ships> "]);
    t.types("\u{4}");
    t.ends();
}
