//! Checks that each bot of the book's chapter "Your first bot, step by step" is as strong as the
//! chapter says.

use crate::harness::{broadside, root, run};
use serde_json::Value;

/// Returns the score of a bot of the chapter against an engine, in percent of all points.
#[track_caller]
fn score(bot: &str, engine: &str) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = root("scripts/bots/steps").join(bot);
    let command = format!("cmd=python3 -S -B '{}'", bot.display());
    let mut game = broadside();
    game.current_dir(folder.path()).args(["match", "--engine", "name=mine", &command]);
    game.args(["proto=turns", "--engine", engine, "--setup", "small", "--games", "20"]);
    let output = run(game.args(["--time", "20", "--json", "table.json"]), b"");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    let table = std::fs::read(folder.path().join("table.json")).expect("a table");
    let table: Value = serde_json::from_slice(&table).expect("JSON");
    let mine = &table["engines"][0];
    assert_eq!(
        (&mine["name"], &mine["faults"]),
        (&"mine".into(), &serde_json::json!({})),
        "{said}"
    );
    let count = |what: &str| mine[what].as_u64().expect("a number");
    100 * (2 * count("won") + count("drawn")) / (2 * count("games"))
}

#[test]
fn the_bots_of_the_book_are_as_strong_as_it_says() {
    assert_eq!(score("answer.py", "random"), 0);
    assert!(score("place.py", "random") < 50);
    assert!(score("shoot.py", "random") >= 60);
    assert!(score("scout.py", "fair:1") > 50);
}
