//! Notable games. These are the largest upset (a weaker engine wins), the longest game, and the
//! first game with a fault. A fault is a turn without a valid answer.

use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Table};
use broadside::board::Side;

pub(in crate::cli::tournament) struct Notable<'e> {
    pub(in crate::cli::tournament) entry: &'e Entry,
    pub(super) heading: &'static str,
    pub(super) text: String,
}

impl<'e> Notable<'e> {
    fn new(heading: &'static str, entry: &'e Entry, text: &str) -> Self {
        Self { entry, heading, text: shown(text) }
    }
}

/// Returns the notable games, at most one of each kind.
pub(in crate::cli::tournament) fn notable<'e>(
    table: &Table,
    entries: &[&'e Entry],
) -> Vec<Notable<'e>> {
    let longest = entries.iter().rev().max_by_key(|entry| entry.turns);
    let faulty = entries.iter().find(|entry| entry.has_fault());
    let found = [
        upset(table, entries),
        longest.map(|entry| Notable::new("The longest game", entry, &players(entry))),
        faulty.map(|entry| Notable::new("The first fault", entry, &fault(entry))),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the game in which the loser's final Elo exceeds the winner's by most.
fn upset<'e>(table: &Table, entries: &[&'e Entry]) -> Option<Notable<'e>> {
    let elo = |name: &str| Some(table.engines.get(name)?.pairs.elo()?.value);
    let games = entries.iter().filter_map(|entry| {
        let [winner, loser] = entry.winner_and_loser()?;
        Some((elo(loser)? - elo(winner)?, entry))
    });
    let largest = games.rev().max_by(|(one, _), (other, _)| one.total_cmp(other));
    let (difference, entry) = largest.filter(|(difference, _)| *difference > 0.0)?;
    let [winner, loser] = entry.winner_and_loser()?;
    let text = format!("{winner} beats {loser}, which is {difference:.0} Elo stronger");
    Some(Notable::new("The largest upset", entry, &text))
}

fn players(entry: &Entry) -> String {
    let Entry { first, second, turns, reason, .. } = entry;
    format!("{first} against {second}: {turns} turns, {reason}")
}

/// Without the turn and the message of a fault, says why the game ended.
fn fault(entry: &Entry) -> String {
    let Some(observed) = &entry.observed else { return entry.reason.clone() };
    let of = |side| {
        let fault = observed.of(side).fault.as_ref()?;
        Some(format!("{}, turn {}: {fault}", entry.name(side), fault.turn))
    };
    Side::ALL.into_iter().find_map(of).unwrap_or_else(|| entry.reason.clone())
}
