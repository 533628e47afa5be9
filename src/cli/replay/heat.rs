//! What bots thought of each field, in the form that the page reads: of a game of a bot that only fires, which is a
//! page of its own, and of the fair players of a record.

use broadside::arena::{ShownGame, ShownShot, thoughts};
use broadside::board::Dims;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is said beside the board where fair players have thoughts.
pub(super) const NOTE: &str = "Before each shot and each plane of a fair player the board shows what it thought: the brighter a field, the more of the \
    enemy it expected there. H hides it.";

/// What the fair players of a record thought before their shots and planes, by the lines of these.
pub(super) fn of_record(script: &[u8]) -> BTreeMap<u64, Vec<u8>> {
    thoughts(script).into_iter().map(|(line, heat)| (line, shares(&heat))).collect()
}

/// What a page is told of a game.
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
        "won": end, "frames": fleet.chain(shots).collect::<Vec<_>>(),
        "note": format!("The brighter a field, the more {bot} thought of it before the shot that is drawn."),
    })
}

/// A shot, and what the bot has known since.
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

/// How much the bot thinks of each field, in hundredths of the best one, rounded up.
fn shares(heat: &[f64]) -> Vec<u8> {
    let most = heat.iter().copied().fold(0.0, f64::max);
    let is_above = |heat: f64, n: &u8| heat * 100.0 > most * f64::from(n - 1);
    let hundredths = |heat: &f64| {
        let some = (*heat > 0.0).then_some(*heat)?;
        (1..=100).rev().find(|n| is_above(some, n))
    };
    heat.iter().map(|heat| hundredths(heat).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_field_has_a_hundred_and_none_that_counts_a_zero() {
        assert_eq!(shares(&[0.0, 0.1, 1.0, 4.5, 8.9, 9.0]), [0, 2, 12, 50, 99, 100]);
        assert_eq!(shares(&[0.0, 0.0]), [0, 0]);
    }
}
