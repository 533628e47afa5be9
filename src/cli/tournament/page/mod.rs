//! The page of a match: who is stronger, who beats whom, notable games and turns, and all games.
//! Names and texts from standard error are escaped, so a browser never reads them as HTML. The page
//! shows everything even if the browser does not run its script.

mod games;
mod ladder;
mod links;
mod notable;

use crate::cli::page::{Head, shown};
use askama::Template;
use broadside::arena::Summary;
use broadside::arena::ratings::percent;
use broadside::arena::tournament::{Entry, Table};
use broadside::arena::versus::words::count;
use games::{CrossRow, Pairing, Pairings};
use ladder::{Axis, Rung};
pub(super) use links::Kept;
use notable::{Faults, Turn};
pub(super) use notable::{Notable, notable, telling};
use std::collections::BTreeMap;

#[derive(Template)]
#[template(path = "tournament/page/page.html")]
struct Page<'p> {
    kept: &'p Kept,
    head: Head,
    lead: String,
    figures: Vec<(&'static str, String)>,
    is_early: bool,
    axis: Axis,
    ladder: Vec<Rung<'p>>,
    crosstable: Vec<CrossRow>,
    notable: &'p [Notable<'p>],
    reasons: Vec<(String, u64)>,
    turns: Vec<Turn>,
    faults: Vec<Faults>,
    pairings: Vec<Pairing<'p>>,
    /// The command line that makes a replay of the first game whose record was kept.
    command: Option<String>,
    digest: String,
}

pub(super) fn page(
    table: &Table,
    entries: &[&Entry],
    notable: &[Notable<'_>],
    kept: &Kept,
) -> askama::Result<String> {
    let names: Vec<_> = table.engines.keys().map(String::as_str).collect();
    let (axis, ladder) = ladder::ladder(table);
    let pairings = Pairings::new(&names, entries);
    let page = Page {
        kept,
        head: Head {
            title: title(&names),
            command: "match",
            style: concat!(include_str!("../../page/base.css"), include_str!("style.css")),
            script: include_str!("page.js"),
        },
        lead: lead(table, entries),
        figures: figures(table, entries),
        is_early: ladder::is_early(table),
        axis,
        ladder,
        crosstable: pairings.crosstable(),
        notable,
        reasons: reasons(entries),
        turns: notable::turns(table, entries, kept),
        faults: notable::faults(table, entries, kept),
        pairings: pairings.lists(),
        command: entries.iter().find_map(|entry| kept.replay_command(entry)),
        digest: table.digest(),
    };
    page.render()
}

fn title(names: &[&str]) -> String {
    match names {
        [one, other] => format!("{} against {}", shown(one), shown(other)),
        several => format!("A match of {} engines", several.len()),
    }
}

fn lead(table: &Table, entries: &[&Entry]) -> String {
    let seed = entries.first().map_or("", |entry| &entry.seed);
    let test = table.test.map_or_else(String::new, |test| format!(" {test}."));
    format!("{}, seed {}.{test}", count(entries.len(), "game"), shown(seed))
}

fn figures(table: &Table, entries: &[&Entry]) -> Vec<(&'static str, String)> {
    let drawn: u64 = table.draws.values().sum();
    let decided = entries.len() as u64 - drawn.min(entries.len() as u64);
    let turns = |entry: &&Entry| u32::try_from(entry.turns).unwrap_or(u32::MAX);
    let turns = Summary::of(&entries.iter().map(turns).collect::<Vec<_>>());
    let faulty = entries.iter().filter(|entry| entry.has_fault()).count();
    vec![
        ("Games", entries.len().to_string()),
        ("With a winner", part(decided, entries.len() as u64)),
        ("Turns, median", turns.median.to_string()),
        ("With a fault", faulty.to_string()),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "there are not so many games")]
fn part(of: u64, all: u64) -> String {
    percent(of as f64 / all.max(1) as f64)
}

/// Counts the reasons why games ended, the most frequent reason first.
fn reasons(entries: &[&Entry]) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for entry in entries {
        *counts.entry(shown(&entry.reason)).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|(_, one), (_, other)| other.cmp(one));
    counts
}

#[cfg(test)]
mod tests;
