//! Checks that the book is complete. It must have all commands, all messages, all reasons why
//! commands are refused, and all sections that comments cite.

use super::page::Page;
use super::{page, pages};
use crate::harness::{read, root};
use broadside::board::Side;
use broadside::lab::rules::Rule;
use broadside::script::Keyword;
use broadside::script::ast::Group;
use std::fs;
use std::path::{Path, PathBuf};

const STATE: &str = "ships/4-state-commands.md";
const TURN: &str = "ships/5-player-commands.md";

#[test]
fn every_command_has_its_section_with_its_forms() {
    for (path, group) in [(STATE, Group::State), (TURN, Group::Turn(Side::First))] {
        let page = page(path);
        for keyword in Keyword::of(group) {
            let heading = format!("## {}", keyword.name());
            let section = page.section(&heading).unwrap_or_else(|| panic!("{path}: no {heading}"));
            let blocks = section.blocks();
            let form = blocks.iter().find(|block| block.info == "form").expect("forms");
            let usages: Vec<_> = keyword.usages().collect();
            assert_eq!(form.body.lines().collect::<Vec<_>>(), usages, "{path}: {heading}");
            assert!(blocks.iter().any(|block| block.info == "output"), "{path}: {heading}");
        }
        let names: Vec<_> = Keyword::of(group).map(Keyword::name).collect();
        let is_word = |title: &&str| title.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        let titles = page.headings().map(|(_, title)| title).filter(is_word).map(str::to_owned);
        for title in titles {
            assert!(names.contains(&title.as_str()), "{path}: {title} is not a command");
        }
    }
}

/// Returns the messages of `#[error("...")]` in a source file, each with the line above it. This
/// line may be a comment.
fn messages(path: &str) -> Vec<(String, String)> {
    let text = read(path);
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("#[error(") {
        let comment = rest[..at].trim_end().rsplit('\n').next().expect("a line").trim().to_owned();
        rest = &rest[at + "#[error(".len()..];
        let Some(text) = rest.trim_start().strip_prefix('"') else { continue };
        let end = text.find('"').expect("the end of a message");
        let message = text[..end].split("\\\n").map(str::trim_start).collect::<Vec<_>>().concat();
        found.push((message, comment));
    }
    found
}

#[test]
fn every_reason_is_in_the_reference_and_in_an_example() {
    let list = page("ships/reasons.md");
    let blocks: Vec<_> = pages().iter().flat_map(Page::blocks).collect();
    let reasons = messages("crates/ships/src/rules/reason.rs");
    assert!(reasons.len() > 25, "{}", reasons.len());
    for (reason, comment) in reasons {
        assert!(list.text.contains(&format!("`{reason}`")), "{reason} is not in the list");
        let said = format!(": {reason}\n");
        let is_shown = blocks.iter().any(|block| block.body.contains(&said));
        assert!(
            is_shown || comment.contains("A script cannot cause it"),
            "no example says {reason}"
        );
    }
}

#[test]
fn pages_have_all_dot_commands() {
    let tables =
        [("src/cli/repl/dot.rs", "start/prompt.md"), ("src/cli/play/entry.rs", "start/play.md")];
    for (source, path) in tables {
        let text = read(source);
        let rows = text.split("Row::new(").skip(1);
        let names = rows.filter_map(|row| row.trim_start().strip_prefix("\".")?.split_once('"'));
        let names: Vec<_> = names.map(|(name, _)| format!("`.{name}")).collect();
        assert!(names.len() > 10, "{source}: {names:?}");
        let page = page(path);
        for name in names {
            // Arguments may follow the name.
            let is_shown = ['`', ' '].iter().any(|end| page.text.contains(&format!("{name}{end}")));
            assert!(is_shown, "{path}: no {name}`");
        }
    }
}

#[test]
fn the_sections_of_the_ships_language_name_the_reasons_of_their_rules() {
    for rule in Rule::ALL {
        let page = section("ships", rule.section().into()).expect("a section");
        let reason = rule.reason().unwrap_or_default();
        assert!(page.text.contains(reason), "{}: {reason} of {}", page.path, rule.id());
    }
}

#[test]
fn messages_of_the_programs_are_on_their_pages() {
    for program in ["naval", "battle_of_ships", "classic", "arsenal"] {
        let page = page(&format!("{}.md", program.replace('_', "-")));
        for (message, _) in messages(&format!("crates/arcade/src/{program}/error.rs")) {
            // Only the fixed text between the arguments of a message can be looked up.
            let parts = message.split(['{', '}']).step_by(2);
            for part in parts.map(str::trim).filter(|part| part.len() > 3) {
                assert!(page.text.contains(part), "{}: {message}", page.path);
            }
        }
    }
}

/// The parts of the book that comments cite by section.
const CITED: [&str; 6] = ["ships", "naval", "battle-of-ships", "classic", "arsenal", "laboratory"];

/// Returns section `number` of the part of the book that comments call `spec NAME`. The section is
/// a whole page, or the text below a heading.
fn section(name: &str, number: u32) -> Option<Page> {
    let start = format!("{number}. ");
    let is_named = |page: &Page| {
        page.path.starts_with(&format!("{name}/")) || page.path == format!("{name}.md")
    };
    pages().into_iter().filter(is_named).find_map(|page| {
        let mut headings = page.headings();
        let (level, title) = headings.find(|(_, title)| title.starts_with(&start))?;
        let heading = format!("{} {title}", "#".repeat(level));
        page.section(&heading)
    })
}

#[test]
fn sections_that_comments_cite_are_in_the_book() {
    let mut cited = 0;
    for file in ["src", "crates", "tests/it", "fuzz/laws", "benches", "examples"].map(root) {
        cited += check_citations(&file);
    }
    assert!(cited > 80, "only {cited} citations are found");
}

/// Looks up all citations in the sources at and below `path`. Returns their number.
fn check_citations(path: &Path) -> usize {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder of sources");
        return entries.map(|entry| check_citations(&entry.expect("an entry").path())).sum();
    }
    if path.extension().is_none_or(|extension| extension != "rs") {
        return 0;
    }
    let text = fs::read_to_string(path).expect("a source");
    let comments: Vec<_> = text.lines().filter(|line| line.contains("//")).collect();
    let cited = comments.iter().flat_map(|line| citations_of(line));
    let cited = cited.filter(|(name, _)| CITED.contains(&name.as_str()));
    cited.map(|(name, number)| assert_cited(&name, number, path)).count()
}

fn assert_cited(name: &str, number: u32, path: &Path) {
    assert!(section(name, number).is_some(), "{}: spec {name} §{number}", path.display());
}

/// Returns the sections that a comment cites. For a range of sections, these are the first and the
/// last one.
fn citations_of(line: &str) -> Vec<(String, u32)> {
    let lower = line.to_lowercase();
    let Some((_, rest)) = lower.split_once("spec ") else { return Vec::new() };
    let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
    let number = |part: &str| {
        part.bytes().take_while(u8::is_ascii_digit).fold(0, |n, d| n * 10 + u32::from(d - b'0'))
    };
    rest.split('§').skip(1).map(|part| (name.to_owned(), number(part))).collect()
}

#[test]
fn sections_that_cases_cite_are_in_the_book() {
    for program in ["naval", "battle-of-ships", "classic", "arsenal"] {
        let path = PathBuf::from(format!("tests/cases/{program}/SOURCE.md"));
        let text = fs::read_to_string(root(path.to_str().expect("UTF-8"))).expect("SOURCE.md");
        for part in text.split('§').skip(1) {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            assert_cited(program, digits.parse().expect("a number"), &path);
        }
    }
}
