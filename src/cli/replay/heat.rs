//! A game of a bot that only fires, in the form that the page reads, with what the bot thought of each
//! field.

use broadside::arena::{ShownGame, ShownShot};
use broadside::board::Dims;
use serde_json::{Value, json};

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
    let hundredths = |heat: &f64| (1..=100).rev().find(|n| heat * 100.0 > most * f64::from(n - 1));
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
