//! Tests of the init file: its commands run before the first prompt.

use super::terminal::{Terminal, home, program};

const INIT: &str = "config/broadside/init";

#[test]
fn dot_commands_run_before_the_first_prompt_and_before_files() {
    let home = home();
    home.write(INIT, "\u{feff}# mine\n\n  .read setup.ships\n.fleet\n".as_bytes());
    let setup = "[state] SET_FLEET A 0 0 0 3 SET_FLEET B 0 0 0 1 [state]\n";
    home.write("setup.ships", setup);
    home.write("more.ships", "[state] REEF 1 1 [state]\n");
    let mut t = Terminal::start(program(home.path(), &["repl", "more.ships"]));
    t.sees("A: 0 of 3 ships placed");
    t.sees("(A) ships> ");
    t.enters(".undo", "took back [state]");
    t.enters(".undo", "took back REEF 1 1");
    // The history does not contain the lines of the init file.
    let lines = t.shows(".history");
    assert!(lines.contains(".undo") && !lines.contains(".fleet"), "{lines:?}");
    t.kill();
    // A resumed session does not run the init file.
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on");
    let said = t.sees("state> ");
    assert!(!said.contains("of 3 ships"), "{said:?}");
}

/// After a file that is named on the command line, the machine moves, as after `.read`.
#[test]
fn automatic_moves_begin_after_the_files() {
    let home = home();
    home.write(INIT, b".ai auto\n");
    let turn = "[playerB] PLACE_SHIP 13 2 N 0 DES PLACE_SHIP 13 5 N 1 DES [playerB]\n";
    home.write("b.ships", turn);
    let mut t = Terminal::start(program(home.path(), &["repl", "b.ships"]));
    t.sees("(B) ships> ");
    t.enters(".undo 2", "took back [playerA]");
}

#[test]
fn faults_of_the_init_file_are_told_with_their_lines() {
    let home = home();
    home.write(
        INIT,
        b".fleat\n\nREEF 1 1\n.undo x\n.read none.ships\n\x1b]0;evil\x07\n.\xff\n.ai off\n",
    );
    let mut t = Terminal::start(program(home.path(), &[]));
    let faults = [
        "init:1: there is no `.fleat`; did you mean `.fleet`?\r\n",
        "init:3: only dot commands are allowed here, such as `.read FILE`\r\n",
        "init:4: the form is `.undo [N|turn]`\r\n",
        "init:5: cannot read `none.ships`",
        "init:6: only dot commands",
        "init:7: there is no `.\u{fffd}`",
    ];
    for fault in faults {
        let before = t.sees(fault);
        assert!(!before.contains("\u{1b}]") && !before.contains("ships> "), "{before:?}");
    }
    t.sees("the machine now moves only when");
    t.sees("(A) ships> ");
    t.enters(".undo", "nothing to undo");
}

#[test]
fn the_init_file_may_be_elsewhere_or_missing_and_may_end_the_prompt() {
    let home = home();
    home.write(INIT, b".quit\n.fleet\n");
    let mut t = Terminal::start(program(home.path(), &[]));
    let said = t.ends();
    assert!(!said.contains("ships placed") && !said.contains("ships> "), "{said:?}");
    let started = |init| Terminal::with_variable(home.path(), &[], "BROADSIDE_INIT", init);
    let mut t = started("");
    t.sees("(A) ships> ");
    home.write("other", ".fleet\n");
    let mut t = started("other");
    t.sees("0 of 10 ships placed");
    t.sees("(A) ships> ");
    let mut t = started(".");
    t.sees("cannot read `");
    t.sees("(A) ships> ");
}
