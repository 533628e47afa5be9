//! `broadside cards`: writes the cards of the laboratory as files, for people who have their own
//! grader. A card is a small script with its right output.

use super::exit::{Exit, Result};
use super::files::{make_folder, save, save_json};
use broadside::lab::cards::{self, Card};
use broadside::lab::misreadings::Misreading;
use broadside::lab::rules::Level;
use broadside::ports::Ports;
use serde::Serialize;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside cards --out cards
  for card in cards/*.ships; do ./ships < \"$card\" | diff -q - \"${card%.ships}.out\"; done

index.json holds {\"schema\":\"broadside.cards/1\",\"cards\":[...]}, one card for each script,
in the order of the lessons. A card has: name, rule, section (of the language's page), level, sentence (the rule in
words), misreadings (the name of each, and what a program with it does), script and out (the names of the two files).

Exit status: 0 all files are written, 2 usage error, 3 a file could not be written.";

/// Where cards are written.
#[derive(Debug, clap::Args)]
pub(super) struct Cards {
    /// The folder to write to. It is made if it does not exist. Files with the same names are
    /// replaced.
    #[arg(long, value_name = "DIR", default_value = "cards")]
    out: PathBuf,
}

pub(super) fn write(options: &Cards, ports: &mut Ports<'_>) -> Result<Exit> {
    let folder = &options.out;
    make_folder(folder)?;
    let index = Index { schema: "broadside.cards/1", cards: cards::all().map(Row::new).collect() };
    for (card, row) in cards::all().zip(&index.cards) {
        save(&folder.join(&row.script), card.script.as_bytes(), ports)?;
        save(&folder.join(&row.out), card.out.as_bytes(), ports)?;
    }
    save_json(&folder.join("index.json"), &index, ports)?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct Index {
    schema: &'static str,
    cards: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    rule: &'static str,
    section: u8,
    level: Level,
    sentence: &'static str,
    misreadings: Vec<Named>,
    script: String,
    out: String,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    sentence: &'static str,
}

impl Row {
    fn new(card: Card) -> Self {
        let named = |one: Misreading| Named { name: one.name(), sentence: one.sentence() };
        Self {
            name: card.name,
            rule: card.rule.id(),
            section: card.rule.section(),
            level: card.level,
            sentence: card.rule.sentence(),
            misreadings: card.misreadings.iter().map(named).collect(),
            script: format!("{}.ships", card.name),
            out: format!("{}.out", card.name),
        }
    }
}
