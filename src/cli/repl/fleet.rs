//! `.fleet`: lists the ships of one player or of both players, placed and missing.

use crate::cli::theme::{self, Theme};
use broadside::board::Side;
use broadside::rules::ships::{Class, Game};
use broadside::script::save;
use std::io::{self, Write};

/// Lists the ships of the player whose turn is open. Between turns, lists the ships of both
/// players.
pub(super) fn list(game: &Game, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    match game.moving() {
        Some(side) => list_side(game, side, theme, out),
        None => Side::ALL.into_iter().try_for_each(|side| list_side(game, side, theme, out)),
    }
}

fn list_side(game: &Game, side: Side, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    let fleet = game.fleet(side);
    let placed = fleet.ships().count();
    let all: i64 = fleet.sizes().iter().sum();
    let title = format!("{}: {placed} of {all} ships placed", side.name());
    let healthy = format!("{} healthy segments", fleet.healthy());
    writeln!(out, "{}, {healthy}", theme.paint(theme::player(side), title))?;
    for ship in save::ships(game, side) {
        writeln!(out, "  {ship}")?;
    }
    for class in Class::ALL {
        if let Some(missing) = missing(game, side, class) {
            let text = format!("  missing {} {missing}", class.name());
            writeln!(out, "{}", theme.paint(theme::DIM, text))?;
        }
    }
    Ok(())
}

/// Returns the numbers of the ships that are not placed yet, such as `0 to 2, 4`. Returns `None` if
/// all are placed.
fn missing(game: &Game, side: Side, class: Class) -> Option<String> {
    let fleet = game.fleet(side);
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut first = 0;
    let placed = fleet.ships().filter(|(name, _)| name.class == class).map(|(name, _)| name.index);
    for index in placed.chain([fleet.size(class)]) {
        if first < index {
            runs.push((first, index - 1));
        }
        first = index + 1;
    }
    let run = |(first, last): (i64, i64)| {
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    };
    let runs: Vec<_> = runs.into_iter().map(run).collect();
    (!runs.is_empty()).then(|| runs.join(", "))
}
