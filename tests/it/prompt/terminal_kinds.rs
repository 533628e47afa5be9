//! Tests on terminals of many kinds, and without a terminal.

use super::terminal::{Terminal, home, program, shell};
use crate::harness::run;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn forty_columns_are_enough() {
    for columns in [80, 40] {
        let home = home();
        let mut t = Terminal::with_columns(program(home.path(), &[]), columns);
        t.sees("ships> ");
        t.types("[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 0 0 N 0 DES 11\r");
        t.sees("(A) state> ");
        t.enters("PRINT 0", "PARTS REMAINING:: A : 2 B : 0");
        t.enters(".board", " 0 ▲");
    }
}

#[test]
fn a_line_longer_than_the_terminal_is_wide_can_be_changed() {
    const LEFT: &str = "\u{1b}[D";
    let first = "[state] REEF 1 1";
    let rest: Vec<_> = (2..20).map(|row| format!(" REEF {row} 1")).collect();
    let rest = rest.concat();
    for columns in [80, 40] {
        let home = home();
        let mut t = Terminal::with_columns(program(home.path(), &[]), columns);
        t.sees("ships> ");
        t.types(&format!("{first}{rest}"));
        // The cursor goes back to the column number of the first reef. This number is changed, and
        // the text after the number stays.
        t.types(&LEFT.repeat(rest.len()));
        t.types("\u{7f}7\r");
        t.sees("(A) state> ");
        t.enters("SAVE", "REEF 1 7\r\nREEF 2 1\r\n");
        // The line comes back whole from the history too, with the cursor at its end.
        t.enters(".undo 99", "took back REEF 19 1");
        t.types("\u{1b}[A\u{1b}[A\u{1b}[A REEF 0 5\r");
        t.sees("(A) state> ");
        t.enters("SAVE", "REEF 1 7\r\nREEF 2 1\r\n");
        t.enters(".undo", "took back REEF 0 5");
        t.enters(".undo", "took back REEF 19 1");
    }
}

#[test]
fn a_dumb_terminal_reads_plain_lines() {
    let home = home();
    let mut command = program(home.path(), &[]);
    // `CI` makes programs expect colours, but a dumb terminal still has none.
    command.env("TERM", "Dumb").env("CI", "true").env_remove("NO_COLOR");
    let mut t = Terminal::start(command);
    let banner = t.sees("(A) ships> ");
    t.types("[state] REEF 1 1\n");
    t.sees("(A) state> ");
    t.types("SAVE\n");
    let saved = t.sees("(A) state> ");
    assert!(saved.contains("REEF 1 1\r\n"), "{saved:?}");
    assert!(!banner.contains('\u{1b}') && !saved.contains('\u{1b}'), "{banner:?} {saved:?}");
    t.types(".undo\n");
    t.sees("took back REEF 1 1");
    t.sees("(A) state> ");
    t.types("\u{4}");
    t.sees("(A) ships> ");
    t.types("\u{4}");
    t.ends();
}

#[test]
fn control_c_drops_the_line_of_a_dumb_terminal_at_once() {
    let home = home();
    let mut command = program(home.path(), &[]);
    command.env("TERM", "dumb");
    let mut t = Terminal::start(command);
    t.sees("(A) ships> ");
    t.types("[state] REEF 1\n");
    t.sees("(A) ...> ");
    t.types("2 \u{3}");
    t.sees("\r\n(A) state> ");
    t.types("[state]\n");
    t.sees("(A) ships> ");
    t.types(".ai\n");
    t.sees("drops it> ");
    t.types("\u{3}");
    t.sees("\r\ndropped");
}

#[test]
fn colour_depends_on_the_flag_and_the_environment() {
    let coloured = "\u{1b}[36m";
    let cases = [
        ("auto", None, true),
        ("auto", Some("1"), false),
        ("never", None, false),
        ("always", Some("1"), true),
    ];
    for (when, no_color, is_coloured) in cases {
        let home = home();
        let mut command = program(home.path(), &["--color", when]);
        command.env_remove("NO_COLOR").envs(no_color.map(|value| ("NO_COLOR", value)));
        let mut t = Terminal::start(command);
        let shown = t.sees("> ");
        assert_eq!(shown.contains(coloured), is_coloured, "{when} {no_color:?}: {shown:?}");
    }
}

#[test]
fn a_pipe_behind_a_terminal_gets_a_plain_run() {
    let home = home();
    let mut t = Terminal::start(shell(home.path(), "CLICOLOR_FORCE=1 \"$BROADSIDE\" > out"));
    t.sees("reading a script from the terminal");
    t.types("[state]\nREEF 1 1\nSAVE\n[state]\n.help is prose here\n\u{4}");
    t.ends();
    let out = fs::read_to_string(home.path().join("out")).expect("the output");
    assert!(out.starts_with("[state]\nBOARD_SIZE 21 10\n"), "{out:?}");
    assert!(!out.contains('\u{1b}') && !out.contains("ships>"), "{out:?}");
}

#[test]
fn a_terminal_behind_a_pipe_shows_a_plain_run() {
    let home = home();
    let script = "printf '[state]\\nBOARD_SIZE 1 4\\nPRINT 0\\n[state]\\n' | \"$BROADSIDE\" repl";
    let mut t = Terminal::start(shell(home.path(), script));
    let before = t.sees("PARTS REMAINING:: A : 0 B : 0");
    assert_eq!(before, "    \r\n");
    t.ends();
}

#[test]
fn a_home_that_cannot_be_written_is_no_error() {
    let home = home();
    let mut command = program(home.path(), &[]);
    command.env("XDG_STATE_HOME", "/dev/null/state");
    let mut t = Terminal::start(command);
    t.sees("ships> ");
    t.enters("[state] REEF 1 1", "this session keeps no journal");
    t.takes("REEF 2 2");
    t.enters(".undo 2", "took back REEF 1 1");
    t.types("\u{4}");
    t.sees("(A) ships> ");
    t.types("\u{4}");
    t.ends();
}

/// The line editor turns off the echo of keys. After a signal, the echo must be on again.
#[test]
fn a_signal_that_ends_the_prompt_leaves_the_terminal_as_it_was() {
    for (signal, status) in [("TERM", 143), ("HUP", 129), ("QUIT", 131)] {
        let home = home();
        let script = "stty -g > before; sh -c 'echo pid $$ at; exec \"$BROADSIDE\"'; echo status $?; stty -g > after; \
             cmp before after && echo alike";
        let mut t = Terminal::start(shell(home.path(), script));
        t.sees("pid ");
        let pid = t.sees(" at");
        t.sees("ships> ");
        let sent = run(Command::new("kill").args([&format!("-{signal}"), pid.trim()]), b"");
        assert!(sent.status.success(), "{pid:?}");
        t.sees(&format!("status {status}"));
        t.sees("alike");
    }
}

/// Starts the program as a job of a shell, so that the program can be stopped and resumed.
fn start_as_job(home: &Path, program: &str) -> Terminal {
    let script = format!(
        "set -m; sh -c 'echo pid $$ at; exec \"$BROADSIDE\" {program}'; echo its turn; read go; fg; echo status $?"
    );
    Terminal::start(shell(home, &script))
}

#[test]
fn the_prompt_comes_back_with_its_line_after_control_z() {
    let home = home();
    let mut t = start_as_job(home.path(), "");
    t.sees("(A) ships> ");
    t.types("[state] REEF 1");
    t.sees("REEF 1");
    t.types("\u{1a}");
    t.sees("its turn");
    t.types("\n");
    t.sees("(A) ships> [state] REEF 1");
    t.types(" 1 SA\t\r");
    t.sees("REEF 1 1\r\n");
    t.sees("(A) state> ");
    t.types("\u{4}");
    t.sees("(A) ships> ");
    t.types("\u{4}");
    t.sees("status 0");
}

/// Regression: the shell took mouse reports for typed text, and wrote over the picture.
#[test]
fn the_terminal_is_the_shells_while_a_game_is_stopped() {
    for (program, prompt, leave) in
        [("play --seed 7", "turn 1> ", ".quit\r"), ("arsenal --bot easy", "for easy): ", "\u{4}")]
    {
        let home = home();
        let mut t = start_as_job(home.path(), program);
        t.sees("\u{1b}[?1000h");
        t.sees(prompt);
        t.types("\u{1a}");
        let stopped = t.sees("its turn");
        assert!(stopped.contains("\u{1b}[?1000l\u{1b}[?1049l"), "{stopped}");
        t.types("\n");
        t.sees("\u{1b}[?1049h");
        t.sees("\u{1b}[?1000h");
        t.sees(prompt);
        t.types(leave);
        t.sees("status ");
    }
}

/// The line editor does not notice a signal that another process sends.
#[test]
fn the_prompt_comes_back_after_a_stop_from_elsewhere() {
    for (program, prompt) in [("", "(A) ships> "), ("play --seed 7", "turn 1> ")] {
        for signal in ["STOP", "TSTP"] {
            let home = home();
            let mut t = start_as_job(home.path(), program);
            t.sees("pid ");
            let pid = t.sees(" at");
            t.sees(prompt);
            // At the first key, the editor redraws its line, and the advice after the prompt goes
            // away.
            t.types("x.he");
            t.sees(".he");
            let sent = run(Command::new("kill").args([&format!("-{signal}"), pid.trim()]), b"");
            assert!(sent.status.success(), "{pid:?}");
            t.sees("its turn");
            // The shell may find the terminal in the modes of the prompt. In these modes the Enter
            // key ends no line, so the test sends a line feed.
            t.types("\n");
            t.sees(&format!("{prompt}x.he"));
            // Keys are read one by one again, and each is shown once.
            t.types("lp\u{8}\u{8}\u{8}");
            t.types("\u{15}.quit\r");
            t.sees("status 0");
        }
    }
}
