//! Tests the cards of the laboratory. A card is a small script for one rule. A misreading is a
//! known wrong way to understand a rule. A correct program must pass every card. A program with a
//! misreading must fail each card that names this misreading.

use crate::harness::{Folder, Texts as _, check_file, read, run};
use crate::model::reference;
use broadside::lab::cards;
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model::{self, End};
use broadside::lab::rules::{Level, Rule, Settled};
use std::collections::HashSet;

/// Checks that each card holds the output of the interpreter. With `BLESS=1`, writes the output
/// into the cards.
#[test]
fn cards_hold_what_the_interpreter_prints() {
    let path = "crates/lab/src/cards/cards.txt";
    let blessed: String = read(path).split("=== ").skip(1).map(blessed).collect();
    check_file(path, &blessed);
}

/// Returns the card with the output of the interpreter in place of the old output.
fn blessed(card: &str) -> String {
    let (title, body) = card.split_once('\n').expect("a title");
    let script = body.split_once("---\n").map_or(body, |(script, _)| script);
    let (out, _) = reference(script.as_bytes());
    format!("=== {title}\n{script}---\n{}", String::from_utf8_lossy(&out))
}

#[test]
fn the_interpreter_passes_every_card_and_misreadings_fail_their_cards() {
    let mut names = HashSet::new();
    let mut caught = HashSet::new();
    for card in cards::all() {
        assert!(names.insert(card.name), "two cards are called {}", card.name);
        let (out, end) = reference(card.script.as_bytes());
        assert_eq!(String::from_utf8_lossy(&out), card.out, "{}", card.name);
        assert!(!out.is_empty() && end != End::Syntax, "{} shows nothing", card.name);
        for misreading in card.misreadings.iter() {
            let wrong = model::run(card.script.as_bytes(), misreading.into());
            assert_ne!(wrong.out, out, "{} does not catch {misreading}", card.name);
            caught.insert(misreading);
        }
    }
    assert!(names.len() >= 200, "only {} cards were read", names.len());
    let missed: Vec<_> = Misreading::ALL.iter().filter(|one| !caught.contains(one)).collect();
    assert!(missed.is_empty(), "no card catches {missed:?}");
}

/// Cards of settled rules whose outputs end with a refusal by another rule than the card's, because
/// nothing else can show the card's rule.
const NEED_A_REFUSAL: [&str; 19] = [
    "close4-place",
    "close4-ship",
    "close-own-place",
    "close-own-ship",
    "close-own-move",
    "close-alive-place",
    "close-alive-ship",
    "hit-field-is-close",
    "place-beside-hit-field",
    "ship-beside-hit-field",
    "fired-at-field-is-close",
    "diagonal-of-b-place",
    "diagonal-of-b-ship",
    // At levels without SPY, only a refusal shows that a turn goes on after the winning shot.
    "win-at-shot-refused",
    // Only a refusal shows that a starting rectangle became smaller.
    "start-set-refused",
    "reversed-start",
    "picture-before-refusal",
    "save-before-refusal",
    "sight-before-refusal",
];

/// In an old version, a program without one check failed the cards of `victory.at-end` and of other
/// rules, because these cards ended with a refusal.
#[test]
fn a_missing_check_does_not_spoil_the_cards_of_other_rules() {
    let leans_on_a_refusal = |card: &cards::Card| {
        let last = card.out.lines().last().unwrap_or_default();
        let is_of_rule = |reason| last.ends_with(reason);
        last.starts_with("INVALID") && !card.rule.reason().is_some_and(is_of_rule)
    };
    let settled = cards::all().filter(|card| card.rule.settled() != Settled::Ours);
    let leaning = settled.filter(leans_on_a_refusal).map(|card| card.name);
    let leaning: HashSet<_> = leaning.collect();
    assert_eq!(leaning, HashSet::from(NEED_A_REFUSAL));
}

#[test]
fn cards_are_small_and_balanced() {
    for card in cards::all() {
        let lines: Vec<_> = card.script.lines().collect();
        assert!(lines.len() <= 26, "{} has {} lines", card.name, lines.len());
        for tag in ["[state]", "[playerA]", "[playerB]"] {
            let tags = lines.iter().filter(|line| **line == tag).count();
            assert!(tags.is_multiple_of(2), "{}: {tags} tags {tag}", card.name);
        }
    }
}

#[test]
fn cards_are_about_their_rules() {
    let is_reached = |card: &cards::Card| {
        model::run(card.script.as_bytes(), Misreadings::NONE).reached.contains(card.rule)
    };
    let misplaced = cards::all().filter(|card| !is_reached(card));
    let misplaced: Vec<_> = misplaced.map(|card| (card.name, card.rule.id())).collect();
    assert!(misplaced.is_empty(), "these cards do not reach their rules: {misplaced:?}");
}

/// Rules that no card can show, see `crates/lab/src/cards/mod.rs`. Probes (scripts that run first)
/// test the forms of input, and laws (properties of every turn) test the AI.
const WITHOUT_CARDS: [&str; 8] = [
    "input.words",
    "input.numbers",
    "input.prose",
    "turn.end-of-input",
    "spy.order",
    "picture.too-large",
    "save.ai",
    "auto.plane",
];

#[test]
fn every_rule_that_a_script_can_show_has_a_card() {
    let has_card: HashSet<_> = cards::all().map(|card| card.rule).collect();
    let bare =
        Rule::ALL.iter().filter(|rule| rule.level() != Level::Ai && !has_card.contains(rule));
    assert_eq!(bare.map(|rule| rule.id()).collect::<Vec<_>>(), WITHOUT_CARDS);
}

/// Each rule that gives marks has a card at its own level of the exam. So the cards alone can rank
/// programs as the whole exam does.
#[test]
fn every_rule_that_counts_has_a_card_at_its_level() {
    // Other tests cover these rules: probes for the forms of input, and laws for the AI.
    let tested_elsewhere = ["input.words", "turn.end-of-input", "save.ai"];
    let counts = |rule: &Rule| {
        let is_lesson = rule.level() != Level::Ai && !tested_elsewhere.contains(&rule.id());
        is_lesson && rule.settled() != Settled::Ours
    };
    let has_card =
        |rule: &Rule| cards::all().any(|card| card.rule == *rule && card.level == rule.level());
    let bare: Vec<_> =
        Rule::ALL.into_iter().filter(counts).filter(|rule| !has_card(rule)).collect();
    assert!(bare.is_empty(), "these rules have no card at their level: {bare:?}");
}

#[test]
fn cards_are_written_with_an_index() {
    let folder = Folder::new();
    run(&mut folder.broadside(["cards", "--out", "cards"]), b"").check(0, &[]);
    let index = folder.bytes("cards/index.json");
    let index: serde_json::Value = serde_json::from_slice(&index).expect("JSON");
    let listed = index["cards"].as_array().expect("a list of cards");
    assert_eq!(listed.len(), cards::all().count());
    for (card, row) in cards::all().zip(listed) {
        let text = |key: &str| row[key].as_str().expect("a text").to_owned();
        assert_eq!((text("name"), text("rule")), (card.name.to_owned(), card.rule.to_string()));
        for (key, expected) in [("script", card.script), ("out", card.out)] {
            assert_eq!(folder.read(format!("cards/{}", text(key))), expected, "{}", card.name);
        }
    }
}
