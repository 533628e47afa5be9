//! Games at the prompt: dot commands, refusals, victories, undo, and resumed sessions.

use super::terminal::{Terminal, home, new_prompt, program, shell};
use crate::harness::{Texts as _, make_pipe, run};

const SETUP: &str = "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]";

/// A pipe gets the bytes of the original program; a terminal also gets an explanation of the seed.
#[test]
fn classic_says_what_a_seed_is_for() {
    let home = home();
    let mut t = Terminal::start(program(home.path(), &["classic"]));
    t.sees("The same seed and the same answers give\r\n  the same game.\r\n");
    t.sees("Enter the seed: ");
    // Regression: the message stood behind the question.
    t.types("\u{4}");
    assert_eq!(t.ends(), "\r\nbroadside classic: the input ended before the game did\r\n");
}

#[test]
fn a_killed_session_can_be_resumed() {
    let (home, mut t) = new_prompt();
    t.takes(SETUP);
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES");
    t.enters("PLACE_SHIP 0 0 N 0 DES", "SHIP ALREADY PRESENT");
    t.enters("SPY 0 1", "AUTO SHOOTING IS OFF");
    t.kill();
    let journal = "broadside/sessions/1.ships";
    home.write(journal, home.read(journal) + "MOVE 0 DE");

    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on after 6 commands");
    t.sees("A> ");
    t.enters(".fleet", "SHIP A 5 5 N 0 DES 11");
    // The only session is in use, so there is none to resume.
    let mut other = Terminal::start(program(home.path(), &["repl", "--resume"]));
    other.sees(
        "cannot resume: no session can be continued: there is none, or each\r\n  is in use or unreadable",
    );
    other.ends();
    t.presses("\u{4}", &["(B) ships> "]);
    t.kill();
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume", "1"]));
    t.sees("(B) ships> ");
    t.enters(".undo", "took back [playerA]");
}

#[test]
fn commands_of_a_journal_that_cannot_be_played_are_dropped_and_counted() {
    let home = home();
    home.write("broadside/sessions/1.ships", "[state]\nREEF 99 99\nREEF 1 1\n");
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on after 1 command\r\n");
    t.sees("2 commands of the journal could not be played");
    t.sees("(A) state> ");
    t.enters(".redo", "nothing to redo");
    t.kill();
    for lines in 1..3 {
        let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
        t.sees(&format!("session 1 goes on after {lines} command"));
        t.sees("(A) state> ");
        // Not even `.redo` with a number brings back the commands that could not be played.
        t.enters(".redo 9", "nothing to redo");
        t.takes("REEF 3 3");
        t.kill();
    }
}

#[test]
fn pipes_are_not_opened_at_the_prompt() {
    let home = home();
    make_pipe(&home.at("pipe"));
    let mut t = Terminal::at_prompt(home.path());
    t.enters(".read pipe", "cannot read `pipe`: it is not a regular file");
    t.enters(".save pipe", "cannot write `pipe`: it is not a regular file");
    t.answers(".play --plain", &["turn 1> "]);
    t.answers(".save! pipe", &["cannot write `pipe`: it is not a regular file"]);
}

#[test]
fn a_typed_script_writes_what_a_piped_one_writes() {
    let home = home();
    let script = "[state]\nBOARD_SIZE 3 4\nREEF 1 1\nPRINT 1\nSAVE\n[state]\n";
    home.write("s.ships", script);
    let want = run(&mut shell(home.path(), "\"$BROADSIDE\" run s.ships"), b"");
    let want = want.out();
    let mut t = Terminal::at_prompt(home.path());
    t.types(&script.replace('\n', "\r"));
    for line in want.lines() {
        t.sees(&format!("{line}\r\n"));
    }
}

#[test]
fn two_machines_play_to_the_end() {
    let (_home, mut t) = new_prompt();
    t.takes(SETUP);
    t.answers(".ai auto", &["(B) ships> "]);
    t.types(".ai auto\r");
    t.sees_like(r"\([AB] won\) ships> ");
}

#[test]
fn automatic_moves_go_on_in_a_resumed_session() {
    let (home, mut t) = new_prompt();
    t.takes("[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 NEXT_PLAYER B [state]");
    t.answers(".ai auto", &["(A) ships> "]);
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES");
    t.kill();
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on after");
    t.sees("the machine still moves for B: `.ai off` stops it");
    t.sees("A> ");
    t.answers("[playerA]", &["[playerB]\r\n", "(A) ships> "]);
    t.answers(".undo turn", &["autopilot is off", "(B) ships> "]);
    t.kill();
    // `.undo` has switched off the automatic moves, and they stay off in the resumed session.
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on");
    let said = t.sees("ships> ");
    assert!(!said.contains("machine"), "{said:?}");
}
