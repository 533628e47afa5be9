//! Tests the progress bars of long commands, and a table that is wider than the terminal.

use super::seen::drawn;
use super::terminal::{Terminal, home, program};
use std::thread::sleep;
use std::time::Duration;

/// Regression: the terminal broke the lines of a table inside words.
#[test]
fn a_table_that_is_too_wide_is_broken_between_words() {
    let home = home();
    let args = "match --engine fair:1 --engine random --setup narrow --games 2";
    let args: Vec<_> = args.split(' ').collect();
    let shown = Terminal::with_columns(program(home.path(), &args), 60).ends();
    let shown = drawn(&shown, (60, 24));
    assert!(shown.contains("drawn  Elo\n  superior  faults\nfair:1 "), "{shown}");
    assert!(shown.lines().all(|line| line.len() <= 60 && line.trim() != "s"), "{shown}");
}

/// Regression: a terminal shows Ctrl-C as `^C`. This text began a new row, and so a row of the bar
/// stayed on the screen.
#[test]
fn a_bar_is_gone_after_ctrl_c() {
    for command in [
        "match --engine fair:1 --engine random --setup narrow --games 99998",
        "bench ships --engine fair:1 --setup narrow --games 99998",
    ] {
        let home = home();
        let args: Vec<_> = command.split(' ').collect();
        let mut t = Terminal::start(program(home.path(), &args));
        // The match ends with the first control character or escape sequence of the next picture.
        let mut shown = t.sees_all_like("games, \\S+ left *(\u{1b}\\[5D)? *(\r|\u{1b}\\[\\d+A)");
        let next = shown.rfind(['\r', '\u{1b}']).expect("the next picture");
        shown.insert_str(next, "^C");
        t.signals("INT");
        let screen = drawn(&(shown + &t.ends()), (80, 24));
        assert!(screen.starts_with("engine"), "{command}: {screen}");
    }
}

/// Regression: a second Ctrl-C ended the process and left the bar on the screen.
#[test]
fn a_bar_is_gone_after_a_second_ctrl_c() {
    let home = home();
    // A game takes longer than the pause between the signals.
    let args = ["bench", "arsenal", "--bot", "hard", "--against", "hard", "--games", "99998"];
    let mut t = Terminal::start(program(home.path(), &args));
    let mut shown = t.sees_all_like("games, [^\u{1b}]+\u{1b}\\[\\d+D");
    t.signals("INT");
    sleep(Duration::from_millis(50));
    t.signals("INT");
    shown.push_str("^C^C");
    shown.push_str(&t.ends());
    assert_eq!(drawn(&shown, (80, 24)).trim(), "");
}
