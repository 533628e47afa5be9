//! A game of a bot that only fires, in the form that the page reads, with what the bot thought of each
//! field.

use broadside::arena::{Exhibit, Fired};
use broadside::board::Dims;
use serde_json::{Value, json};

/// What a page is told of a game.
pub(in crate::cli) fn targeting(title: &str, bot: &str, dims: Dims, game: &Exhibit) -> Value {
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
        "note": format!("The redder a field, the better {bot} likes to fire there next."),
    })
}

/// A shot, and what the bot has known since.
fn frame(shot: &Fired, game: &Exhibit) -> Value {
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
        "a": [[row, col, col], []], "h": digits(&shot.heat),
    })
}

/// A digit for each field: 0 for none, 9 for those of which the bot thinks most.
fn digits(heat: &[f64]) -> String {
    const STEPS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    let most = heat.iter().copied().fold(0.0, f64::max);
    let digit = |heat: &f64| {
        let share = heat / most;
        let is_above =
            |step: &usize| share * 9.0 > f64::from(u8::try_from(*step).unwrap_or(u8::MAX));
        let step = (1..9).rev().find(is_above).unwrap_or(0);
        if share > 0.0 { STEPS[step] } else { '0' }
    };
    heat.iter().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_field_has_a_nine_and_none_that_counts_a_zero() {
        assert_eq!(digits(&[0.0, 0.1, 1.0, 4.5, 8.9, 9.0]), "011599");
        assert_eq!(digits(&[0.0, 0.0]), "00");
    }
}
