//! Tests of completion, hints, history, paste, and the control keys.

use super::terminal::{Terminal, home, program};

const UP: &str = "\u{1b}[A";

#[test]
fn tab_completes_words_and_lists_what_there_is() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.types("[pl\t");
    t.sees("[playerA] ");
    t.types("PLA\t");
    t.sees("PLACE_SHIP ");
    t.types("3 3 \t\t");
    t.sees_like(r"N +E +S +W");
    t.types("N \t\t");
    t.sees_like(r"0 +1 +2 +3");
    t.types("0 \t\t");
    t.sees_like(r"CAR +BAT +CRU +DES");
    t.types("CRU\r");
    t.sees("A> ");
    t.types("MOVE \t");
    t.sees("MOVE 0 ");
    t.types("\t");
    t.sees("MOVE 0 CRU ");
    t.types("\t\t");
    t.sees_like(r"F +L +R");
    t.types("F\r");
    t.sees("A> ");
    t.types(".bo\t");
    t.sees(".board ");
    t.types("A\r");
    t.sees("02");
}

#[test]
fn tab_completes_players_fields_and_free_ships() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.takes("[state] BOARD_SIZE 3 12");
    t.types("SET_AI_PLAYER \t\t");
    t.sees_like(r"\bA +B\b");
    t.types("\u{15}REEF \t\t");
    t.sees_like(r"0 +1 +2\r\n");
    t.types("1 1\t\t");
    t.sees_like(r"1 +10 +11\r\n");
    t.types("\r");
    t.enters(".undo", "took back REEF 1 1");
    t.takes("SHIP A 1 2 W 0 DES 11");
    t.types("SHIP A 1 5 W \t\t");
    t.sees_like(r"0 +1 +2 +3\r\n");
    // The first destroyer is on the board, so its class is not offered for the number 0.
    t.types("0 \t\t");
    t.sees_like(r"CAR +BAT +CRU\r\n");
    t.drops_the_line();
    t.takes("[state]");
    t.takes("[playerA]");
    t.types("MOVE \t");
    t.sees("MOVE 0 ");
}

#[test]
fn files_are_completed_behind_read_and_save() {
    let home = home();
    std::fs::write(home.path().join("opening.ships"), "[state] REEF 1 1 [state]\n")
        .expect("a file");
    let mut t = Terminal::at_prompt(home.path());
    t.types(".read op\t");
    t.sees("opening.ships");
    t.types("\r.history\r");
    t.sees(".read opening.ships");
    t.enters(".undo 2", "took back REEF 1 1");
}

#[test]
fn hints_tell_what_is_missing() {
    let home = home();
    let mut command = program(home.path(), &["--color", "always"]);
    command.env_remove("NO_COLOR");
    let mut t = Terminal::start(command);
    t.sees("ships");
    t.types("[state] INIT_POSITION A 0 ");
    t.sees("\u{1b}[2mx1 y2 x2\u{1b}[0m");
    t.types("0 9 9 SRA");
    t.sees("\u{1b}[2mND n\u{1b}[0m");
    // The right arrow completes the word, but does not insert the names of arguments.
    t.types("\u{1b}[C 7\r");
    t.sees("state");
    t.types("SAVE\r");
    t.sees("SRAND 8");
    t.types(".undi\r");
    t.sees("did you mean `.undo`");
    // Optional arguments stand in brackets. If a command goes on in the next line, the hint goes on
    // there too.
    t.types("SET_FLEET ");
    t.sees("\u{1b}[2mP [a b c d]\u{1b}[0m");
    t.types("A 1 1\r");
    t.sees("\u{1b}[2mc d\u{1b}[0m");
}

#[test]
fn hints_without_colour_stand_behind_a_number_sign() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.types("[state] SET_FLEET ");
    t.sees("  # P [a b c d]");
    t.types("A 0 0 0 1\r");
    t.sees("(A) state> ");
    t.types("PR");
    t.sees("  # PRINT 0|1");
    t.types("\u{1b}[C 0\r");
    t.sees("PARTS REMAINING");
    t.enters(".fleet", "A: 0 of 1 ships placed");
}

#[test]
fn the_right_arrow_brings_how_an_earlier_line_went_on() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.takes("[state]");
    t.takes("REEF 7 3");
    t.takes("REEF 8 4");
    t.enters(".undo", "took back REEF 8 4");
    t.types("RE");
    t.sees("  # REEF 8 4");
    t.types("\u{1b}[C\r");
    t.sees("(A) state> ");
    t.types("REEF 7");
    t.sees("  # 7 3");
    t.drops_the_line();
    t.enters("SAVE", "REEF 7 3\r\nREEF 8 4\r\n");
}

#[test]
fn history_lives_from_one_session_to_the_next() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.takes("[state]");
    t.takes("REEF 4 4");
    t.takes("[state]");
    t.types(".quit\r");
    t.ends();
    let mut t = Terminal::at_prompt(home.path());
    // The entry before `.quit` is the whole group.
    t.types(UP);
    t.sees(".quit");
    t.types(UP);
    t.sees("REEF 4 4");
    t.types("\r");
    t.sees("(A) ships> ");
    t.enters(".undo 3", "took back REEF 4 4");
    t.enters(".history 2", ".undo 3");
}

#[test]
fn an_empty_variable_turns_history_off_and_another_moves_it() {
    let home = home();
    // A device may have no end, so the program does not read it as a history.
    for none in ["", "/dev/zero"] {
        let mut command = program(home.path(), &[]);
        command.env("BROADSIDE_HISTORY", none);
        let mut t = Terminal::start(command);
        t.sees("ships> ");
        t.enters(".fleet", "0 of 10 ships");
        t.types("\u{4}");
        t.ends();
        assert!(!home.path().join("broadside/history").exists());
    }
    let mut command = program(home.path(), &[]);
    command.env("BROADSIDE_HISTORY", home.path().join("lines"));
    let mut t = Terminal::start(command);
    t.sees("ships> ");
    t.enters(".fleet", "0 of 10 ships");
    t.types("\u{4}");
    t.ends();
    let lines = std::fs::read_to_string(home.path().join("lines")).expect("a history");
    assert!(lines.contains(".fleet"), "{lines}");
}

#[test]
fn a_pasted_script_runs_as_a_whole() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.types(
        "\u{1b}[200~[state]\nREEF 1 1 # a rock\nREEF 99 99\nREEF 2 2\nSAVE\n[state]\n\u{1b}[201~",
    );
    t.sees("SAVE");
    t.types("\r");
    t.sees("REEF IS NOT PLACED ON BOARD");
    t.sees("NEXT_PLAYER A");
    t.sees("REEF 1 1");
    t.sees("REEF 2 2");
    t.sees("(A) ships> ");
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.types("[state]\rREEF 1 1\rREEF 2 2\r[state]\r.check\r");
    t.sees("nothing looks wrong");
    t.enters(".undo 9", "took back REEF 1 1");
}

#[test]
fn control_c_drops_a_line_or_stops_a_long_command() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.types("[state] REEF 1");
    t.sees("REEF 1");
    t.drops_the_line();
    t.takes("[state] BOARD_SIZE 30000 30000 REEF");
    // Ctrl-C also drops the earlier words of a command that goes on.
    t.drops_the_line();
    // A second Ctrl-C shows how to leave.
    t.types("\u{3}");
    t.sees("`.quit` leaves");
    t.sees("(A) state> ");
    t.types("PRINT 0\r");
    t.sees(&" ".repeat(1000));
    t.types("\u{3}");
    t.sees("stopped");
    t.sees("(A) state> ");
    t.takes("BOARD_SIZE 2 2");
    t.enters("PRINT 0", "PARTS REMAINING");
}

#[test]
fn control_c_takes_back_all_that_a_stopped_input_did() {
    let home = home();
    let long = "BOARD_SIZE 30000 30000\nREEF 2 2\nPRINT 0\n";
    std::fs::write(home.path().join("long.ships"), format!("[state]\n{long}")).expect("a file");
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
        t.types(&format!("{input}\r"));
        t.sees(&" ".repeat(1000));
        t.types("\u{3}");
        t.sees("stopped");
        t.sees("(A) ships> ");
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
fn control_c_takes_the_prompt_back_from_the_machine() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    let setup = "[state] BOARD_SIZE 200 200 SET_FLEET A 0 0 0 200 SET_FLEET B 0 0 0 200 \
                 INIT_POSITION A 0 0 99 199 INIT_POSITION B 100 0 199 199 [state]";
    t.takes(setup);
    t.types(".ai auto\r");
    t.sees("(B) ships> ");
    t.types(".ai auto\r");
    t.sees("[playerB]");
    t.types("\u{3}");
    t.sees("stopped");
    // The stop leaves no half-played turn, and it ends automatic moves.
    t.sees_like(r"\([AB]\) ships> ");
    t.takes("[state] NEXT_PLAYER B [state]");
    t.enters(".undo 3", "took back NEXT_PLAYER B");
}

#[test]
fn control_d_closes_the_group_and_then_leaves() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.takes("[playerA]");
    t.types("\u{4}");
    t.sees("(B) ships> ");
    t.takes("[state] REEF");
    t.types("\u{4}");
    t.sees("found the end of the input");
    t.sees("(B) state> ");
    t.types("\u{4}");
    t.sees("(B) ships> ");
    t.types("\u{4}");
    t.ends();
}
