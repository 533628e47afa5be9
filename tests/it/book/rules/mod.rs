//! Checks the pages in `book/src/rules/`, one for each family of rules. They show the source, a
//! picture, a card and the misreadings of each rule. A card is a script that tests a rule. A rule
//! without a card has an example script instead. A misreading is a known wrong way to understand a
//! rule. With `BLESS=1`, the test writes the pages.

use super::draw::{ChosenCommand, Panel, choose_command, svg};
use super::page::slug;
use super::run::answer;
use super::{page, source, summary};
use crate::console::trimmed;
use broadside::lab::cards::{self, Card};
use broadside::lab::misreadings::Misreading;
use broadside::lab::rules::{Rule, Settled};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

/// The scripts for rules without a card. Each has a line `=== RULE` and the script below it.
const EXAMPLES: &str = include_str!("examples.txt");

/// The families of rules. Each has the part before the dot in the names of its rules, its title,
/// and the settings (commands such as `REEF`) that its pictures can show.
const FAMILIES: [(&str, &str, &[&str]); 20] = [
    ("input", "Words and numbers", &["BOARD_SIZE", "REEF"]),
    ("turn", "Turns", &[]),
    ("victory", "Victory", &[]),
    ("ships", "How ships lie", &["SHIP"]),
    ("fleet", "SET_FLEET", &[]),
    ("board", "BOARD_SIZE", &["BOARD_SIZE"]),
    ("start", "INIT_POSITION", &[]),
    ("reef", "REEF", &["REEF"]),
    ("ship", "SHIP", &["SHIP"]),
    ("place", "PLACE_SHIP", &[]),
    ("shoot", "SHOOT y x", &[]),
    ("fire", "SHOOT i C y x", &[]),
    ("move", "MOVE", &[]),
    ("spy", "SPY", &[]),
    ("picture", "PRINT 0", &[]),
    ("print1", "PRINT 1", &[]),
    ("sight", "What a player sees", &[]),
    ("save", "SAVE", &[]),
    ("auto", "AUTO_SHOOTING", &[]),
    ("ai", "The AI", &[]),
];

/// The families with pictures that show only what a player sees.
const OF_SIGHT: [&str; 4] = ["spy", "picture", "print1", "sight"];

#[test]
fn every_rule_has_its_place_on_a_page() {
    let mut pictures = BTreeSet::new();
    for (family, title, settings) in FAMILIES {
        let of = |rule: &Rule| rule.id().split('.').next() == Some(family);
        let rules: Vec<_> = Rule::ALL.into_iter().filter(of).collect();
        let mut text = page_head(family, title);
        for rule in rules {
            let picture = Pictured::new(rule, family, settings);
            check_file(&format!("rules/{}", picture.file), &picture.svg);
            pictures.insert(picture.file.clone());
            text += &rule_text(rule, &picture);
        }
        check_file(&format!("rules/{family}.md"), &text);
    }
    let kept = fs::read_dir(source("rules/pictures")).expect("pictures");
    let kept = kept.map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    let kept: BTreeSet<_> = kept.map(|name| format!("pictures/{name}")).collect();
    assert_eq!(kept, pictures, "a picture for each rule, and no other");
}

#[test]
fn every_rule_belongs_to_a_family_with_a_page() {
    let families: BTreeSet<_> = FAMILIES.iter().map(|(family, ..)| *family).collect();
    for rule in Rule::ALL {
        let (family, _) = rule.id().split_once('.').expect("a family");
        assert!(families.contains(family), "{rule}");
        assert!(page(&format!("rules/{family}.md")).has(&slug(rule.id())), "{rule}");
    }
}

/// Checks that a file of the book contains `text`. With `BLESS=1`, writes the file.
fn check_file(path: &str, text: &str) {
    let file = source(path);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, text).expect("a file");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == text, "{path}: `BLESS=1 cargo test every_rule` writes it");
}

fn page_head(family: &str, title: &str) -> String {
    let more =
        if OF_SIGHT.contains(&family) { "The player does not see grey fields. " } else { "" };
    format!(
        "# Rules: {title}\n\nThe rules `{family}.*` of the [reference](../ships/README.md). \
        [All rules](../laboratory/rules.md) are in one table.\n\n\
        In the pictures, A's ships are orange and B's ships are violet. A ring marks the radar in the bow, a gun the cannon, \
        a bar the engine, and a cross a destroyed segment. {more}Red marks what is refused.\n"
    )
}

fn rule_text(rule: Rule, picture: &Pictured) -> String {
    let mut text = format!("\n## {}\n\n{}\n\n", rule.id(), plain(rule.sentence()));
    text += &rule_facts(rule);
    writeln!(text, "\n![{}]({})\n", picture.alt, picture.file).expect("a string");
    text += &picture.script.words(rule);
    text + &misreadings(rule)
}

fn rule_facts(rule: Rule) -> String {
    let section = rule.section();
    let summary = summary();
    let start = format!("ships/{section}-");
    let path = summary.links().into_iter().find(|link| link.starts_with(&start));
    let path = path.expect("a page of the section").to_owned();
    let mut text = format!(
        "- [Section {section}](../{path}) of the reference, level `{}`, importance {}\n",
        rule.level(),
        rule.importance()
    );
    if let Some(reason) = rule.reason() {
        writeln!(text, "- Refused with `{reason}`").expect("a string");
    }
    let words = plain(rule.source());
    let settled = match rule.settled() {
        Settled::Tests => {
            format!("The assignment has this rule, and the course's tests check it: {words}")
        }
        Settled::Text => format!("The assignment has this rule: {words}"),
        Settled::Ours => "Only this reference has this rule, and no mark depends on it".to_owned(),
    };
    writeln!(text, "- {settled}").expect("a string");
    text
}

fn misreadings(rule: Rule) -> String {
    let mut text = String::new();
    for misreading in Misreading::ALL.into_iter().filter(|misreading| misreading.rule() == rule) {
        let (name, does) = (misreading.name(), plain(misreading.sentence()));
        writeln!(text, "- `{name}`: {does}").expect("a string");
    }
    if text.is_empty() {
        text
    } else {
        format!("\nKnown misreadings, and what such a program does:\n\n{text}")
    }
}

/// The script that shows a rule.
enum Shown {
    /// The smallest card of the rule, and the names of the other cards of the rule.
    Card(Card, Vec<&'static str>),
    Example(&'static str),
}

impl Shown {
    fn of(rule: Rule) -> Self {
        let mut cards: Vec<_> = cards::all().filter(|card| card.rule == rule).collect();
        cards.sort_by_key(|card| card.script.len() + card.out.len());
        let mut cards = cards.into_iter();
        match cards.next() {
            Some(card) => Self::Card(card, cards.map(|card| card.name).collect()),
            None => Self::Example(example(rule)),
        }
    }

    fn script(&self) -> &'static str {
        match self {
            Self::Card(card, _) => card.script,
            Self::Example(script) => script,
        }
    }

    /// Returns the script and its output as Markdown text.
    fn words(&self, rule: Rule) -> String {
        let title = match self {
            Self::Card(card, others) if others.is_empty() => {
                format!("Its card is `{}`:", card.name)
            }
            Self::Card(card, others) => {
                let others: Vec<_> = others.iter().map(|name| format!("`{name}`")).collect();
                format!("Its cards are `{}` (shown here) and {}:", card.name, others.join(", "))
            }
            Self::Example(_) => {
                format!("`{rule}` has no [card](../laboratory/3-rules-and-cards.md). An example:")
            }
        };
        let script = self.script().trim_end();
        let printed = answer(&format!("{script}\n"));
        format!("{title}\n\n```ships\n{script}\n```\n\n```output\n{}\n```\n", trimmed(&printed))
    }
}

/// Returns the example of a rule that has no card. Each rule without a card must have an example.
fn example(rule: Rule) -> &'static str {
    let of = |text: &'static str| text.split_once('\n').filter(|(name, _)| *name == rule.id());
    let found = EXAMPLES.split("=== ").find_map(of);
    found.expect("a rule without a card has an example").1
}

/// The picture of a rule, with its script and its alternative text.
struct Pictured {
    script: Shown,
    file: String,
    alt: String,
    svg: String,
}

impl Pictured {
    fn new(rule: Rule, family: &str, settings: &[&str]) -> Self {
        let script = Shown::of(rule);
        let chosen = choose_command(script.script(), OF_SIGHT.contains(&family), settings);
        let file = format!("pictures/{}.svg", rule.id());
        let (alt, svg) = (alt_text(&chosen), picture_svg(&chosen));
        Self { script, file, alt, svg }
    }
}

fn alt_text(chosen: &ChosenCommand) -> String {
    // A bracket would end the alternative text of the picture in Markdown.
    let command = chosen.command.replace("[player", "the turn of ").replace(']', "");
    match (&chosen.before, chosen.is_refused) {
        _ if command.is_empty() => "The board at the end of the script".to_owned(),
        (Some(_), _) => format!("The board before and after {command}"),
        (None, true) => format!("The board when {command} is refused"),
        (None, false) => format!("The board after {command}"),
    }
}

fn picture_svg(chosen: &ChosenCommand) -> String {
    let words = match (chosen.is_refused, chosen.command.is_empty()) {
        (true, _) => "refused",
        (false, true) => "at the end",
        (false, false) => "after",
    };
    let mut panels = Vec::new();
    if let Some(before) = &chosen.before {
        panels.push(Panel { moment: before, words: "before" });
    }
    panels.push(Panel { moment: &chosen.after, words });
    svg(&panels)
}

/// Escapes the characters that Markdown would read as markup.
pub(super) fn plain(text: &str) -> String {
    let escaped =
        |c| if matches!(c, '*' | '[' | '_' | '|' | '<') { vec!['\\', c] } else { vec![c] };
    text.chars().flat_map(escaped).collect()
}
