//! Plays the sessions that the README and the book show, and compares the output.

use super::sessions::played;
use super::terminal::home;
use crate::console::trimmed;
use crate::harness::{Texts as _, broadside, read, run};

/// Returns the session in the page `path`: the first block that begins with the program's banner.
fn session(path: &str) -> String {
    let page = read(path);
    let (_, block) = page.split_once("\n```text\nBroadside ").expect("a session");
    let (session, _) = block.split_once("```").expect("the end of the session");
    format!("Broadside {session}")
}

#[test]
fn the_session_of_the_readme_plays_as_shown() {
    check_session(&session("README.md"));
}

#[test]
fn the_session_of_the_book_plays_as_shown() {
    check_session(&session("book/src/start/first-game.md"));
}

#[track_caller]
fn check_session(session: &str) {
    assert_eq!(played(home().path(), "", session), trimmed(session));
}

#[test]
fn the_page_on_the_prompt_lists_the_commands_that_the_help_lists() {
    let page = read("book/src/start/prompt.md");
    let help = run(broadside().args(["help", "repl"]), b"");
    let help = help.out();
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ."));
    let names: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{help}");
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `.")).collect();
    let told = |name: &&str| {
        rows.iter().any(|row| {
            row.split(" | ").next().is_some_and(|cell| cell.contains(&format!("`.{name}")))
        })
    };
    let missing: Vec<_> = names.into_iter().filter(|name| !told(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
