//! The turns worth looking at, each with links to what is kept of it: the first fault and the slowest turn of
//! each engine, and the first game with each kind of fault.

use super::super::logs::side_of;
use super::links::Kept;
use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Table};
use broadside::board::Side;

/// A turn of an engine.
pub(super) struct Turn {
    pub(super) engine: String,
    pub(super) what: &'static str,
    pub(super) text: String,
    pub(super) place: Place,
    /// The command that prints what the engine was given.
    pub(super) hand_over: Option<String>,
}

/// The faults of an engine of one kind.
pub(super) struct Faults {
    pub(super) engine: String,
    pub(super) kind: String,
    pub(super) count: u64,
    /// The first of them.
    pub(super) place: Option<Place>,
}

/// Where a turn stands: its game, counted from 1, and the files that are kept of it.
pub(super) struct Place {
    pub(super) game: u64,
    pub(super) files: Vec<(&'static str, String)>,
}

/// The first fault and the slowest turn of each engine.
pub(super) fn turns(table: &Table, entries: &[&Entry], kept: &Kept) -> Vec<Turn> {
    let turn = |engine: &str, what, (game, number): (u64, u64), text: String| {
        let entry = entries.iter().find(|entry| entry.game == game)?;
        let side = side_of(entry, engine)?;
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
            all.extend(turn(
                engine,
                "slowest turn",
                (game, number),
                format!("{} ms", micros / 1000),
            ));
        }
    }
    all
}

const FAULT: &str = "first fault";

/// The faults of each engine by kind.
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

/// Where an engine first had a fault of this kind.
fn first_fault(engine: &str, kind: &str, entries: &[&Entry], kept: &Kept) -> Option<Place> {
    let has_fault = |entry: &&&Entry| match side_of(entry, engine) {
        Some(Side::First) => entry.faults.first.contains_key(kind),
        Some(Side::Second) => entry.faults.second.contains_key(kind),
        None => false,
    };
    let entry = entries.iter().find(has_fault)?;
    Some(Place { game: entry.game.saturating_add(1), files: kept.files(entry) })
}
