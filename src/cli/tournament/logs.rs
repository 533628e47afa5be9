//! Where the first fault and the slowest turn of a program stand in the logs of a match.

use crate::cli::records::log_name;
use broadside::arena::tournament::{Entry, Table};
use broadside::board::Side;
use std::path::Path;

/// A line for each engine that is a program: the files of its first fault and of its slowest turn.
pub(super) fn lines(table: &Table, entries: &[Entry], folder: &Path) -> String {
    let mut lines = String::new();
    for (engine, row) in &table.engines {
        let fault = row.turns.fault.as_ref();
        let fault = fault.map(|(game, _, fault)| (*game, fault.turn, "its first fault"));
        let longest = row.turns.longest.map(|(_, game, turn)| (game, turn, "its slowest turn"));
        let found = [fault, longest].into_iter().flatten().filter_map(|(game, turn, what)| {
            let entry = entries.iter().find(|entry| entry.game == game)?;
            let path = folder.join(log_name(game, side_of(entry, engine)?));
            Some(format!("{what} is turn {turn} in {}", path.display()))
        });
        let found: Vec<_> = found.collect();
        if !found.is_empty() {
            lines.extend([engine, ": ", &found.join(", "), "\n"]);
        }
    }
    lines
}

/// The side that an engine played in a game.
pub(super) fn side_of(entry: &Entry, engine: &str) -> Option<Side> {
    match engine {
        name if name == entry.first => Some(Side::First),
        name if name == entry.second => Some(Side::Second),
        _ => None,
    }
}
