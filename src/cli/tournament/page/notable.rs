//! Finds the games and turns that are worth looking at. Notable games are the largest upset (a
//! weaker engine wins), the longest game, and the first game with a fault. Notable turns are the
//! first fault and the slowest turn of each engine. A fault is a turn without a valid answer.

use super::links::Kept;
use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Row, Table};
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

pub(in crate::cli::tournament) fn notable<'e>(
    table: &Table,
    entries: &[&'e Entry],
) -> Vec<Notable<'e>> {
    // `max_by_key` returns the last of equal games. In reverse order, this is the first one.
    let longest = entries.iter().rev().max_by_key(|entry| entry.turns);
    let faulty = entries.iter().find(|entry| entry.has_fault());
    let found = [
        upset(table, entries),
        longest.map(|entry| Notable::new("The longest game", entry, &players(entry))),
        faulty.map(|entry| Notable::new("The first fault", entry, &fault(entry))),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the game in which the loser's final Elo exceeds the winner's final Elo by the most.
/// Returns `None` if no loser has a higher Elo than the winner.
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

/// Says in which turn the first fault happened. If this is not known, says why the game ended.
fn fault(entry: &Entry) -> String {
    let Some(observed) = &entry.observed else { return entry.reason.clone() };
    let of = |side| Some((side, observed.of(side).fault.as_ref()?));
    match Side::ALL.into_iter().filter_map(of).min_by_key(|(_, fault)| fault.turn) {
        Some((side, fault)) => format!("{}, turn {}: {fault}", entry.name(side), fault.turn),
        None => entry.reason.clone(),
    }
}

pub(super) struct Turn {
    pub(super) engine: String,
    pub(super) what: &'static str,
    pub(super) text: String,
    pub(super) place: Place,
    pub(super) hand_over: Option<String>,
}

pub(super) struct Faults {
    pub(super) engine: String,
    pub(super) kind: String,
    pub(super) count: u64,
    pub(super) place: Option<Place>,
}

/// A game, counted from 1, and links to its files.
pub(super) struct Place {
    pub(super) game: u64,
    pub(super) files: Vec<(&'static str, String)>,
}

/// Why a turn is notable, the number of its game (from 0), the number of the turn (from 1), and a
/// text about the turn.
type Telling = (&'static str, u64, u64, String);

const FAULT: &str = "first fault";

/// Returns the first fault and the slowest turn of an engine, if there are any.
pub(in crate::cli::tournament) fn telling(row: &Row) -> impl Iterator<Item = Telling> {
    let fault = row.turns.fault.as_ref();
    let fault = fault.map(|(game, _, fault)| (FAULT, *game, fault.turn, fault.to_string()));
    let longest = row
        .turns
        .longest
        .map(|(micros, game, turn)| ("slowest turn", game, turn, format!("{} ms", micros / 1000)));
    fault.into_iter().chain(longest)
}

pub(super) fn turns(table: &Table, entries: &[&Entry], kept: &Kept) -> Vec<Turn> {
    let turn = |engine: &str, (what, game, number, text): Telling| {
        let entry = entries.iter().find(|entry| entry.game == game)?;
        let files = kept.turn(game, entry.side_of(engine)?, number, what == FAULT);
        Some(Turn {
            engine: shown(engine),
            what,
            text: shown(&format!("turn {number}: {text}")),
            place: Place { game: game.saturating_add(1), files },
            hand_over: kept.hand_over(entry, number),
        })
    };
    let mut all = Vec::new();
    for (engine, row) in &table.engines {
        all.extend(telling(row).filter_map(|one| turn(engine, one)));
    }
    all
}

pub(super) fn faults(table: &Table, entries: &[&Entry], kept: &Kept) -> Vec<Faults> {
    let mut all = Vec::new();
    for (engine, row) in &table.engines {
        for (kind, count) in &row.faults {
            let place = first_fault(engine, kind, entries, kept);
            all.push(Faults { engine: shown(engine), kind: shown(kind), count: *count, place });
        }
    }
    all
}

fn first_fault(engine: &str, kind: &str, entries: &[&Entry], kept: &Kept) -> Option<Place> {
    let has_fault = |entry: &&&Entry| {
        entry.side_of(engine).is_some_and(|side| entry.faults.of(side).contains_key(kind))
    };
    let entry = entries.iter().find(has_fault)?;
    Some(Place { game: entry.game.saturating_add(1), files: kept.files(entry) })
}
