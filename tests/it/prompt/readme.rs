//! The session that the README and the book show is played as it stands there.

use super::terminal::{Terminal, home, program};
use crate::console::trimmed;
use crate::harness::root;
use std::fs;

/// The first block behind the heading.
fn session() -> String {
    let readme = fs::read_to_string(root("README.md")).expect("README.md");
    let (_, section) = readme.split_once("\n## The REPL\n").expect("a section on the REPL");
    let (_, block) = section.split_once("\n```text\n").expect("a session");
    block.split_once("```").expect("the end of the session").0.to_owned()
}

/// The prompt that a line begins with, and what is typed behind it.
fn typed(line: &str) -> Option<(&str, &str)> {
    let prompts = [
        "(A) ships> ",
        "(B) ships> ",
        "(A) state> ",
        "(A won) ships> ",
        "(B won) ships> ",
        "A> ",
        "B> ",
        "Enter plays it, Ctrl-C drops it> ",
    ];
    // An editor may have taken the blank behind a prompt at which nothing is typed.
    let split = |prompt: &&str| line.strip_prefix(prompt.trim_end()).map(str::trim_start);
    let prompt = prompts.into_iter().find(|prompt| split(prompt).is_some())?;
    Some((prompt, split(&prompt)?))
}

#[test]
fn the_session_of_the_readme_goes_as_it_shows() {
    let home = home();
    let mut command = program(home.path(), &[]);
    // A terminal without escapes shows a session as a text.
    command.env("TERM", "dumb");
    let mut t = Terminal::start(command);
    let session = session();
    let mut shown = String::new();
    for (prompt, keys) in session.lines().filter_map(typed) {
        shown += &t.sees(prompt);
        // Nobody echoes here what is typed.
        let line = format!("{keys}\n");
        shown += prompt;
        shown += &line;
        t.types(&line);
    }
    shown += &t.ends();
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&shown), trimmed(&session));
}

#[test]
fn the_book_shows_the_session_of_the_readme() {
    let page = fs::read_to_string(root("book/src/start/first-game.md")).expect("a page");
    let shown = trimmed(&page).contains(&trimmed(&session()));
    assert!(shown, "the session in the book differs from that in the README");
}
