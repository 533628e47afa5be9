//! Cards: small scripts with the right output. Each card tests one rule. A program that misreads
//! the rule may fail the card.
//!
//! Some cards come in pairs: one card puts its ship on the board with `PLACE_SHIP`, and the other
//! with `SHIP`. So a program with a mistake in only one of these commands passes the
//! other card of the pair.
//!
//! Some rules have no card. The rules `input.*` and `turn.end-of-input` are about the form of the
//! input: scripts that are rewritten in another form test them. The rules `ai.*` and `save.ai` are
//! about the AI, which not all programs have: the module `laws` tests `ai.*`, and random scripts
//! test `save.ai`. A card for `picture.too-large` would cost gigabytes in a program that stores all
//! fields of the board, so only random scripts test this rule. `spy.order` and `auto.plane` need no
//! card: cards of other rules show misreadings of these two rules.
//!
//! The file `cards.txt` has all cards. Each is a line `=== NAME RULE MISREADING,...`, the script, a
//! line `---` and the output. A card that was not made for a misreading has `-` in place of the
//! list.

use super::draft::Draft;
use super::misreadings::{Misreading, Misreadings};
use super::rules::{Level, Rule};
use std::sync::LazyLock;

const CARDS: &str = include_str!("cards.txt");

/// A script that tests one rule, with the right output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The card's name, for example `close4-place`.
    pub name: &'static str,
    /// The rule that the card tests.
    pub rule: Rule,
    /// The misreadings that the card was made for. Programs with other misreadings may fail the
    /// card too.
    pub misreadings: Misreadings,
    /// The first level of the course at which students know the rule and all commands in the
    /// script.
    pub level: Level,
    pub script: &'static str,
    pub out: &'static str,
}

impl Card {
    pub(crate) fn draft(&self) -> Draft {
        Draft::parse(self.script.as_bytes()).unwrap_or_default()
    }
}

/// Returns all cards, sorted by level.
pub fn all() -> impl Iterator<Item = Card> {
    ALL.iter().copied()
}

static ALL: LazyLock<Vec<Card>> = LazyLock::new(|| {
    let mut cards: Vec<_> = CARDS.split("=== ").filter_map(parse).collect();
    cards.sort_by_key(|card| card.level);
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
    let level = rule.level();
    let card = Card { name, rule, misreadings: misreadings?, level, script, out };
    Some(Card { level: level.max(card.draft().level()), ..card })
}
