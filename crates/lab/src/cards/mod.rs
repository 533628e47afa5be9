//! Cards: the smallest scripts that tell the rules from a misreading of one of them, with the right
//! output.
//!
//! A card leans on one rule and on nothing that the sources leave open; where a ship can be brought by
//! `PLACE_SHIP` and by `SHIP` there is a card for each, so that one fault does not hide the other. The
//! text `cards.txt` holds them all: a line `=== NAME RULE MISREADING,...`, the script, a line `---`, the
//! output. Where no misreading of the rule is known, `-` stands in its place. This module knows nothing of files to write them to.
//!
//! ```
//! use broadside_lab::cards;
//! use broadside_lab::misreadings::{Misreading, Misreadings};
//! use broadside_lab::model;
//!
//! let card = cards::all().find(|card| card.name == "close4-place").expect("a card");
//! let right = model::run(card.script.as_bytes(), Misreadings::NONE);
//! assert_eq!(right.out, card.out.as_bytes());
//! let wrong = model::run(card.script.as_bytes(), Misreading::Close4.into());
//! assert_ne!(wrong.out, card.out.as_bytes());
//! ```

use super::draft::Draft;
use super::misreadings::{Misreading, Misreadings};
use super::rules::{Level, Rule};
use std::sync::LazyLock;

const CARDS: &str = include_str!("cards.txt");

/// A script that a program with one of some misreadings gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The card's name, `close4-place`.
    pub name: &'static str,
    /// The rule that it is about.
    pub rule: Rule,
    /// The misreadings that it was made for; others may fail it too.
    pub misreadings: Misreadings,
    /// The script.
    pub script: &'static str,
    /// What a program prints that has the rule right.
    pub out: &'static str,
}

impl Card {
    /// The level at which the rule, and all that the script uses to show it, are known. A rule on
    /// `PLACE_SHIP` may need a card with `SHIP` or `REEF`: that one waits for their lesson.
    pub fn level(&self) -> Level {
        let script = Draft::parse(self.script.as_bytes()).unwrap_or_default();
        self.rule.level().max(script.level())
    }
}

/// All cards, by level: those of the first lessons first.
pub fn all() -> impl Iterator<Item = Card> {
    ALL.iter().copied()
}

static ALL: LazyLock<Vec<Card>> = LazyLock::new(|| {
    let mut cards: Vec<_> = CARDS.split("=== ").filter_map(parse).collect();
    cards.sort_by_cached_key(Card::level);
    cards
});

fn parse(text: &'static str) -> Option<Card> {
    let (title, body) = text.split_once('\n')?;
    let mut words = title.split(' ');
    let (name, rule) = (words.next()?, Rule::from_id(words.next()?)?);
    let misread = words.next().filter(|names| *names != "-");
    let misread = misread.into_iter().flat_map(|names| names.split(','));
    let misreadings: Option<_> = misread.map(Misreading::from_name).collect();
    let (script, out) = body.split_once("---\n")?;
    Some(Card { name, rule, misreadings: misreadings?, script, out })
}
