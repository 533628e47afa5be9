//! Tests `.save`. It must ask before it replaces a file. If the prompt is killed, the file must
//! have either its whole old text or its whole new text.

use super::terminal::{Terminal, home, new_prompt, program};
use crate::kills::kills;

/// Returns a game so large that writing it takes a while.
fn game(reefs: usize) -> String {
    let reefs: Vec<_> = (0..reefs).map(|n| format!("REEF {} {}\n", n / 100, n % 100)).collect();
    let reefs = reefs.concat();
    format!("[state]\nBOARD_SIZE 1000 100\n{reefs}[state]\n")
}

#[test]
fn a_killed_save_leaves_a_whole_file() {
    let home = home();
    home.write("old.ships", game(4000));
    home.write("new.ships", game(5000));
    let mut t = Terminal::at_prompt(home.path());
    // Reefs add up: the new game has the reefs of both files.
    let whole = ["old", "new"].map(|name| {
        t.takes(&format!(".read {name}.ships"));
        t.enters(&format!(".save {name}.saved"), "wrote");
        home.bytes(format!("{name}.saved"))
    });
    drop(t);
    assert!(whole[0].len() > 1 << 15 && whole[0].len() < whole[1].len());
    for kill in 0..kills() {
        let mut t = Terminal::at_prompt(home.path());
        t.takes(".read old.ships");
        t.enters(".save! it", "wrote");
        assert_eq!(home.bytes("it"), whole[0]);
        t.takes(".read new.ships");
        // The prompt saves the game many times, and the test reads the file meanwhile. In each
        // round, the test reads the file more often than in the round before.
        t.types(&".save! it\r".repeat(20));
        for _ in 0..kill * 3 {
            let seen = home.bytes("it");
            assert!(whole.contains(&seen), "{} bytes", seen.len());
        }
        t.kill();
        let left = home.bytes("it");
        assert!(whole.contains(&left), "{} bytes", left.len());
    }
}

#[test]
fn a_save_asks_before_it_replaces_a_file() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.enters(".save game.ships", "wrote `game.ships`");
    let old = home.read("game.ships");
    t.takes("[state] REEF 1 1 [state]");
    for no in ["\r", "n\r", "what\r", "\u{3}", "\u{4}"] {
        t.answers(".save game.ships", &["replace `game.ships`? y or n> "]);
        t.presses(no, &["not written; `game.ships` is as it was", "(A) ships> "]);
        assert_eq!(home.read("game.ships"), old, "{no:?}");
    }
    // If another command is typed instead of an answer, the prompt obeys it and drops the question.
    t.takes("[state] REEF 3 3 [state]");
    t.answers(".save game.ships", &["y or n> "]);
    t.answers(".undo 3", &["not written; `game.ships` is as it was", "took back REEF 3 3"]);
    t.answers(".save game.ships", &["y or n> "]);
    t.answers("y", &["wrote `game.ships`"]);
    let new = home.read("game.ships");
    assert_ne!(new, old);
    t.takes("[state] REEF 2 2 [state]");
    t.enters(".save! game.ships", "wrote `game.ships`");
    assert_ne!(home.read("game.ships"), new);
    // If `.save` cannot write the file, it says so at once and asks nothing.
    t.enters(".save .", "cannot write `.`");
}

#[test]
fn a_dash_is_not_a_file_at_the_prompt() {
    let (home, mut t) = new_prompt();
    for line in [".save -", ".save! -", ".read -", ".output -", ".play --setup -"] {
        t.enters(line, "`-` is not a file");
    }
    assert!(!home.at("-").exists());
    t.enters(".save ./-", "wrote `./-`");
    let refused = Terminal::start(program(home.path(), &["play", "--setup", "-"])).ends();
    assert!(refused.contains("`-` is not a file"), "{refused}");
}
