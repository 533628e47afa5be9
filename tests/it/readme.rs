//! Checks the README. Its `console` blocks run in one shell, in a folder with a copy of the
//! scripts, and must print what the README shows. Its links must lead to existing targets. The
//! examples in the help run too.

use crate::book::page::Page;
use crate::console::{WorkFolder, examples, trimmed};
use crate::harness::{Texts as _, broadside, read, root, run};
use broadside::catalog::Program;

#[test]
fn readme_commands_print_what_it_shows() {
    let blocks = readme().blocks().into_iter().filter(|block| block.info == "console");
    let examples: Vec<_> = blocks.flat_map(|block| examples(&block.body)).collect();
    assert!(examples.len() >= 3, "the README shows {} commands only", examples.len());
    let commands: Vec<_> = examples.iter().map(|example| example.command.clone()).collect();
    for (example, got) in examples.iter().zip(WorkFolder::new().printed(&commands)) {
        assert_eq!(trimmed(&got), trimmed(&example.printed), "$ {}", example.command);
    }
}

#[test]
fn the_readme_is_short() {
    let lines = readme().text.lines().count();
    assert!(lines < 200, "{lines} lines: lessons and lists belong in the book");
}

#[test]
fn links_of_the_readme_lead_to_files_and_headings() {
    let readme = readme();
    for link in readme.links().into_iter().filter(|link| !link.starts_with("https://")) {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        assert!(root(path).exists(), "{link} leads nowhere");
        assert!(anchor.is_empty() || Page::read(path, &root(path)).has(anchor), "{link}");
    }
}

#[test]
fn the_first_picture_of_the_readme_respects_reduced_motion() {
    let readme = readme();
    let (_, text) = readme.text.split_once("<img ").expect("a picture");
    let (_, path) = text.split_once("src=\"").expect("its file");
    let (path, _) = path.split_once('"').expect("its end");
    let picture = read(path);
    assert!(picture.len() < 1_000_000, "{} bytes", picture.len());
    for query in ["prefers-reduced-motion: reduce", "prefers-color-scheme: light"] {
        assert!(picture.contains(query), "{query}");
    }
    assert!(picture.contains("@keyframes") && !picture.contains("<script"));
}

/// The README and the book must show the beginning of a screen that the tests of `play` check.
#[test]
fn the_game_in_the_readme_begins_as_games_do() {
    let screen = read("tests/cases/screens/play-80x24.txt");
    for path in ["README.md", "book/src/start/play.md"] {
        let blocks = Page::read(path, &root(path)).blocks();
        let command = "$ broadside play --seed 7 --first you\n";
        let mut shown = blocks.iter().map(|block| block.body.trim_start_matches(command));
        let shown = shown.find(|text| text.starts_with("You are A; ")).expect("a game");
        assert!(screen.starts_with(shown), "{path}: a game begins\n{screen}");
    }
}

#[test]
fn examples_in_the_help_about_programs_play_to_the_end() {
    let commands = Program::ALL.map(|program| {
        let help = run(broadside().args(["help", program.name()]), b"").out();
        let (_, example) = help.split_once("Example:\n").expect("an example");
        let (command, _) = example.split_once("\n\n").expect("more after the example");
        format!("{{ {command}\n}} > printed && echo done || cat printed")
    });
    assert_eq!(WorkFolder::new().printed(&commands), Program::ALL.map(|_| "done\n"));
}

fn readme() -> Page {
    Page::read("README.md", &root("README.md"))
}
