//! The data of the replay page for a game on two grids, one for each side.
//! [`broadside::script::replay::page`] explains the short names in the frames (the moments of the
//! replay). Only frames of grids have `e`, which marks the end of a turn, and the words `radar` and
//! `smoke` for what happened. After these words come the row, column and size of an area, and after
//! `radar` also whether it found a ship. In grids, `ship`, `shot` and `end` have one more element
//! at the end: the ship's name, the weapon, or how the game ended.

use super::{PageData, Source};
use broadside::board::{Coord, Impact, Rect, Side};
use broadside::rules::grids::{Berth, Deed, Grids, Step, Weapon};
use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The number of empty columns between the two grids. `page/grids.js` has the same number.
const BETWEEN: i64 = 2;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Notation {
    /// `B3`: a letter for the column, then the row from 1.
    Letters,
    /// `3,B`: the row from 1, then a letter for the column.
    Commas,
    /// `2, 1`: row and column, both from 0.
    Numbers,
}

pub(super) fn page<'g>(
    game: &'g Grids,
    notation: Notation,
    files: &'g [Source],
) -> PageData<'g, Frames<'g>> {
    let (rows, cols) = (game.dims().rows(), game.dims().cols());
    let ending = Some(&*game.ending);
    PageData {
        kind: Some("grids"),
        size: Some([rows, 2 * cols + BETWEEN]),
        grids: Some(json!({ "rows": rows, "cols": cols, "notation": notation })),
        ended: ending.filter(|ending| game.winner.is_none() && !ending.is_empty()),
        ..PageData::new(files, Frames(game))
    }
}

/// Serializes as the list of all frames: first the ships, then the steps of the game, then its end.
#[derive(Debug)]
pub(super) struct Frames<'g>(&'g Grids);

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (id, (side, ship)) in ships(self.0).enumerate() {
            let bow = ship.hull.bow();
            let (health, heading) = ("1".repeat(ship.hull.length() as usize), ship.hull.heading());
            let (side, col) = (side as u8, bow.col + left(self.0, side));
            let heading = heading.name();
            let deed = json!(["ship", id, side, "", id, bow.row, col, heading, health, ship.name]);
            list.serialize_element(&json!({ "l": ship.line, "c": 1, "d": deed }))?;
        }
        let (steps, end) = (self.0.steps(), end(self.0));
        for (index, step) in steps.iter().enumerate() {
            // If a side has won, one more frame follows the last step. That frame ends the last
            // turn.
            let ends_turn = step.ends_turn && (end.is_none() || index + 1 < steps.len());
            list.serialize_element(&frame(&Step { ends_turn, ..step.clone() }, self.0))?;
        }
        if let Some(end) = end {
            list.serialize_element(&end)?;
        }
        list.end()
    }
}

fn ships(game: &Grids) -> impl Iterator<Item = (Side, Berth<'_>)> {
    Side::ALL.into_iter().flat_map(|side| game.fleet(side).map(move |ship| (side, ship)))
}

/// Returns the first column of a side's grid on the page.
const fn left(game: &Grids, side: Side) -> i64 {
    match side {
        Side::First => 0,
        Side::Second => game.dims().cols() + BETWEEN,
    }
}

/// Returns the frame of a step. If a side shoots at a field for the first time, `a` or `b` (for
/// side A or B) has this field, because the side now knows it.
fn frame(step: &Step, game: &Grids) -> Value {
    let side = step.side;
    let mut frame = json!({ "l": step.line, "c": 1, "t": side as u8 });
    frame["d"] = match &step.deed {
        Deed::Shot { at, with, met } => {
            let col = at.col + left(game, side.other());
            if met.is_some() {
                let learns = ["a", "b"][side as usize];
                frame[learns] = json!([[at.row, col, col], []]);
            }
            shot_deed(game, side, (*at, col), *with, *met)
        }
        Deed::Radar { area, found } => {
            let [row, col, rows, cols] = area_on_page(*area, left(game, side.other()));
            json!(["radar", row, col, rows, cols, found])
        }
        Deed::Smoke { area } => {
            let [row, col, rows, cols] = area_on_page(*area, left(game, side));
            json!(["smoke", row, col, rows, cols])
        }
    };
    if step.ends_turn {
        frame["e"] = json!(1);
    }
    frame
}

fn shot_deed(
    game: &Grids,
    side: Side,
    (at, col): (Coord, i64),
    with: Weapon,
    met: Option<Impact>,
) -> Value {
    // The ships of B are numbered after the ships of A. A shoots at the ships of B.
    let before = match side {
        Side::First => game.fleet(Side::First).count(),
        Side::Second => 0,
    };
    let (outcome, hit) = match met {
        None | Some(Impact::Again { .. }) => ("again", None),
        Some(Impact::Water) => ("water", None),
        Some(Impact::Hit { ship, segment }) => ("hit", Some((ship, segment))),
        Some(Impact::Sunk { ship, segment }) => ("sunk", Some((ship, segment))),
    };
    let ship = hit.and_then(|(ship, _)| i64::try_from(before + ship.index()).ok()).unwrap_or(-1);
    let segment = hit.map_or(0, |(_, segment)| segment);
    let with = match with {
        Weapon::Gun => "",
        Weapon::Artillery => "Artillery",
        Weapon::Torpedo => "Torpedo",
    };
    json!(["shot", at.row, col, -1, 0, 0, outcome, ship, segment, with])
}

/// Returns the top row, the left column, the number of rows and the number of columns. `left` is
/// the first column of the grid on the page.
const fn area_on_page(area: Rect, left: i64) -> [i64; 4] {
    [area.top, area.left + left, area.bottom - area.top + 1, area.right - area.left + 1]
}

/// Returns the frame that names the winner, or `None` if no side has won.
fn end(game: &Grids) -> Option<Value> {
    let winner = game.winner? as u8;
    let last = game.steps().last();
    let (line, side) = last.map_or((0, winner), |last| (last.line, last.side as u8));
    Some(json!({ "l": line, "c": 1, "t": side, "d": ["end", winner, winner, game.ending] }))
}
