//! Checks the pages in `book/src/rules/`, one for each family of rules. For each rule, its page
//! shows the source, a card (a script that tests the rule), the misreadings (known wrong ways to
//! understand the rule), and often a picture. If a rule has no card, the page shows an example
//! script instead. With `BLESS=1`, the test writes the pages.

use super::draw::{ChosenCommand, Panel, choose_command, svg};
use super::page::slug;
use super::run::answer;
use super::{page, source, summary};
use crate::console::trimmed;
use crate::harness::check_file;
use broadside::lab::cards::{self, Card};
use broadside::lab::misreadings::Misreading;
use broadside::lab::rules::{Rule, Settled};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

/// The scripts for rules without a card. Each has a line `=== RULE` and the script below it.
const EXAMPLES: &str = include_str!("examples.txt");

/// The families whose pictures can show a setting (a command such as `REEF`), with the names of
/// these settings.
const SETTINGS: [(&str, &[&str]); 5] = [
    ("input", &["BOARD_SIZE", "REEF"]),
    ("ships", &["SHIP"]),
    ("board", &["BOARD_SIZE"]),
    ("reef", &["REEF"]),
    ("ship", &["SHIP"]),
];

/// The families with pictures that show only what a player sees.
const OF_SIGHT: [&str; 4] = ["spy", "picture", "print1", "sight"];

/// Returns the families of rules that the summary lists: the part before the dot in the names of
/// the rules, and the title of the page.
fn families() -> Vec<(String, String)> {
    let family = |line: &str| {
        let (title, file) = line.trim().strip_prefix("- [")?.split_once("](rules/")?;
        Some((file.strip_suffix(".md)")?.to_owned(), title.replace('\\', "")))
    };
    summary().text.lines().filter_map(family).collect()
}

#[test]
fn every_rule_has_its_place_on_a_page() {
    let mut pictures = BTreeSet::new();
    for (family, title) in families() {
        let of = |rule: &Rule| rule.id().split('.').next() == Some(&family);
        let mut rules = String::new();
        let mut has_pictures = false;
        for rule in Rule::ALL.into_iter().filter(of) {
            let script = Shown::of(rule);
            let picture = picture(rule, &family, script.script());
            if let Some(Picture { file, svg, .. }) = &picture {
                check_file(&format!("book/src/rules/{file}"), svg);
                pictures.insert(file.clone());
                has_pictures = true;
            }
            rules += &rule_text(rule, &script, picture.as_ref());
        }
        let head = page_head(&family, &title, has_pictures);
        check_file(&format!("book/src/rules/{family}.md"), &(head + &rules));
    }
    let kept = fs::read_dir(source("rules/pictures")).expect("pictures");
    let kept = kept.map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    let kept: BTreeSet<_> = kept.map(|name| format!("pictures/{name}")).collect();
    assert_eq!(kept, pictures, "the pictures of the rules, and no other");
}

#[test]
fn every_rule_belongs_to_a_family_with_a_page() {
    for rule in Rule::ALL {
        let (family, _) = rule.id().split_once('.').expect("a family");
        assert!(page(&format!("rules/{family}.md")).has(&slug(rule.id())), "{rule}");
    }
}

fn page_head(family: &str, title: &str, has_pictures: bool) -> String {
    let mut head = format!(
        "# Rules: {title}\n\nThe rules `{family}.*` of the [reference](../ships/README.md). \
        [All rules](../laboratory/rules.md) are in one table.\n"
    );
    if has_pictures {
        let more =
            if OF_SIGHT.contains(&family) { "The player does not see grey fields. " } else { "" };
        write!(
            head,
            "\nIn the pictures, A's ships are orange and B's ships are violet. A dot marks the radar in the bow, a gun the cannon, \
            a bar the engine, and a cross a destroyed segment. {more}Red marks what is refused.\n"
        )
        .expect("a string");
    }
    head
}

fn rule_text(rule: Rule, script: &Shown, picture: Option<&Picture>) -> String {
    let mut text = format!("\n## {}\n\n{}\n\n", rule.id(), plain(rule.sentence()));
    text += &rule_facts(rule);
    if let Some(Picture { file, alt, .. }) = picture {
        writeln!(text, "\n![{alt}]({file})").expect("a string");
    }
    text += "\n";
    text += &script.words(rule);
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

fn example(rule: Rule) -> &'static str {
    let of = |text: &'static str| text.split_once('\n').filter(|(name, _)| *name == rule.id());
    let found = EXAMPLES.split("=== ").find_map(of);
    found.expect("a rule without a card has an example").1
}

struct Picture {
    file: String,
    alt: String,
    svg: String,
}

/// Draws the picture of a rule, if the picture shows a mark or a change of the board. For a family
/// in [`OF_SIGHT`], it is enough that the script prints a picture.
fn picture(rule: Rule, family: &str, script: &str) -> Option<Picture> {
    let settings = SETTINGS.iter().find(|(of, _)| *of == family).map_or(&[][..], |row| row.1);
    let sees = OF_SIGHT.contains(&family);
    let chosen = choose_command(script, sees, settings);
    let file = format!("pictures/{}.svg", rule.id());
    let shown = (sees && script.contains("PRINT")) || chosen.is_seen();
    shown.then(|| Picture { file, alt: alt_text(&chosen), svg: picture_svg(&chosen) })
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
