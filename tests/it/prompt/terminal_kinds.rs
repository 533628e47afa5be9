//! Tests on terminals of many kinds, and without a terminal.

use super::terminal::{Terminal, home, program, send_signal, shell};
use std::path::Path;

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
        t.answers("\u{7f}7", &["(A) state> "]);
        t.enters("SAVE", "REEF 1 7\r\nREEF 2 1\r\n");
        // The line comes back whole from the history too, with the cursor at its end.
        t.enters(".undo 99", "took back REEF 19 1");
        t.answers("\u{1b}[A\u{1b}[A\u{1b}[A REEF 0 5", &["(A) state> "]);
        t.enters("SAVE", "REEF 1 7\r\nREEF 2 1\r\n");
        t.enters(".undo", "took back REEF 0 5");
        t.enters(".undo", "took back REEF 19 1");
    }
}

#[test]
fn a_dumb_terminal_reads_plain_lines() {
    let home = home();
    let mut command = program(home.path(), &[]);
    // The variable `CI` turns colours on, but a dumb terminal still gets none.
    command.env("TERM", "Dumb").env("CI", "true").env_remove("NO_COLOR");
    let mut t = Terminal::start(command);
    let banner = t.sees("(A) ships> ");
    t.presses("[state] REEF 1 1\n", &["(A) state> "]);
    t.types("SAVE\n");
    let saved = t.sees("(A) state> ");
    assert!(saved.contains("REEF 1 1\r\n"), "{saved:?}");
    assert!(!banner.contains('\u{1b}') && !saved.contains('\u{1b}'), "{banner:?} {saved:?}");
    t.presses("\u{4}", &["(A) ships> "]);
    t.types("\u{4}");
    t.ends();
}

#[test]
fn control_c_drops_the_line_of_a_dumb_terminal_at_once() {
    let home = home();
    let mut t = Terminal::with_variable(home.path(), &[], "TERM", "dumb");
    t.sees("(A) ships> ");
    t.presses("[state] REEF 1\n", &["(A) ...> "]);
    t.presses("2 \u{3}", &["\r\n(A) state> "]);
    t.presses("[state]\n", &["(A) ships> "]);
    t.presses(".ai\n", &["drops it> "]);
    t.presses("\u{3}", &["\r\ndropped"]);
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

/// Regression: the terminal broke long lines about usage inside words.
#[test]
fn a_line_about_usage_is_broken_between_words() {
    let home = home();
    let mut t = Terminal::with_columns(program(home.path(), &["play", "--setu"]), 60);
    let shown = t.ends();
    assert!(shown.contains("broadside play --setup\r\n  <small|narrow|"), "{shown}");
}

#[test]
fn a_run_at_a_terminal_with_output_to_a_file_is_plain() {
    let home = home();
    let mut t = Terminal::start(shell(home.path(), "CLICOLOR_FORCE=1 \"$BROADSIDE\" > out"));
    t.sees("reading a script from the terminal");
    t.types("[state]\nREEF 1 1\nSAVE\n[state]\n.help is prose here\n\u{4}");
    t.ends();
    let out = home.read("out");
    assert!(out.starts_with("[state]\nBOARD_SIZE 21 10\n"), "{out:?}");
    assert!(!out.contains('\u{1b}') && !out.contains("ships>"), "{out:?}");
}

#[test]
fn a_run_at_a_terminal_with_input_from_a_pipe_is_plain() {
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
    let mut t = Terminal::with_variable(home.path(), &[], "XDG_STATE_HOME", "/dev/null/state");
    t.sees("ships> ");
    t.enters("[state] REEF 1 1", "this session keeps no journal");
    t.takes("REEF 2 2");
    t.enters(".undo 2", "took back REEF 1 1");
    t.presses("\u{4}", &["(A) ships> "]);
    t.types("\u{4}");
    t.ends();
}

/// The line editor changes the modes of the terminal. After a signal, the modes must be as before.
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
        send_signal(signal, pid.trim());
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
    t.presses("[state] REEF 1", &["REEF 1"]);
    t.presses("\u{1a}", &["its turn"]);
    t.presses("\n", &["(A) ships> [state] REEF 1"]);
    t.presses(" 1 SA\t\r", &["REEF 1 1\r\n", "(A) state> "]);
    t.presses("\u{4}", &["(A) ships> "]);
    t.presses("\u{4}", &["status 0"]);
}

/// Regression: the shell took mouse reports for typed text, and wrote over the picture.
#[test]
fn the_shell_has_the_terminal_while_a_game_is_stopped() {
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
        t.presses("\n", &["\u{1b}[?1049h", "\u{1b}[?1000h", prompt]);
        t.presses(leave, &["status "]);
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
            t.presses("x.he", &[".he"]);
            send_signal(signal, pid.trim());
            t.sees("its turn");
            // The shell may find the terminal in the modes of the prompt. In these modes the Enter
            // key ends no line, so the test sends a line feed.
            t.presses("\n", &[&format!("{prompt}x.he")]);
            // Keys are read one by one again, and each is shown once.
            t.types("lp\u{8}\u{8}\u{8}");
            t.presses("\u{15}.quit\r", &["status 0"]);
        }
    }
}
