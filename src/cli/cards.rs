//! `broadside cards`: the cards of the laboratory as files, for people with a grader of their own.

use super::exit::{Exit, Failure};
use broadside::lab::cards::{self, Card};
use broadside::lab::misreadings::Misreading;
use broadside::ports::Ports;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside cards --out cards
  for card in cards/*.ships; do ./ships < $card | diff -q - ${card%.ships}.out; done

index.json holds {\"schema\":\"broadside.cards/1\",\"cards\":[...]}, a card for each script, those of the first
lessons first: name, rule, section of the language's page, level, sentence (the rule in words), misreadings
(name and what a program with it does), script and out (the two files).

Exit status: 0 all files are written, 2 usage error, 3 a file could not be written.";

/// Where cards are written.
#[derive(Debug, clap::Args)]
pub(super) struct Cards {
    /// The folder to write to; it is made if need be, and files of the same names are replaced.
    #[arg(long, value_name = "DIR", default_value = "cards")]
    out: PathBuf,
}

/// Writes all cards and their index.
pub(super) fn write(told: &Cards, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let folder = &told.out;
    fs::create_dir_all(folder).map_err(|error| Failure::Save { path: folder.clone(), error })?;
    for card in cards::all() {
        replace(&folder.join(script_name(&card)), card.script.as_bytes(), ports)?;
        replace(&folder.join(out_name(&card)), card.out.as_bytes(), ports)?;
    }
    let rows: Vec<_> = cards::all().map(|card| row(&card)).collect();
    let index = json!({ "schema": "broadside.cards/1", "cards": rows });
    replace(&folder.join("index.json"), format!("{index:#}\n").as_bytes(), ports)?;
    Ok(Exit::Done)
}

fn replace(path: &Path, bytes: &[u8], ports: &Ports<'_>) -> Result<(), Failure> {
    let failed = |error| Failure::Save { path: path.to_owned(), error };
    ports.files.replace(path, bytes).map_err(failed)
}

fn script_name(card: &Card) -> String {
    format!("{}.ships", card.name)
}

fn out_name(card: &Card) -> String {
    format!("{}.out", card.name)
}

/// A card as programs see it.
fn row(card: &Card) -> Value {
    let misreading = |one: Misreading| json!({ "name": one.name(), "sentence": one.sentence() });
    json!({
        "name": card.name,
        "rule": card.rule.id(),
        "section": card.rule.section(),
        "level": card.level().name(),
        "sentence": card.rule.sentence(),
        "misreadings": card.misreadings.iter().map(misreading).collect::<Vec<_>>(),
        "script": script_name(card),
        "out": out_name(card),
    })
}
