//! The games worth looking at: the largest upset, the longest, the first with a fault.

use super::games::{loser, winner};
use super::links::Kept;
use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Observed, Table};

/// A game worth looking at.
pub(super) struct Notable {
    pub(super) heading: &'static str,
    pub(super) text: String,
    /// The number of the game, from 1.
    pub(super) number: u64,
    /// The link to its replay, where games are kept.
    pub(super) replay: Option<String>,
}

/// At most three games.
pub(super) fn notable(table: &Table, entries: &[&Entry], kept: &Kept) -> Vec<Notable> {
    let notable = |(heading, entry, text): (&'static str, &&Entry, String)| Notable {
        heading,
        text: shown(&text),
        number: entry.game.saturating_add(1),
        replay: kept.replay(entry),
    };
    found(table, entries).map(notable).collect()
}

/// The games of which the page has replays.
pub(in crate::cli::tournament) fn games<'e>(
    table: &Table,
    entries: &[&'e Entry],
) -> Vec<&'e Entry> {
    found(table, entries).map(|(_, entry, _)| *entry).collect()
}

/// What makes a game worth looking at, the game, and what happened in it.
fn found<'l, 'e>(
    table: &Table,
    entries: &'l [&'e Entry],
) -> impl Iterator<Item = (&'static str, &'l &'e Entry, String)> {
    let longest = entries.iter().rev().max_by_key(|entry| entry.turns);
    let faulty = entries.iter().find(|entry| entry.has_fault());
    let found = [
        upset(table, entries),
        longest.map(|entry| ("The longest game", entry, players(entry))),
        faulty.map(|entry| ("The first fault", entry, fault(entry))),
    ];
    found.into_iter().flatten()
}

/// The game in which the weaker engine won and the difference in Elo is the largest.
fn upset<'l, 'e>(
    table: &Table,
    entries: &'l [&'e Entry],
) -> Option<(&'static str, &'l &'e Entry, String)> {
    let elo = |name: Option<&str>| Some(table.engines.get(name?)?.pairs.elo()?.value);
    let difference = |entry: &&Entry| Some(elo(loser(entry))? - elo(winner(entry))?);
    let games = entries.iter().filter_map(|entry| Some((difference(entry)?, entry)));
    let largest = games.rev().max_by(|(one, _), (other, _)| one.total_cmp(other));
    let (difference, entry) = largest.filter(|(difference, _)| *difference > 0.0)?;
    let [winner, loser] = [winner(entry)?, loser(entry)?];
    let text = format!("{winner} beats {loser}, which is {difference:.0} Elo stronger");
    Some(("The largest upset", entry, text))
}

fn players(entry: &Entry) -> String {
    let Entry { first, second, turns, reason, .. } = entry;
    format!("{first} against {second}: {turns} turns, {reason}")
}

/// Who was at fault, at which turn, and what it said.
fn fault(entry: &Entry) -> String {
    let Some(observed) = &entry.observed else { return entry.reason.clone() };
    let of = |name: &str, observed: &Observed| {
        let fault = observed.fault.as_ref()?;
        Some(format!("{name}, turn {}: {fault}", fault.turn))
    };
    of(&entry.first, &observed.first)
        .or_else(|| of(&entry.second, &observed.second))
        .unwrap_or_else(|| entry.reason.clone())
}
