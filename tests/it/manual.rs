//! Checks the manual pages and the help about the language and the programs. All of them come from
//! one description, and must agree with the book.

use crate::environment::has;
use crate::harness::{Folder, Texts as _, broadside, names, read, run};
use broadside::script::Keyword;
use std::collections::BTreeSet;
use std::process::Command;

fn printed(args: &[&str]) -> String {
    let output = run(broadside().args(args), b"");
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    output.out()
}

/// Returns the file name and the text of each page.
fn pages() -> Vec<(String, String)> {
    let folder = Folder::new();
    printed(&["man", "--out", &folder.word("man1")]);
    let names = names(&folder.at("man1")).into_iter();
    names.map(|name| (name.clone(), folder.read(format!("man1/{name}")))).collect()
}

#[test]
fn each_command_has_a_page_with_all_sections() {
    let pages = pages();
    let names: BTreeSet<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
    let mut wanted = BTreeSet::from(["broadside.1".to_owned()]);
    for (words, head) in [(&["--help"][..], "broadside"), (&["bench", "--help"], "broadside-bench")]
    {
        let help = printed(words);
        let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
        let list = list.lines().take_while(|line| !line.is_empty());
        let commands = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let first = |line: &str| line.split_whitespace().next().expect("a name").to_owned();
        let files = commands.map(first).filter(|name| name != "help");
        wanted.extend(files.map(|name| format!("{head}-{name}.1")));
    }
    assert_eq!(names, wanted.iter().map(String::as_str).collect());
    for (name, page) in &pages {
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "\"EXIT STATUS\""] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name} has no {section}");
        }
    }
}

/// A program such as `naval` gets all arguments after its name, even `--color`.
#[test]
fn pages_have_no_options_that_a_command_ignores() {
    for command in ["naval", "battle-of-ships", "classic", "language"] {
        let page = printed(&["man", command]);
        assert!(!page.contains("\\-\\-") && !page.contains("OPTIONS"), "{page}");
    }
    for command in ["cards", "completions", "man", "merge", "royale"] {
        assert!(!printed(&["man", command]).contains("color"), "{command}");
    }
    assert!(printed(&["man", "run"]).contains("\\-\\-color"));
    assert!(printed(&["man", "bench", "arsenal"]).contains("\\-\\-against"));
}

#[test]
fn an_unknown_page_is_a_usage_error() {
    for words in [&["man", "nope"][..], &["man", "run", "arsenal"], &["man", "complete"]] {
        let output = run(broadside().args(words), b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        assert!(output.err().starts_with("error: there is no command `"));
    }
}

#[test]
fn groff_reads_the_pages_without_a_warning() {
    if !has(&["groff"]) {
        return;
    }
    for (name, page) in pages() {
        let output = run(Command::new("groff").args(["-man", "-Tascii", "-ww"]), page.as_bytes());
        let told = output.err();
        let told: Vec<_> =
            told.lines().filter(|line| !line.contains("cannot break line")).collect();
        assert!(output.status.success() && told.is_empty(), "{name}: {told:?}");
        assert!(!output.stdout.is_empty(), "{name}");
    }
}

#[test]
fn help_about_the_language_is_the_table_of_commands() {
    let page = printed(&["language"]);
    for keyword in Keyword::ALL {
        assert!(page.contains(&keyword.usages().next().expect("a form")), "{}", keyword.name());
    }
    for help in [printed(&["help", "language"]), printed(&["language", "--help"])] {
        // The help wraps lines at the width of the terminal.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for paragraph in page.split("\n\n") {
            assert!(words(&help).contains(&words(paragraph)), "{paragraph}");
        }
    }
}

#[test]
fn examples_stand_before_options() {
    for command in [&["--help"][..], &["help", "royale"], &["match", "--help"], &["run", "-h"]] {
        let help = printed(command);
        let place = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
        assert!(
            place("Example") < place("Usage:") && place("Usage:") < place("Options:"),
            "{help}"
        );
    }
}

/// Each row of the book with a message and an exit status must be in the help too.
#[test]
fn help_about_naval_has_the_exits_of_the_book() {
    let help = printed(&["help", "naval"]);
    let book = read("book/src/naval.md");
    let mut seen = 0;
    for row in book.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let codes = cells.last().expect("a cell").split(", ");
        let messages = cells[cells.len() - 2].split(", ").map(|message| message.trim_matches('`'));
        for (code, message) in codes.zip(messages).filter(|(code, _)| code.parse::<u8>().is_ok()) {
            let told = help.lines().any(|line| {
                line.trim().split_once("  ").is_some_and(|(its, text)| {
                    its == code && (message.starts_with("as in") || text.starts_with(message))
                })
            });
            assert!(told, "{code} {message}: {help}");
            seen += 1;
        }
    }
    assert!(seen >= 15, "{seen} rows");
}

#[test]
fn help_about_the_other_programs_has_formats_and_exits() {
    for (program, words) in [
        ("battle-of-ships", ["PLAYER1.in", "OptionalPlayer1.txt", "5,E;10,G"]),
        ("classic", ["seed", "C 1 1 1 4", "3 4"]),
        ("arsenal", ["Torpedo", "B3, horizontal", "four placements"]),
    ] {
        // The help wraps lines at the width of the terminal.
        let help = printed(&["help", program]).split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words.into_iter().chain(["Exit status:"]) {
            assert!(help.contains(word), "{program}: {word} in {help}");
        }
    }
}
