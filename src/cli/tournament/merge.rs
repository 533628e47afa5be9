//! `broadside merge`: prints the table of several journals, as if one match had played all their
//! games. Can also write the table as JSON, and a page of all games.

use super::super::exit::{Exit, Failure, Result};
use super::super::files::{self, own_file, read};
use super::super::journal;
use super::super::world;
use super::page::Kept;
use super::{save_json, save_page, sprt_of};
use broadside::arena::tournament::{self, Table};
use broadside::ports::Ports;
use std::path::PathBuf;

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  for k in 1 2 3 4; do
      broadside match --engine cmd=./mine --engine open --games 400 --shard $k/4 --journal part$k &
  done; wait
  broadside merge part*

The games are sorted by their numbers. A game that several journals have counts once. If a match
was killed while it wrote a line, this line is skipped. The digest is the same as that of one match
with all these games.

Exit status: 0 the table was printed; 2 usage error, or the journals come from different matches; 3
input or output failed.";

/// Which journals to merge.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Merge {
    /// Journals of `match --journal`, made with the same options except --shard and --journal.
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,

    /// Show the result of the statistical test (SPRT), as `match` does.
    #[arg(long, value_name = "elo0=0 elo1=20 alpha=0.05 beta=0.05", num_args = 0..=4)]
    sprt: Option<Vec<String>>,

    /// Write the table to this file too, as JSON.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    json: Option<PathBuf>,

    /// Write a page of all games, as `match --html` does.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    html: Option<PathBuf>,
}

pub(in crate::cli) fn run(options: &Merge, ports: &mut Ports<'_>) -> Result<Exit> {
    let sprt = sprt_of(options.sprt.as_deref())?;
    let journals: Vec<_> =
        options.journals.iter().map(|path| ("a journal", Some(&**path))).collect();
    let written = [("--json", options.json.as_deref()), ("--html", options.html.as_deref())];
    files::check_outputs(&journals, &written, &[], ports)?;
    let mut entries = Vec::new();
    for path in &options.journals {
        let found = journal::objects(path, &read(path, ports)?).map_err(Failure::Options)?;
        entries.extend(found);
    }
    let entries =
        tournament::merge(entries).map_err(|error| Failure::Options(error.to_string()))?;
    let table = Table::new(&entries, sprt);
    world::print_lines(&table.to_string(), ports)?;
    save_json(options.json.as_deref(), &table, ports)?;
    if let Some(path) = &options.html {
        save_page(path, (&table, &entries), Kept::default(), ports)?;
    }
    Ok(Exit::Done)
}
