//! Games at the prompt: dot commands, refusals, victories, undo, and resumed sessions.

use super::terminal::{Terminal, home, new_prompt, program, shell};
use crate::harness::{make_pipe, run};

const SETUP: &str = "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]";

/// A pipe gets the bytes of the original program; a terminal also gets an explanation of the seed.
#[test]
fn classic_says_what_a_seed_is_for() {
    let home = home();
    let mut t = Terminal::start(program(home.path(), &["classic"]));
    t.sees("The same seed and the same answers give the same game.");
    t.sees("Enter the seed: ");
}

#[test]
fn every_dot_command_answers() {
    let (home, mut t) = new_prompt();
    t.enters(".help", ".help SHOOT");
    t.enters(".help SHOOT", "SHOOT i C y x");
    t.enters(".help shot", "did you mean `SHOOT`?");
    t.enters(".help .save", "saves the game");
    t.enters(".help hstory", "did you mean `.history`?");
    t.takes(SETUP);
    t.enters(".fleet", "missing DES 0");
    t.enters(".check", "1 ship is never placed by player A");
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES [playerA]");
    t.enters(".board", "5 · · · · · ▲ · · · ·");
    t.enters(".board B", "5 ░░░░░░");
    t.enters(".undo 2", "took back PLACE_SHIP 5 5 N 0 DES");
    t.enters(".redo", "brought back PLACE_SHIP 5 5 N 0 DES");
    t.enters(".redo 5", "brought back [playerA]");
    t.enters(".redo", "nothing to redo");
    t.enters(".save game.ships", "wrote `game.ships`");
    t.enters(".new", "a new game; the old one is session 1");
    t.takes(".read game.ships");
    t.enters(".board", "5 · · · · · ▲ · · · ·");
    t.enters(".read nothing.ships", "cannot read `nothing.ships`");
    t.enters(".save no/where.ships", "cannot write `no/where.ships`");
    t.enters(".save ~/home.ships", "home.ships`");
    assert!(home.path().join("home.ships").exists());
    t.enters(".new", "a new game");
    t.takes(".read ~/home.ships");
    t.enters(".history 1", ".history 1");
    t.enters(".hsitory", "did you mean `.history`?");
    t.enters(".undo x", "the form is `.undo [N|turn]`");
    t.types(".quit\r");
    t.ends();
}

#[test]
fn prose_at_the_prompt_gets_a_hint() {
    let (_home, mut t) = new_prompt();
    t.enters("exit", "did you mean `.quit`?");
    t.enters("reef 1 1", "`REEF` stands inside `[state]`");
    t.enters("shoot 1 1", "`SHOOT` stands inside `[playerA]`");
    t.enters("hello there", "`[playerA]` opens a group");
    t.enters("playerA", "did you mean `[playerA]`?");
    t.enters("REEF 1 1", "`REEF` belongs inside `[state] ... [state]`");
    t.takes("[playerA]");
    t.enters("exit", "did you mean `.quit`?");
}

#[test]
fn a_refusal_changes_neither_the_game_nor_the_session() {
    let (_home, mut t) = new_prompt();
    t.enters("[playerB]", "INVALID OPERATION \"[playerB] \": THE OTHER PLAYER EXPECTED");
    t.enters("[state] REEF 99 1 REEF 2 2", "rows are 0 to 20, columns 0 to 9");
    t.enters("REEF x", "an integer of 64 bits");
    t.enters("SAVE", "REEF 2 2");
    t.enters(".read game.ships", "close `[state]` first");
}

#[test]
fn a_closing_tag_that_fails_leaves_the_turn_open() {
    let (_home, mut t) = new_prompt();
    let game = "[state] EXTENDED_SHIPS AUTO_SHOOTING SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 \
                SHIP A 0 0 N 0 DES 11 SHIP B 15 5 N 0 DES 11 [state]";
    t.takes(game);
    t.takes("[playerA] SHOOT 20 9");
    t.enters("[playerA]", "SHOOTS ARE UNFEASIBLE");
    t.enters(".undo", "took back SHOOT 20 9");
    t.answers("[playerA]", &["(B) ships> "]);
}

#[test]
fn a_whole_game_goes_back_and_forth() {
    let (home, mut t) = new_prompt();
    t.takes(SETUP);
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES [playerA]");
    t.takes("[playerB] PLACE_SHIP 15 5 N 0 DES [playerB]");
    t.takes("[playerA] SHOOT 15 5 [playerA] [playerB] [playerB]");
    t.answers("[playerA] SHOOT 16 5 [playerA]", &["A won", "the game is over", "(A won) ships> "]);
    t.enters("[playerB]", "the game is over");
    t.enters(".save won.ships", "wrote");
    t.answers(".undo 99", &["and 8 more", "(A) ships> "]);
    t.enters(".fleet", "0 of 10 ships");
    t.answers(".redo 99", &["(A won) ships> "]);
    t.enters(".save again.ships", "wrote");
    let saved = |name| std::fs::read(home.path().join(name)).expect("a saved game");
    assert_eq!(saved("won.ships"), saved("again.ships"));
}

#[test]
fn a_killed_session_can_be_resumed() {
    let (home, mut t) = new_prompt();
    t.takes(SETUP);
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES");
    t.enters("PLACE_SHIP 0 0 N 0 DES", "SHIP ALREADY PRESENT");
    t.enters("SPY 0 1", "AUTO SHOOTING IS OFF");
    t.kill();
    let journal = home.path().join("broadside/sessions/1.ships");
    let mut text = std::fs::read(&journal).expect("a journal");
    text.extend_from_slice(b"MOVE 0 DE");
    std::fs::write(&journal, text).expect("a torn journal");

    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on after 6 commands");
    t.sees("A> ");
    t.enters(".fleet", "SHIP A 5 5 N 0 DES 11");
    // The only session is in use, so there is none to resume.
    let mut other = Terminal::start(program(home.path(), &["repl", "--resume"]));
    other.sees("cannot resume: there is no session that is not in use");
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
    let folder = home.path().join("broadside/sessions");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("1.ships"), "[state]\nREEF 99 99\nREEF 1 1\n").expect("a journal");
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
        // `.redo` with a number does not bring back commands that could not be played either.
        t.enters(".redo 9", "nothing to redo");
        t.takes("REEF 3 3");
        t.kill();
    }
}

#[test]
fn files_run_before_the_prompt() {
    let home = home();
    std::fs::write(home.path().join("a.ships"), format!("{SETUP}\n")).expect("a file");
    std::fs::write(home.path().join("b.ships"), "[playerA]\nSHOOT 1 1\nSHOOT 2 2\n")
        .expect("a file");
    let mut t = Terminal::start(program(home.path(), &["repl", "a.ships", "b.ships"]));
    t.sees("NOT ALL SHIPS PLACED");
    t.sees("b.ships:2:1");
    t.sees("A> ");
    t.enters(".fleet", "0 of 1 ships placed");
}

#[test]
fn automatic_moves_follow_a_file_as_they_follow_lines() {
    let home = home();
    let write = |name, text: &str| std::fs::write(home.path().join(name), text).expect("a file");
    write("ai.ships", "[state] SET_AI_PLAYER A [state]\n");
    write(
        "won.ships",
        "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 0 0 N 0 DES 11 \
         SHIP B 15 5 N 0 DES 01 [state]\n[playerA] SHOOT 16 5 [playerA]\n",
    );
    let mut t = Terminal::start(program(home.path(), &["repl", "ai.ships"]));
    t.sees("A is played by the machine");
    t.sees("(A) ships> ");
    t.enters(".undo 3", "took back SET_AI_PLAYER A");
    t.enters(".read ai.ships", "A is played by the machine");
    t.answers(".read won.ships", &["the game is over", "(A won) ships> "]);
    t.enters(".read ai.ships", "the game is over");
}

#[test]
fn pipes_are_not_opened_at_the_prompt() {
    let home = home();
    make_pipe(&home.path().join("pipe"));
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
    std::fs::write(home.path().join("s.ships"), script).expect("a file");
    let want = run(&mut shell(home.path(), "\"$BROADSIDE\" run s.ships"), b"");
    let want = String::from_utf8(want.stdout).expect("text");
    let mut t = Terminal::at_prompt(home.path());
    t.types(&script.replace('\n', "\r"));
    for line in want.lines() {
        t.sees(&format!("{line}\r\n"));
    }
}

#[test]
fn the_machine_moves_when_asked_and_then_by_itself() {
    let (_home, mut t) = new_prompt();
    t.takes(SETUP);
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES");
    t.enters(".ai", "close `[playerA]` first");
    t.answers("[playerA]", &["(B) ships> "]);
    t.answers(".ai", &["PLACE_SHIP", "drops it> "]);
    t.presses("\u{3}", &["dropped", "(B) ships> "]);
    t.answers(".ai", &["drops it> "]);
    // While the question waits, the prompt obeys commands that only show something, refuses those
    // that could change the game, and asks again.
    for (line, answer) in [
        ("what", "the machine's turn waits"),
        ("REEF 1 1", "the machine's turn waits"),
        (".undo", "the machine's turn waits"),
        (".baord", "did you mean `.board`?"),
        (".fleet", "B: 0 of 1 ships placed"),
        (".sessions", "this session"),
        (".help .undo", "takes back a command"),
        (".help .board", "The shapes show parts"),
        ("help .undo", "takes back a command"),
    ] {
        t.answers(line, &[answer, "drops it> "]);
    }
    t.answers("y", &["(A) ships> "]);
    t.enters(".fleet", "B: 1 of 1 ships placed");
    t.answers("[playerA] [playerA]", &["(B) ships> "]);
    // From here on the machine answers each turn of A, until the game is over.
    t.answers(".ai auto", &["[playerB]", "B won", "(B won) ships> "]);
    t.enters(".undo", "took back [playerB]");
    t.enters(".ai off", "the machine moves when asked");
    t.enters(".new", "a new game");
    t.enters("[state] SET_AI_PLAYER A [state]", "A is played by the machine");
    t.enters(".ai off", "the machine moves when asked");
}

#[test]
fn undo_and_new_end_automatic_moves() {
    let (_home, mut t) = new_prompt();
    for (dot, prompt) in [(".undo", "A> "), (".new", "(A) ships> ")] {
        t.takes(SETUP);
        t.answers(".ai auto", &["(B) ships> "]);
        t.answers(dot, &["the machine waits to be asked again", prompt]);
        t.enters(".new", "a new game");
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
fn undo_and_redo_take_whole_turns() {
    let (_home, mut t) = new_prompt();
    t.enters(".undo turn", "no turn to take back");
    t.takes(SETUP);
    t.takes("[playerA] PLACE_SHIP 5 5 N 0 DES [playerA]");
    t.takes("[playerB]");
    t.takes("PLACE_SHIP 15 5 N 0 DES");
    // The first `.undo turn` takes back the open turn, the second one the turn before.
    for (line, said, prompt) in [
        (
            ".undo turn",
            "took back PLACE_SHIP 15 5 N 0 DES\r\ntook back [playerB]\r\n",
            "(B) ships> ",
        ),
        (
            ".undo turn",
            "took back [playerA]\r\ntook back PLACE_SHIP 5 5 N 0 DES\r\ntook back [playerA]\r\n",
            "(A) ships> ",
        ),
        (
            ".redo turn",
            "brought back [playerA]\r\nbrought back PLACE_SHIP 5 5 N 0 DES\r\n",
            "(B) ships> ",
        ),
        (".redo turn", "brought back PLACE_SHIP 15 5 N 0 DES", "B> "),
    ] {
        t.answers(line, &[said, prompt]);
    }
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
    t.answers(".undo turn", &["the machine waits to be asked again", "(B) ships> "]);
    t.kill();
    // `.undo` has switched off the automatic moves, and they stay off in the resumed session.
    let mut t = Terminal::start(program(home.path(), &["repl", "--resume"]));
    t.sees("session 1 goes on");
    let said = t.sees("ships> ");
    assert!(!said.contains("machine"), "{said:?}");
}
