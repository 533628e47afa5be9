//! Cards: small scripts, each about one rule, with the right output. Programs that misread the rule print something
//! else.
//!
//! A card depends on one rule and on nothing that the sources leave open. If both `PLACE_SHIP` and `SHIP` can put the
//! ship on the board, there is a card for each, so that a mistake in one does not hide the other. The file `cards.txt`
//! has all cards: a line `=== NAME RULE MISREADING,...`, the script, a line `---`, the output. If no misreading of the
//! rule is known, `-` stands in its place. This module writes no files.
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

/// A script about one rule. Programs with one of its misreadings get it wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The card's name, `close4-place`.
    pub name: &'static str,
    /// The rule.
    pub rule: Rule,
    /// The misreadings that the card was made for. Programs with other misreadings may fail it too.
    pub misreadings: Misreadings,
    /// The script.
    pub script: &'static str,
    /// The right output.
    pub out: &'static str,
}

impl Card {
    /// The level at which the rule and all commands of the script are known. A card about `PLACE_SHIP` may need `SHIP`
    /// or `REEF`, which come later.
    pub fn level(&self) -> Level {
        let script = Draft::parse(self.script.as_bytes()).unwrap_or_default();
        self.rule.level().max(script.level())
    }
}

/// All cards, by level, the first level first.
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
