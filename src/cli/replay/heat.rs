//! Heat on replay pages: how promising each field was for a player before an order. The page of
//! `bench targeting --show` has heat for its bot. Pages of games of the Ships language usually have
//! heat for fair players (built-in players that know only what their side knows).

use broadside::arena::{ShownGame, ShownShot, thoughts};
use broadside::board::Dims;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) const NOTE: &str = "Before each shot and each plane of a fair player, the board shows \
    what this player thought: the brighter a field, the more of the enemy it expected there. H \
    hides it.";

/// Returns the heat before the shots and planes of fair players, as far as [`thoughts`] gives it.
/// The key is the line of the order, counted from 1.
pub(super) fn of_record(script: &[u8]) -> BTreeMap<u64, Vec<u8>> {
    thoughts(script).into_iter().map(|(line, heat)| (line, shares(&heat))).collect()
}

/// Returns the data of a page that replays a game of a bot that only fires.
pub(in crate::cli) fn targeting(title: &str, bot: &str, dims: Dims, game: &ShownGame) -> Value {
    let fleet = game.fleet.iter().enumerate().map(|(ship, hull)| {
        let (row, col, health) =
            (hull.bow().row, hull.bow().col, "1".repeat(hull.length() as usize));
        json!({ "d": ["ship", ship, 1, "", ship, row, col, hull.heading().name(), health] })
    });
    let shots = game.shots.iter().map(|shot| frame(shot, game));
    let end = match &game.forfeit {
        Some(forfeit) => format!("{bot} forfeits: {forfeit}"),
        None => format!("all sunk by {} shots", game.shots.len()),
    };
    json!({
        "kind": "targeting", "side": "both", "files": [], "title": title, "bot": bot,
        "views": ["All", bot], "size": [dims.rows(), dims.cols()], "start": game.fleet.len(),
        "ended": end, "frames": fleet.chain(shots).collect::<Vec<_>>(),
        "note": format!("The brighter a field, the more promising {bot} found it before the shot that is drawn."),
    })
}

/// Returns a frame: the shot `d`, the field `a` that the bot now knows, and the heat `h` before the
/// shot.
fn frame(shot: &ShownShot, game: &ShownGame) -> Value {
    let (row, col) = (shot.at.row, shot.at.col);
    let segment = shot.hit.and_then(|ship| game.fleet[ship].segment_at(shot.at));
    let outcome = match (shot.hit, shot.sinks) {
        (None, _) => "water",
        (Some(_), false) => "hit",
        (Some(_), true) => "sunk",
    };
    let ship = shot.hit.and_then(|ship| i64::try_from(ship).ok()).unwrap_or(-1);
    json!({
        "d": ["shot", row, col, -1, 0, 0, outcome, ship, segment.unwrap_or(0)],
        "a": [[row, col, col], []], "h": shares(&shot.heat),
    })
}

/// Converts heat to hundredths of the largest heat, rounded up, so that 0 means no heat at all.
fn shares(heat: &[f64]) -> Vec<u8> {
    let most = heat.iter().copied().fold(0.0, f64::max);
    let is_above = |heat: f64, n: &u8| heat * 100.0 > most * f64::from(n - 1);
    let hundredths =
        |heat: &f64| (1..=100).rev().find(|n| *heat > 0.0 && is_above(*heat, n)).unwrap_or(0);
    heat.iter().map(hundredths).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hottest_field_has_a_hundred_and_only_cold_fields_have_zero() {
        assert_eq!(shares(&[0.0, 0.1, 1.0, 4.5, 8.9, 9.0]), [0, 2, 12, 50, 99, 100]);
        assert_eq!(shares(&[0.0, 0.0]), [0, 0]);
    }
}
