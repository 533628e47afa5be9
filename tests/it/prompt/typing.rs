//! Typed and pasted input that a line editor does not expect.

use super::terminal::{Terminal, home, new_prompt, pasted, program};

#[test]
fn a_pasted_script_of_65536_lines_is_entered() {
    let (_home, mut t) = new_prompt();
    t.presses(
        &pasted(&format!("[state]\n{}REEF 3 4\n[state]\n", "#\n".repeat(65_536))),
        &["(A) ships> "],
    );
    t.enters(".board", "3 · · · · ▟▙");
}

#[test]
fn a_pasted_line_of_more_rows_than_the_editor_counts_does_not_end_the_prompt() {
    let home = home();
    let mut t = Terminal::with_columns(program(home.path(), &[]), 4);
    t.sees("ships> ");
    t.presses(&pasted(&"x".repeat(5 * 65_536)), &["prose does nothing", "ships> "]);
    t.types(".quit\r");
    t.ends();
}

#[test]
fn a_typed_line_of_60000_letters_is_read() {
    let (_home, mut t) = new_prompt();
    t.presses(&format!("{}\r", "x".repeat(60_000)), &["prose does nothing", "(A) ships> "]);
    t.enters(".fleet", "0 of 10 ships");
}

#[test]
fn a_byte_that_is_not_utf_8_ends_neither_the_prompt_nor_a_game() {
    let (home, mut t) = new_prompt();
    t.presses("[state] REEF 3 4", &["REEF 3 4"]);
    t.types_bytes(b"\xe9 ");
    t.sees("not UTF-8");
    t.types(" [state]\r");
    t.sees_like(r"\n.*ships> ");
    t.enters(".board", "3 · · · · ▟▙");
    t.types_bytes(b"\x1b[200~[state] # caf\xe9\nREEF 5 5\n[state]\x1b[201~");
    t.sees("not UTF-8");
    t.sees("ships> ");
    t.drops_the_line();
    t.enters(".undo 9", "took back REEF 3 4");
    let mut t = Terminal::start(program(home.path(), &["play", "--seed", "7"]));
    t.sees("turn 1> ");
    t.types_bytes(b"abc\xe9 ");
    t.sees("not UTF-8");
    // When the editor shows the line again, it reads keys again. Only then can it handle Ctrl-U.
    t.sees("abc");
    t.presses("\u{15}.place\r", &["ships placed"]);
}

#[test]
fn controls_that_are_typed_or_pasted_do_not_reach_the_screen() {
    let (_home, mut t) = new_prompt();
    t.types(&format!("a\u{202e}b\u{9b}c{}\r", pasted("d\u{2066}e\u{1b}[2J")));
    let shown = t.sees("prose does nothing");
    assert!(!shown.contains(['\u{202e}', '\u{9b}', '\u{2066}']), "{shown:?}");
    assert!(!shown.contains("\u{1b}[2J") && shown.contains("a\u{fffd}b"), "{shown:?}");
}
