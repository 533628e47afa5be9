//! Checks the pages on `verify` and the options in the book. The pages must name all levels of the
//! course, all rules and misreadings, and the JSON fields that a run of `verify` writes. A
//! misreading is a known wrong way to understand a rule. All long options in blocks `sh` and in the
//! text of the book must exist.

use super::page::slug;
use super::rules::plain;
use super::{page, pages, source};
use crate::harness::{Folder, Texts as _, broadside, run};
use broadside::lab::misreadings::Misreading;
use broadside::lab::rules::{Level, Rule};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

#[test]
fn the_book_lists_all_rules_and_misreadings() {
    let mut rules = "| rule | section | says | reason | importance | settled by | its words |\n\
        |---|---|---|---|---|---|---|\n"
        .to_owned();
    for rule in Rule::ALL {
        let reason = rule.reason().map(|reason| format!("`{reason}`")).unwrap_or_default();
        let (id, section, says) = (rule.id(), rule.section(), rule.sentence());
        let (importance, settled) = (rule.importance(), rule.settled());
        let (says, words) = (plain(says), plain(rule.source()));
        let page = place(rule);
        writeln!(rules, "| [`{id}`](../{page}) | {section} | {says} | {reason} | {importance} | {settled} | {words} |").expect("a string grows");
    }
    check("laboratory/rules.md", &rules);
    let mut misreadings = "| misreading | such a program | rule |\n|---|---|---|\n".to_owned();
    for misreading in Misreading::ALL {
        let (name, does, rule) = (misreading.name(), misreading.sentence(), misreading.rule());
        let page = place(rule);
        writeln!(misreadings, "| `{name}` | {} | [`{rule}`](../{page}) |", plain(does))
            .expect("a string grows");
    }
    check("laboratory/misreadings.md", &misreadings);
}

fn place(rule: Rule) -> String {
    let (family, _) = rule.id().split_once('.').expect("a family");
    format!("rules/{family}.md#{}", slug(rule.id()))
}

/// Checks that the table at the end of a page is equal to `table`. With `BLESS=1`, writes the table
/// instead.
fn check(path: &str, table: &str) {
    let page = page(path);
    let (head, found) = page.text.split_at(page.text.find("| ").unwrap_or(page.text.len()));
    if std::env::var_os("BLESS").is_some() {
        fs::write(source(path), format!("{head}{table}")).expect("a page");
    } else {
        assert!(found == table, "the table of {path} is out of date: BLESS=1 writes the new table");
    }
}

#[test]
fn all_levels_are_in_the_steps() {
    let steps = page("laboratory/README.md").section("## Step by step").expect("a section");
    for level in Level::ALL {
        assert!(steps.text.contains(&format!("| `{}` |", level.name())), "{}", level.name());
    }
}

#[test]
fn all_fields_of_the_json_are_on_its_page() {
    let folder = Folder::new();
    let words = "verify --keep none --scripts 0 --findings 1 --json found.json -- cat";
    run(&mut folder.broadside(words.split(' ')), b"");
    let found = serde_json::from_slice(&folder.bytes("found.json")).expect("JSON");
    let mut fields = BTreeSet::new();
    collect(&found, &mut fields);
    assert!(fields.len() > 30, "{fields:?}");
    let page = page("laboratory/7-json.md");
    let names: BTreeSet<_> = page.names().into_iter().map(str::to_owned).collect();
    assert_eq!(fields.difference(&names).collect::<Vec<_>>(), [""; 0]);
}

fn collect(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            fields.extend(object.keys().cloned());
            object.values().for_each(|value| collect(value, fields));
        }
        Value::Array(array) => array.iter().for_each(|value| collect(value, fields)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn options_in_the_book_exist() {
    let mut options = BTreeSet::new();
    for page in pages() {
        let blocks = page.blocks();
        let texts =
            blocks.iter().filter(|block| block.info == "sh").map(|block| block.body.as_str());
        let lines = texts.flat_map(str::lines).chain(page.names());
        options.extend(lines.filter_map(options_of).flatten());
    }
    assert!(options.len() > 10, "{options:?}");
    let commands: BTreeSet<_> = options.iter().map(|(command, _)| command.clone()).collect();
    for command in commands {
        let help = run(broadside().args(command.split(' ')).arg("--help"), b"").out();
        for (_, option) in options.iter().filter(|(of, _)| *of == command) {
            assert!(help.contains(option.as_str()), "{command} has no {option}");
        }
    }
}

/// Returns each long option of a line that begins with `broadside` and a subcommand, together with
/// the subcommand.
fn options_of(line: &str) -> Option<Vec<(String, String)>> {
    let words: Vec<_> = line.strip_prefix("broadside ")?.split(' ').collect();
    let nested = usize::from(words.first() == Some(&"bench"));
    let command = words.get(..=nested)?.join(" ");
    let own = words.iter().take_while(|word| **word != "--");
    let options = own
        .map(|word| word.trim_matches(['[', ']']))
        .map(|word| word.split_once('=').map_or(word, |(option, _)| option))
        .filter(|w| w.starts_with("--") && *w != "--help");
    let options = options.map(|option| (command.clone(), option.to_owned()));
    Some(options.filter(|(command, _)| !command.starts_with('-')).collect())
}
