//! Turns worth looking at, with links to their files: the first fault and the slowest turn of each
//! engine. Also each engine's first game with each kind of fault. A fault is a turn without a valid
//! answer.

use super::links::Kept;
use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Table};

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

pub(super) fn turns(table: &Table, entries: &[&Entry], kept: &Kept) -> Vec<Turn> {
    let turn = |engine: &str, what, (game, number): (u64, u64), text: String| {
        let entry = entries.iter().find(|entry| entry.game == game)?;
        let side = entry.side_of(engine)?;
        let files = kept.turn(game, side, number, what == FAULT);
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
        if let Some((game, _, fault)) = &row.turns.fault {
            all.extend(turn(engine, FAULT, (*game, fault.turn), fault.to_string()));
        }
        if let Some((micros, game, number)) = row.turns.longest {
            let text = format!("{} ms", micros / 1000);
            all.extend(turn(engine, "slowest turn", (game, number), text));
        }
    }
    all
}

const FAULT: &str = "first fault";

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
