//! The games worth looking at: the largest upset, the longest, the first with a fault.

use super::links::Kept;
use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Table};
use broadside::board::Side;

/// A game worth looking at.
pub(super) struct Notable {
    pub(super) heading: &'static str,
    pub(super) text: String,
    /// The number of the game, from 1.
    pub(super) number: u64,
    /// The link to its replay, if games were kept.
    pub(super) replay: Option<String>,
}

/// Returns at most three games.
pub(super) fn notable(table: &Table, entries: &[&Entry], kept: &Kept) -> Vec<Notable> {
    let notable = |(heading, entry, text): (&'static str, &&Entry, String)| Notable {
        heading,
        text: shown(&text),
        number: entry.game.saturating_add(1),
        replay: kept.replay(entry),
    };
    found(table, entries).map(notable).collect()
}

/// Returns the games with replays on the page.
pub(in crate::cli::tournament) fn games<'e>(
    table: &Table,
    entries: &[&'e Entry],
) -> Vec<&'e Entry> {
    found(table, entries).map(|(_, entry, _)| *entry).collect()
}

/// Returns a heading, the game, and what happened in it, for each game worth looking at.
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

/// Finds the game that a weaker engine won with the largest difference in Elo.
fn upset<'l, 'e>(
    table: &Table,
    entries: &'l [&'e Entry],
) -> Option<(&'static str, &'l &'e Entry, String)> {
    let elo = |name: &str| Some(table.engines.get(name)?.pairs.elo()?.value);
    let games = entries.iter().filter_map(|entry| {
        let [winner, loser] = entry.winner_and_loser()?;
        Some((elo(loser)? - elo(winner)?, entry))
    });
    let largest = games.rev().max_by(|(one, _), (other, _)| one.total_cmp(other));
    let (difference, entry) = largest.filter(|(difference, _)| *difference > 0.0)?;
    let [winner, loser] = entry.winner_and_loser()?;
    let text = format!("{winner} beats {loser}, which is {difference:.0} Elo stronger");
    Some(("The largest upset", entry, text))
}

fn players(entry: &Entry) -> String {
    let Entry { first, second, turns, reason, .. } = entry;
    format!("{first} against {second}: {turns} turns, {reason}")
}

/// Says which engine was at fault, in which turn, and with which message.
fn fault(entry: &Entry) -> String {
    let Some(observed) = &entry.observed else { return entry.reason.clone() };
    let of = |side| {
        let fault = observed.of(side).fault.as_ref()?;
        Some(format!("{}, turn {}: {fault}", entry.name(side), fault.turn))
    };
    Side::ALL.into_iter().find_map(of).unwrap_or_else(|| entry.reason.clone())
}
