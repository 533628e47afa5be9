//! The lines below the table of a match. They say where its logs show the first fault and the
//! slowest turn of each program. A fault is a turn without a valid answer.

use crate::cli::records::log_name;
use broadside::arena::tournament::{Entry, Table};
use std::path::Path;

/// Returns a line for each program with a fault or a measured turn. `folder` has the logs.
pub(super) fn lines(table: &Table, entries: &[Entry], folder: &Path) -> String {
    let mut lines = String::new();
    for (engine, row) in &table.engines {
        let fault = row.turns.fault.as_ref();
        let fault = fault.map(|(game, _, fault)| (*game, fault.turn, "its first fault"));
        let longest = row.turns.longest.map(|(_, game, turn)| (game, turn, "its slowest turn"));
        let found = [fault, longest].into_iter().flatten().filter_map(|(game, turn, what)| {
            let entry = entries.iter().find(|entry| entry.game == game)?;
            let path = folder.join(log_name(game, entry.side_of(engine)?));
            let text = format!("{what} is turn {turn} in {}", path.display());
            // Games that a journal has are not played again, so they may have no log.
            path.exists().then_some(text)
        });
        let found: Vec<_> = found.collect();
        if !found.is_empty() {
            lines.extend([engine, ": ", &found.join(", "), "\n"]);
        }
    }
    lines
}
