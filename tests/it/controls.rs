//! Checks that input cannot control the terminal. On standard error, and on standard output if it
//! is a terminal, control characters and marks that change the direction of text are shown by their
//! numbers. If standard output is a pipe, it gets the bytes unchanged.

use crate::harness::{Folder, Texts as _, broadside, run};
use broadside::text::is_control;
use std::fs;

/// An escape sequence, a bell, a C1 control character, and a mark that changes the direction of
/// text.
const STEERING: &str = "\u{1b}]0;title\u{7}\u{9b}2J\u{202e}";
const SHOWN: &str = r"\u{1b}]0;title\u{7}\u{9b}2J\u{202e}";

#[track_caller]
fn check_shown(text: &[u8]) {
    let text = String::from_utf8(text.to_vec()).expect("a message is UTF-8");
    assert!(!text.chars().any(|c| c != '\n' && is_control(c)), "{text:?}");
    assert!(text.contains(r"\u{9b}2J\u{202e}"), "{text:?}");
}

#[test]
fn controls_in_sources_are_shown_and_columns_are_those_of_the_file() {
    let script = format!("[state] REEF 1 {STEERING} 2\n");
    let output = run(&mut broadside(), script.as_bytes());
    check_shown(&output.stderr);
    let text = output.err();
    assert!(text.contains("<stdin>:1:16\n") && text.contains(SHOWN), "{text}");
}

#[test]
fn controls_in_names_of_files_are_shown() {
    let folder = Folder::new();
    let script = folder.at(format!("a{STEERING}.ships"));
    let missing = folder.at(format!("b{STEERING}.ships"));
    fs::write(&script, "[state] REEF 1 x [state]\n").expect("a script");
    for command in ["run", "check", "fmt"] {
        for file in [&script, &missing] {
            check_shown(&run(broadside().arg(command).arg(file), b"").stderr);
        }
    }
    // A pipe gets the names unchanged, because another program reads them.
    fs::write(&script, "[state]\n\n\n[state]\n").expect("a script");
    let listed = run(broadside().args(["fmt", "--check"]).arg(&script), b"").stdout;
    assert_eq!(String::from_utf8_lossy(&listed), format!("{}\n", script.display()));
}

#[test]
fn controls_in_wrong_arguments_are_shown() {
    check_shown(&run(broadside().arg(STEERING), b"").stderr);
    check_shown(&run(broadside().args(["bench", "targeting", "--bot", STEERING]), b"").stderr);
}

mod at_a_terminal {
    use super::{SHOWN, STEERING};
    use crate::prompt::terminal::{Terminal, home, program, shell};

    #[test]
    fn controls_in_notes_are_shown_by_the_prompt() {
        let home = home();
        home.write("notes", format!("[state] INFORMATION A {STEERING}\n"));
        let mut t = Terminal::start(program(home.path(), &["repl", "notes"]));
        t.sees("ships> ");
        t.types("[state]\r");
        t.sees("state> ");
        t.enters("SAVE", &format!("INFORMATION A {SHOWN}\r\n"));
        t.enters(".undo 9", &format!("took back INFORMATION A {SHOWN}\r\n"));
    }

    #[test]
    fn controls_in_scripts_are_shown_by_commands_that_print_them() {
        let home = home();
        let text = format!("[state] INFORMATION A {STEERING}\nSAVE\n[state]");
        home.write("notes", text);
        for command in ["run notes", "hand-over notes", "fmt --diff notes"] {
            let words: Vec<_> = command.split(' ').collect();
            let mut t = Terminal::start(program(home.path(), &words));
            t.sees(&format!("INFORMATION A {SHOWN}\r\n"));
        }
        let mut t = Terminal::start(shell(home.path(), "\"$BROADSIDE\" fmt - < notes"));
        t.sees(&format!("INFORMATION A {SHOWN}\r\n"));
    }

    #[test]
    fn controls_in_names_of_players_are_shown() {
        // The line editor of the window replaces a control character with U+FFFD. Plain line input
        // keeps the character, and `broadside` shows it by its number.
        for (form, shown) in [(&["--plain"][..], r"ab\u{202e}c"), (&[], "ab\u{fffd}c against Bob")]
        {
            let home = home();
            let args = [&["arsenal", "--seed", "1"], form].concat();
            let mut t = Terminal::start(program(home.path(), &args));
            t.presses("easy\r", &["Enter for Player 1: "]);
            t.presses("ab\u{202e}c\r", &["Enter for Player 2: "]);
            t.presses("Bob\r", &[shown]);
        }
    }
}
