//! Tests of `.edit`, which opens the current group in an editor. The editor here is a shell script.

use super::terminal::{Terminal, home, program};
use crate::harness::{Folder, names};

/// Starts a prompt whose editor is the shell script `script`. The script gets the file as `$1`.
/// Many scripts copy the file to `was`.
fn with_editor(script: &str) -> (Folder, Terminal) {
    let home = home();
    home.write("editor", script);
    home.make("tmp");
    let mut command = program(home.path(), &[]);
    // `VISUAL` is preferred to `EDITOR`, and may have several words.
    command.env("EDITOR", "false").env("VISUAL", "sh editor").env("TMPDIR", home.at("tmp"));
    let mut terminal = Terminal::start(command);
    terminal.sees("(A) ships> ");
    (home, terminal)
}

#[test]
fn the_open_group_is_edited_and_taken_as_a_whole() {
    let (home, mut t) = with_editor(
        "cp \"$1\" was; ls -ld \"$1\" \"${1%/*}\" > modes; sed -i 's/REEF 1 1/REEF 5 5\\nPRINT 0/' \"$1\"",
    );
    t.takes("[state] BOARD_SIZE 6 6 REEF 2 2");
    t.takes("REEF 1 1");
    t.enters(".edit", "PARTS REMAINING:: A : 0 B : 0\r\nthe group is as you wrote it");
    assert_eq!(home.read("was"), "[state]\nBOARD_SIZE 6 6\nREEF 2 2\nREEF 1 1\n");
    let modes = home.read("modes");
    let modes: Vec<_> = modes.lines().map(|line| &line[..10]).collect();
    assert_eq!(modes, ["drwx------", "-rw-------"]);
    assert_eq!(names(&home.at("tmp")), [""; 0]);
    t.enters("SAVE", "REEF 2 2\r\nREEF 5 5\r\n");
    // An editor that writes the same text again changes nothing, and the prompt says so.
    t.enters(".edit", "nothing was changed");
    t.kill();
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("(A) state> ");
    t.enters("SAVE", "REEF 2 2\r\nREEF 5 5\r\n");
    t.enters(".undo 2", "took back REEF 5 5\r\ntook back REEF 2 2");
}

#[test]
fn a_refused_text_changes_nothing_and_is_kept() {
    let (home, mut t) = with_editor("cp \"$1\" was; cat next > \"$1\"");
    let next = |text: &str| home.write("next", text);
    t.takes("[state] REEF 1 1");
    t.enters(".undo", "took back REEF 1 1");
    next("[state]\nREEF 3 3\nPRINT 0\nREEF 99 9\n[state]\n");
    t.types(".edit\r");
    let before = t.sees("REEF IS NOT PLACED ON BOARD");
    assert!(!before.contains("PARTS"), "a command that is only tried prints nothing: {before:?}");
    t.sees("<edit>:4:1");
    t.sees("nothing of the text was taken; the game is as it was");
    t.sees("(A) state> ");
    // A refused text leaves `.redo` as it was.
    t.enters(".redo", "brought back REEF 1 1");
    t.enters(".undo", "took back REEF 1 1");
    next("[state] SRAND x");
    t.enters(".edit", "<edit>:1:15");
    assert_eq!(home.read("was"), "[state]\nREEF 3 3\nPRINT 0\nREEF 99 9\n[state]\n");
    next("[state]\nREEF 3 3\n[state]\n[playerA]\n");
    t.answers(".edit", &["the group is as you wrote it", "A> "]);
    assert_eq!(home.read("was"), "[state] SRAND x");
    t.enters(".undo 2", "took back [playerA]\r\ntook back [state]");
    t.enters("SAVE", "REEF 3 3");
    // An empty text counts as a mistake.
    next("\n");
    t.enters(".edit", "the text is empty; the game is as it was");
    t.enters("SAVE", "REEF 3 3");
}

#[test]
fn a_refused_text_is_kept_until_the_group_is_replaced() {
    let (home, mut t) = with_editor("cp \"$1\" was; . ./next");
    let next = |text: &str| home.write("next", text);
    next("echo '[playerA] SHOOT x' > \"$1\"");
    t.enters(".edit", "<edit>:1:17");
    for (left, told) in [("exit 1", "ended with exit status: 1"), (": > \"$1\"", "is empty")] {
        next(left);
        for _ in 0..2 {
            t.enters(".edit", told);
            assert_eq!(home.read("was"), "[playerA] SHOOT x\n");
        }
    }
    // If the editor writes the group as it was, the prompt drops the refused text.
    next("printf '[playerA]\\n\\n[playerA]\\n' > \"$1\"");
    for text in ["[playerA] SHOOT x\n", "[playerA]\n\n[playerA]\n"] {
        t.enters(".edit", "nothing was changed");
        assert_eq!(home.read("was"), text);
    }
}

#[test]
fn a_refused_text_is_not_opened_in_a_later_turn_or_another_game() {
    let (home, mut t) = with_editor("cp \"$1\" was; echo '[playerA] SHOOT x' > \"$1\"");
    for _ in 0..2 {
        t.enters(".edit", "<edit>:1:17");
    }
    assert_eq!(home.read("was"), "[playerA] SHOOT x\n");
    for change in ["[playerA] [playerA] [playerB] [playerB]", ".new"] {
        t.shows(change);
        t.enters(".edit", "<edit>:1:17");
        assert_eq!(home.read("was"), "[playerA]\n\n[playerA]\n", "after {change}");
    }
    t.shows(".new");
    t.enters(".edit", "<edit>:1:17");
    assert_eq!(home.read("was"), "[playerA]\n\n[playerA]\n", "after `.new` in a new game");
}

#[test]
fn outside_groups_a_turn_of_the_expected_player_is_edited() {
    let (_home, mut t) = with_editor("sed -i '2s/.*/PLACE_SHIP 5 5 N 0 DES/' \"$1\"");
    t.takes("[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]");
    t.answers(".edit", &["the group is as you wrote it", "(B) ships> "]);
    t.enters(".undo turn", "took back PLACE_SHIP 5 5 N 0 DES");
    // The group is in the history.
    t.presses("\u{1b}[A\u{1b}[A", &["PLACE_SHIP 5 5 N 0 DES"]);
}

#[test]
fn an_editor_that_fails_is_reported() {
    let (home, mut t) = with_editor("exit 3");
    t.enters(".edit", "`sh` ended with exit status: 3; the game is as it was");
    for (editor, told) in
        [("no-such-editor -x", "cannot start `no-such-editor`"), ("'", "is not a command")]
    {
        let mut t = Terminal::with_variable(home.path(), &[], "EDITOR", editor);
        t.sees("(A) ships> ");
        t.enters(".edit", told);
    }
    // Ctrl-C ends the editor, not the prompt.
    let (_home, mut t) = with_editor("echo waiting; read line");
    t.answers(".edit", &["waiting"]);
    t.presses("\u{3}", &["the game is as it was", "(A) ships> "]);
    t.enters(".fleet", "0 of 10 ships");
}
