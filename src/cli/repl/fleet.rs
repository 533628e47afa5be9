//! The ships of a player as a list.

use crate::cli::theme::{self, Theme};
use broadside::board::Side;
use broadside::rules::ships::{Class, Game, ShipName};
use broadside::script::{print, save, side_name};
use std::io::{self, Write};

/// Lists the ships of the player who moves, or of both players outside turns.
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
    let title = format!("{}: {placed} of {all} ships placed", side_name(side));
    let healthy = format!("{} healthy segments", fleet.healthy());
    writeln!(out, "{}, {healthy}", theme.paint(theme::player(side), title))?;
    for ship in save::ships(game, side) {
        let mut text = Vec::new();
        print::setting(&ship, &mut text);
        out.write_all(b"  ")?;
        out.write_all(&text)?;
        out.write_all(b"\n")?;
    }
    for class in Class::ALL {
        if let Some(missing) = missing(game, side, class) {
            let text = format!("  missing {} {missing}", print::class(class));
            writeln!(out, "{}", theme.paint(theme::DIM, text))?;
        }
    }
    Ok(())
}

/// The numbers of the ships that are still to be placed, runs of them joined.
fn missing(game: &Game, side: Side, class: Class) -> Option<String> {
    let fleet = game.fleet(side);
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for index in 0..fleet.size(class) {
        if fleet.ship(ShipName { class, index }).is_some() {
            continue;
        }
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => runs.push((index, index)),
        }
    }
    let run = |(first, last): (i64, i64)| {
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    };
    let runs: Vec<_> = runs.into_iter().map(run).collect();
    (!runs.is_empty()).then(|| runs.join(", "))
}
